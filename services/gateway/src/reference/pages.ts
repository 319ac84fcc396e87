import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { errorCatalogue } from '@app/api/errors/index';
import { methodNotAllowed, send } from '@app/contract';
import { notFound } from '@app/contract/failure';
import { readGuides } from '@app/guides';
import { type Html, html } from '@app/pages';
import { type Language, languageOf } from '@app/runtime';
import { LRUCache } from 'lru-cache';
import { sendFailure } from '../answer.ts';
import { isUnchanged, type PublishedDocument } from '../system/document.ts';
import { showShell } from './code.ts';
import type { DemoValues, Installation } from './demo-values.ts';
import { renderError } from './error-page.ts';
import { renderErrors } from './errors-page.ts';
import { renderGuides, showCards } from './guides/pages.ts';
import { groupPath, type RenderedPage, renderFrame } from './layout.ts';
import { type Area, type Group, type Reference, readReference } from './model.ts';
import { showMethods, showOperation, showPath } from './operation-view.ts';
import { showProse } from './prose.ts';
import { renderSearch } from './search/page.ts';
import { renderTry } from './try-page.ts';

const MAX_KEPT = 600;

interface Made extends RenderedPage {
  /** Weak: it stands for the page, however it is compressed. */
  readonly etag: string;
}

/** The pages below `/docs`, each made when it is first asked for. True when the path is one of ours to answer. */
export function createPages(options: {
  readonly published: () => PublishedDocument;
  readonly publicBaseUrl: string;
  /** What samples name in this installation; nothing unless there is a demo company. */
  readonly demoValues?: () => Promise<DemoValues>;
  /** The year in which guides and samples post at this moment. */
  readonly openYear: () => number;
}) {
  const { published, publicBaseUrl, demoValues, openYear } = options;
  let values: DemoValues = new Map();
  let year = openYear();
  let written = readGuides(year);
  let reference: Reference | undefined;
  const kept = new LRUCache<string, Made>({ max: MAX_KEPT });

  const render = (path: string, query: URLSearchParams, language: Language): RenderedPage | undefined => {
    reference ??= readReference(published().document, written.guides);
    const installation: Installation = { baseUrl: publicBaseUrl, values, year };
    if (path === '/docs') return renderIntroduction(reference, publicBaseUrl);
    if (path === '/docs/errors') return renderErrors(reference, errorCatalogue, language);
    if (path.startsWith('/docs/errors/')) return renderError(reference, errorCatalogue, codeAt(path), language);
    if (path === '/docs/search') return renderSearch(reference, errorCatalogue, query.get('q') ?? '');
    if (path === '/docs/try' || path.startsWith('/docs/try/')) return renderTry(reference, path, installation);
    if (path === '/docs/guides' || path.startsWith('/docs/guides/'))
      return renderGuides(reference, written.before, path, publicBaseUrl);
    const [, , areaName, slug] = path.split('/');
    const area = reference.areas.find(({ name }) => name === areaName);
    const group = area?.groups.find((each) => each.slug === slug);
    return area && group && path.split('/').length === 4
      ? renderGroup(reference, area, group, installation)
      : undefined;
  };

  const made = (path: string, query: URLSearchParams, language: Language): Made | undefined => {
    const key = path === '/docs/errors' || path.startsWith('/docs/errors/') ? `${path} ${language}` : path;
    const known = kept.get(key);
    if (known) return known;
    const page = render(path, query, language);
    if (!page) return undefined;
    const whole = { ...page, etag: `W/"${createHash('sha256').update(page.bytes).digest('base64url').slice(0, 27)}"` };
    if (path !== '/docs/search') kept.set(key, whole);
    return whole;
  };

  /** Pages are made anew when what the installation has is another than before. */
  const know = (found: DemoValues): void => {
    if (isDeepStrictEqual(found, values)) return;
    values = found;
    kept.clear();
  };

  /** A process runs over the day on which the open year becomes another: guides and samples are dated anew. */
  const followCalendar = (): void => {
    if (openYear() === year) return;
    year = openYear();
    written = readGuides(year);
    reference = undefined;
    kept.clear();
  };

  const answer = (request: IncomingMessage, response: ServerResponse, path: string): void => {
    followCalendar();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const target = request.url ?? '';
    const query = new URLSearchParams(target.slice(target.indexOf('?') + 1 || target.length));
    const page = made(path, query, languageOf(request.headers['accept-language']));
    if (!page || !isRead) {
      const failure = page
        ? methodNotAllowed(request.method ?? '', 'GET, HEAD')
        : notFound('There is nothing at this address');
      sendFailure(request, response, failure, undefined, publicBaseUrl);
      return;
    }
    sendPage(request, response, page);
  };

  return (request: IncomingMessage, response: ServerResponse, path: string): boolean => {
    if (path !== '/docs' && !path.startsWith('/docs/')) return false;
    if (!demoValues) answer(request, response, path);
    else
      void demoValues()
        .then((found) => {
          know(found);
          if (!response.destroyed) answer(request, response, path);
        })
        // A page that cannot be made is a mistake of ours; whoever asked learns of it by the connection.
        .catch(() => response.destroy());
    return true;
  };
}

const codeAt = (path: string): string => path.slice('/docs/errors/'.length);

function sendPage(request: IncomingMessage, response: ServerResponse, page: Made): void {
  const headers = { ...page.headers, ETag: page.etag };
  if (isUnchanged(request.headers['if-none-match'], page.etag)) {
    send(response, { status: 304, contentType: null, headers, body: Buffer.alloc(0) });
    return;
  }
  send(response, { status: 200, contentType: 'text/html; charset=utf-8', headers, body: page.bytes });
}

function renderIntroduction(reference: Reference, baseUrl: string): RenderedPage {
  const [lead = '', ...rest] = reference.introduction.split('\n\n');
  const main = html`<h1>API reference</h1><p class="lead">${lead}</p>
<h2 id="guides">Guides</h2>
${showCards(reference.guides)}
<h2 id="calls">Calls</h2>
<ul class="cards">${reference.areas.map(showArea)}</ul>
<section class="first"><h2 id="first-call">The first call</h2>
<p>A token for <a href="/account/api-access/new">a client of your own</a>, then the companies that you reach:</p>
${showShell(`TOKEN=$(curl -s '${baseUrl}/v2/oauth/token' \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET" \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl '${baseUrl}/api/v2/client-accounts' -H "Authorization: Bearer $TOKEN"`)}</section>
<div class="prose">${showProse(rest.join('\n\n'))}</div>`;
  return renderFrame({ reference, title: 'Introduction', path: '/docs', main });
}

const showArea = (area: Area): Html =>
  html`<li id="area-${area.name}"><h3>${area.title}</h3><p>${area.description}</p><div class="list">${area.groups.map(
    (group, index) => html`${index > 0 ? ' · ' : null}<a href="${groupPath(area.name, group.slug)}">${group.title}</a>`,
  )}</div></li>`;

function renderGroup(reference: Reference, area: Area, group: Group, installation: Installation): RenderedPage {
  const main = html`<h1>${group.title}</h1><p class="lead">${area.title}</p>
<ul class="toc">${group.operations.map((operation) => html`<li>${showMethods(operation)} <a href="#${operation.anchor}" title="${operation.summary}">${showPath(operation.path)}</a></li>`)}</ul>
${group.operations.map((operation) => showOperation(reference, operation, installation))}`;
  return renderFrame({ reference, title: group.title, path: groupPath(area.name, group.slug), main });
}
