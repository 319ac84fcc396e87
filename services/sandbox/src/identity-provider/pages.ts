import type { ServerResponse } from 'node:http';
import { contentSecurityPolicy, type Html, html, pageHeaders, verbatim } from '@app/pages';
import type { Request } from 'express';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Person } from '../directory/entries.ts';
import { type Language, STYLE, signInTexts } from './page-content.ts';

/** A foreign provider has a look of its own; what makes a page safe is the platform's. */
const HEADERS = {
  ...pageHeaders(contentSecurityPolicy({ styles: [STYLE], forms: 'anywhere' }), { isPassage: true }),
  'Content-Type': 'text/html; charset=utf-8',
};

/** The address says it, else the browser; Norwegian for who prefers neither. */
function pickLanguage(asked: unknown, accepted: readonly string[]): Language {
  if (asked === 'nb' || asked === 'en') return asked;
  const known = accepted
    .map((language) => language.slice(0, 2).toLowerCase())
    .find((language) => ['nb', 'nn', 'no', 'en'].includes(language));
  return known === 'en' ? 'en' : 'nb';
}

export const languageOf = (request: Request): Language => pickLanguage(request.query.lang, request.acceptsLanguages());

export function sendPage(response: ServerResponse, status: number, language: Language, body: Html): void {
  response.writeHead(status, HEADERS).end(layOut(language, body));
}

/** @param persons offered to sign in with one click */
export function renderSignIn(language: Language, persons: readonly Person[], refused?: string): Html {
  const text = signInTexts[language];
  return html`<h1>${text.heading}</h1>
<p>${text.explanation}</p>
<form method="post">
<label for="pid">${text.label}</label>
${refused === undefined ? EMPTY_FIELD : renderRefusedField(refused, text.refused)}
<div class="actions"><button>${text.submit}</button><button class="quiet" name="action" value="cancel" formnovalidate>${text.cancel}</button></div>
</form>
<form method="post" class="persons" aria-label="${text.persons}"><h2>${text.persons}</h2>
${persons.map(renderPerson)}
</form>
<p class="languages">${renderLanguageLink(language)}</p>`;
}

const EMPTY_FIELD = html`<input id="pid" name="pid" inputmode="numeric" autocomplete="off" maxlength="14" required autofocus>`;

const renderRefusedField = (typed: string, problem: string): Html =>
  html`<input id="pid" name="pid" inputmode="numeric" autocomplete="off" maxlength="14" required autofocus value="${typed}" aria-invalid="true" aria-describedby="problem">
<p id="problem" class="problem" role="alert">${problem}</p>`;

const renderPerson = ({ pid, name }: Person): Html =>
  html`<button class="person" name="pid" value="${pid}"><span>${name}</span><span>${pid.slice(0, 6)} ${pid.slice(6)}</span></button>`;

function renderLanguageLink(current: Language): Html {
  const other = current === 'nb' ? 'en' : 'nb';
  return html`<a href="?lang=${other}" lang="${other}" hreflang="${other}">${signInTexts[current].otherLanguage}</a>`;
}

/** What a person reads when the sign-in cannot go on; the details are for whoever connects a program. */
export function renderStop(language: Language, details: readonly string[]): Html {
  const { failed, startAgain } = signInTexts[language];
  return html`<h1>${failed}</h1><p>${startAgain}</p>${details.map((detail) => html`<p class="detail">${detail}</p>`)}`;
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

const layOut = (language: Language, body: Html): string =>
  html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${signInTexts[language].title}</title>${verbatim(`<style>${STYLE}</style>`)}</head>
<body><header class="banner">${signInTexts[language].banner}</header><main>${body}</main></body></html>`.markup;
