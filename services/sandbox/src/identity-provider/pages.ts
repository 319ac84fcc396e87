import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Person } from '../directory/directory.ts';
import { type Language, STYLE, signInTexts } from './page-content.ts';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** No script, nothing from elsewhere. `form-action` stays open: browsers apply it to the redirect back to the platform as well. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The address says it, else the browser; Norwegian for who prefers neither. */
function pickLanguage(asked: unknown, accepted: readonly string[]): Language {
  if (asked === 'nb' || asked === 'en') return asked;
  const known = accepted
    .map((language) => language.slice(0, 2).toLowerCase())
    .find((language) => ['nb', 'nn', 'no', 'en'].includes(language));
  return known === 'en' ? 'en' : 'nb';
}

export const languageOf = (request: Request): Language => pickLanguage(request.query.lang, request.acceptsLanguages());

export function sendPage(response: ServerResponse, status: number, language: Language, body: string): void {
  response.writeHead(status, HEADERS).end(layOut(language, body));
}

/** @param persons offered to sign in with one click */
export function renderSignIn(language: Language, persons: readonly Person[], refused?: string): string {
  const text = signInTexts[language];
  return `<h1>${text.heading}</h1>
<p>${text.explanation}</p>
<form method="post">
<label for="pid">${text.label}</label>
<input id="pid" name="pid" inputmode="numeric" autocomplete="off" maxlength="14" required autofocus${
    refused === undefined ? '' : ` value="${escapeHtml(refused)}" aria-invalid="true" aria-describedby="problem"`
  }>
${refused === undefined ? '' : `<p id="problem" class="problem" role="alert">${text.refused}</p>`}
<div class="actions"><button>${text.submit}</button><button class="quiet" name="action" value="cancel" formnovalidate>${text.cancel}</button></div>
</form>
<form method="post" class="persons" aria-label="${text.persons}"><h2>${text.persons}</h2>
${persons.map(renderPerson).join('\n')}
</form>
<p class="languages">${renderLanguageLink(language)}</p>`;
}

/** What a person reads when the sign-in cannot go on; the details are for whoever connects a program. */
export function renderStop(language: Language, details: readonly string[]): string {
  const { failed, startAgain } = signInTexts[language];
  const detail = details.length === 0 ? '' : `<p class="detail">${details.map(escapeHtml).join('<br>')}</p>`;
  return `<h1>${failed}</h1><p>${startAgain}</p>${detail}`;
}

/** The provider's own errors; programs that do not ask for HTML get the same as JSON. */
export function renderErrorPage(context: KoaContextWithOIDC, out: ErrorOut): void {
  if (context.accepts('json', 'html') !== 'html') {
    context.body = out;
    return;
  }
  const language = pickLanguage(context.query.lang, context.acceptsLanguages());
  const details = [out.error, out.error_description].filter((detail) => detail !== undefined);
  context.set(HEADERS);
  context.body = layOut(language, renderStop(language, details));
}

const layOut = (language: Language, body: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${signInTexts[language].title}</title><style>${STYLE}</style></head>
<body><p class="banner">${signInTexts[language].banner}</p><main>${body}</main></body></html>`;

const renderPerson = ({ pid, name }: Person): string =>
  `<button class="person" name="pid" value="${pid}"><span>${escapeHtml(name)}</span><span>${pid.slice(0, 6)} ${pid.slice(6)}</span></button>`;

function renderLanguageLink(current: Language): string {
  const other = current === 'nb' ? 'en' : 'nb';
  return `<a href="?lang=${other}" lang="${other}" hreflang="${other}">${signInTexts[current].otherLanguage}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
