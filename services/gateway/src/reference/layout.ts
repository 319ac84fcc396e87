import { contentSecurityPolicy, type Html, html, icons, pageHeaders, verbatim } from '@app/pages';
import type { Reference } from './model.ts';
import { style } from './style.ts';

export interface Frame {
  readonly reference: Reference;
  /** The page's own title. */
  readonly title: string;
  /** The address it stands at, to mark it in the contents. */
  readonly path: string;
  readonly main: Html;
  /** What was searched for, to keep it in the field. */
  readonly searched?: string;
  /** For a page that runs a program: its elements and its policy. */
  readonly extra?: { readonly head: Html; readonly policy: string };
}

export interface RenderedPage {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%230f5f49' stroke-width='2' stroke-linecap='round'%3E%3Crect x='2' y='2' width='20' height='20' rx='5' fill='%23e6f0ea'/%3E%3Cpath d='M6.5 8.5h11M12 8.5v9'/%3E%3C/svg%3E";

/** One page of the reference: contents on the left, nothing from elsewhere, no script but what `extra` allows. */
export function renderFrame(frame: Frame): RenderedPage {
  const { reference, title, path, main, searched = '', extra } = frame;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · ${reference.title} reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${verbatim(`<link rel="icon" href="${icon}">\n<style>${style}</style>`)}
${extra?.head}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="/docs">${icons.brand}<span>${reference.title}</span> <small>v${reference.version}</small></a>
<form class="search" role="search" action="/docs/search"><label class="hidden" for="q">Search guides and reference</label><input id="q" name="q" type="search" value="${searched}" placeholder="Search: mva, bilag, webhook, path, field" maxlength="100"><button>Search</button></form>
<nav class="links" aria-label="Pages"><a href="/docs/guides">Guides</a> <a href="/docs/errors">Errors</a> <a href="/docs/try">Try it</a> <a href="/openapi.json">openapi.json</a> <a class="menu" href="#contents">Contents</a></nav>
</header>
<div class="frame">
<nav id="contents" aria-label="Contents"><a class="close" href="#content">Close</a>${showContents(reference, path)}</nav>
<main id="content" tabindex="-1">${main}</main>
</div>
</body>
</html>
`;
  const policy = extra?.policy ?? contentSecurityPolicy({ styles: [style] });
  return { bytes: Buffer.from(page.markup), headers: { ...pageHeaders(policy), 'Cache-Control': 'no-cache' } };
}

export const groupPath = (area: string, group: string): string => `/docs/${area}/${group}`;

function showContents(reference: Reference, path: string): Html {
  return html`<ul><li>${showLink('/docs', path, 'Introduction')}</li><li>${showLink('/docs/errors', path, 'Error codes')}</li><li>${showLink('/docs/try', path, 'Try it')}</li></ul>
<h2>Guides</h2><ul><li>${showLink('/docs/guides', path, 'All guides')}</li>${reference.guides.map(({ slug, title }) => html`<li>${showLink(`/docs/guides/${slug}`, path, title)}</li>`)}</ul>
${reference.areas.map(
  (area) =>
    html`<h2>${area.title}</h2><ul>${area.groups.map((group) => {
      const href = groupPath(area.name, group.slug);
      const operations =
        href === path
          ? html`<ul class="here">${group.operations.map(({ anchor, summary }) => html`<li><a href="#${anchor}">${summary}</a></li>`)}</ul>`
          : null;
      return html`<li>${showLink(href, path, group.title)}${operations}</li>`;
    })}</ul>`,
)}`;
}

const showLink = (href: string, path: string, text: string): Html =>
  href === path ? html`<a href="${href}" aria-current="page">${text}</a>` : html`<a href="${href}">${text}</a>`;
