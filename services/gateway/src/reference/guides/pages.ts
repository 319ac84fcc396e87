import type { Guide, Guides } from '@app/guides';
import { contentSecurityPolicy, type Html, html, verbatim } from '@app/pages';
import { copyScript } from '../copy-script.ts';
import { type RenderedPage, renderFrame } from '../layout.ts';
import type { Reference } from '../model.ts';
import { style } from '../style.ts';
import { type Here, showCode, showMarkdown } from './markdown.ts';

/** The address that the guides are written with. */
const WRITTEN_FOR = 'http://127.0.0.1:8080';

/** Its code is pasted, so each block has a button that copies it. */
const withCopies = { head: html``, policy: contentSecurityPolicy({ styles: [style], scripts: [copyScript] }) };

export const guidePath = (slug: string): string => `/docs/guides/${slug}`;

/** `/docs/guides` and the guides below it; undefined for one that does not exist. */
export function renderGuides(
  reference: Reference,
  before: Guides['before'],
  path: string,
  baseUrl: string,
): RenderedPage | undefined {
  const { guides } = reference;
  if (path === '/docs/guides') return renderList(reference);
  const guide = guides.find(({ slug }) => guidePath(slug) === path);
  if (!guide) return undefined;
  const here: Here = (code) => code.replaceAll(WRITTEN_FOR, baseUrl);
  const main = html`<article class="guide prose"><h1>${guide.title}</h1>
<p class="lead">${guide.summary}</p>
<p class="norwegian" lang="nb">${guide.norwegian}</p>
<p class="small">About ${guide.minutes} minutes. Every command here is run by our tests, in this order.</p>
${guide.needs === 'token' ? showBefore(before, here) : null}
${showMarkdown(guide.tokens, here)}
${showNext(guides, guide)}</article>${verbatim(`<script>${copyScript}</script>`)}`;
  return renderFrame({ reference, title: guide.title, path, main, extra: withCopies });
}

function renderList(reference: Reference): RenderedPage {
  const main = html`<h1>Guides</h1>
<p class="lead">How to do one thing from beginning to end. Each takes minutes, and each command in them is run by our tests.</p>
<h2 class="hidden">All of them</h2>
${showCards(reference.guides)}`;
  return renderFrame({ reference, title: 'Guides', path: '/docs/guides', main });
}

/** A card per guide. */
export const showCards = (guides: readonly Guide[]): Html =>
  html`<ul class="cards">${guides.map(
    ({ slug, title, summary, minutes }) =>
      html`<li><h3><a href="${guidePath(slug)}">${title}</a></h3><p>${summary}</p><p class="small">${minutes} minutes</p></li>`,
  )}</ul>`;

/** What guides have in common: a client's token and a company, in the shell. */
function showBefore(before: Guides['before'], here: Here): Html {
  return html`<section class="before"><h2 id="before">Before you begin</h2>
<p>In a shell, in the folder with <code>client.json</code> of <a href="${guidePath('first-token')}">a first token</a>, or with the id and the secret of a client of yours in <code>$CLIENT_ID</code> and <code>$CLIENT_SECRET</code>:</p>
${before.map((step) => (step.kind === 'shell' ? showCode({ lang: 'sh', text: step.script }, here) : null))}</section>`;
}

function showNext(guides: readonly Guide[], guide: Guide): Html | null {
  const next = guides[guides.indexOf(guide) + 1];
  return next
    ? html`<p class="next">Next: <a href="${guidePath(next.slug)}">${next.title}</a></p>`
    : html`<p class="next">All <a href="/docs/guides">guides</a>, and the <a href="/docs">reference</a> of every call.</p>`;
}
