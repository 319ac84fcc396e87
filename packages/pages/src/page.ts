import type { Language } from '@app/runtime';
import { contentSecurityPolicy, pageHeaders } from './csp.ts';
import { type Html, html, verbatim } from './html.ts';
import { icons } from './icons.ts';
import { theme } from './theme.ts';

export type { Language };

/** A text in both languages. */
export type Words = Readonly<Record<Language, string>>;

export interface PageOptions {
  readonly language: Language;
  /** The page's own title, put before the product's name. */
  readonly title: string;
  /** The content: usually one `card`. */
  readonly body: Html;
  /** Right of the brand: where else a person can go. */
  readonly top?: Html;
  /** Shown at the foot, so that a person can name it to support. */
  readonly requestId?: string;
  /** Does the way of its form go on to another site: an application that asks for access, the identity provider? */
  readonly isPassage?: boolean;
}

/** A page ready to be sent: its bytes and the headers it needs. */
export interface Page {
  readonly markup: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const productName: Words = { nob: 'Regnskap', eng: 'Accounting' };

const skip: Words = { nob: 'Til innholdet', eng: 'Skip to content' };
const reference: Words = { nob: 'Referanse', eng: 'Reference' };
const ownHeaders = pageHeaders(contentSecurityPolicy({ styles: [theme] }));
const passageHeaders = pageHeaders(contentSecurityPolicy({ styles: [theme], forms: 'anywhere' }), { isPassage: true });
const pageIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23fff' stroke-width='2' stroke-linecap='round'%3E%3Crect x='1' y='1' width='22' height='22' rx='6' fill='%230f5f49' stroke='none'/%3E%3Cpath d='M6 8.5h12M12 8.5v9.25'/%3E%3C/svg%3E";

/** The whole document around a content: head, brand, main, foot. No script, nothing loaded, no cookie of its own. */
export function renderPage(options: PageOptions): Page {
  const { language, title, body, top, requestId } = options;
  const page = html`<!doctype html>
<html lang="${language === 'nob' ? 'nb' : 'en'}">
<head>
<meta charset="utf-8">
<title>${title} · ${productName[language]}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${verbatim(`<link rel="icon" href="${pageIcon}">\n<style>${theme}</style>`)}
</head>
<body>
<a class="skip" href="#content">${skip[language]}</a>
<header class="${top ? 'top framed' : 'top'}"><a class="brand" href="/">${icons.brand}${productName[language]}</a>${top}</header>
<main id="content">
${body}
</main>
<footer class="bottom">${requestId ? html`<p>${reference[language]}: <span class="code">${requestId}</span></p>` : null}</footer>
</body>
</html>
`;
  return { markup: page.markup, headers: options.isPassage ? passageHeaders : ownHeaders };
}

/** The sheet that a page's content stands on. */
export const card = (content: Html, size: '' | 'wide' | 'page' = ''): Html =>
  html`<div class="card ${size}">${content}</div>`;

/** A page of its own width, with what it holds below its heading. */
export const sheet = (content: Html, size: '' | 'wide' = ''): Html => html`<div class="sheet ${size}">${content}</div>`;

/**
 * A message above the content. Fields it is about name its id in `aria-describedby`, so that it is read out with them.
 */
export const notice = (text: string | Html, kind: 'good' | 'bad' | 'wait' = 'good', id = 'notice'): Html =>
  html`<div class="notice ${kind}" id="${id}" role="${kind === 'bad' ? 'alert' : 'status'}"><p>${text}</p></div>`;
