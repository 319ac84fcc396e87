import { errorPagePath } from '@app/contract';
import { type Html, html, icons, type Language, type Page, showSecond } from '@app/pages';
import type { Client } from '../../../clients/client.ts';
import type { ClientRequest } from '../../../clients/requests/client-request.ts';
import { framePage, nothingYet, type PageContext } from '../frame.ts';
import { nameOf } from './words.ts';

const words = {
  title: { nob: 'Siste forespørsler', eng: 'Last requests' },
  lead: {
    nob: 'Det klienten har spurt om de siste sju dagene, høyst 1 000 forespørsler, uten innhold. Noen kan mangle.',
    eng: 'What the client asked within the last seven days, at most 1,000 requests, without bodies. Some may be missing.',
  },
  all: { nob: 'Alle', eng: 'All' },
  failed: { nob: 'Bare feil', eng: 'Refusals only' },
  which: { nob: 'Hvilke forespørsler', eng: 'Which requests' },
  empty: { nob: 'Ingen forespørsler', eng: 'No requests' },
  emptyText: {
    nob: 'En forespørsel står her få sekunder etter at den er besvart.',
    eng: 'A request stands here a few seconds after it was answered.',
  },
  noFailures: { nob: 'Ingen feil', eng: 'No refusals' },
  noFailuresText: {
    nob: 'Alt klienten har spurt om, er besvart som den ville.',
    eng: 'Everything that the client asked was answered as it wished.',
  },
  tool: { nob: 'verktøy', eng: 'tool' },
  older: { nob: 'Eldre', eng: 'Older' },
  newest: { nob: 'De nyeste', eng: 'The newest' },
  back: { nob: 'Tilbake til klientene', eng: 'Back to the clients' },
} as const;

/** What a client asked lately, the newest first, for the person who owns it. */
export function requestsPage(
  options: PageContext & {
    readonly client: Client;
    readonly rows: readonly ClientRequest[];
    readonly nextCursor: string | null;
    readonly isFailed: boolean;
    /** Is this a later page than the first? */
    readonly isBegun: boolean;
  },
): Page {
  const { language, client, rows, nextCursor, isFailed, isBegun } = options;
  const here = `/account/api-access/${encodeURIComponent(client.clientId)}/requests`;
  const filter = isFailed ? 'failed=on&' : '';
  const choice = (href: string, label: string, isChosen: boolean): Html =>
    isChosen
      ? html`<li><a href="${href}" aria-current="true">${label}</a></li>`
      : html`<li><a href="${href}">${label}</a></li>`;
  return framePage(
    options,
    {
      place: 'apiAccess',
      title: words.title[language],
      heading: `${words.title[language]}: ${nameOf(client.clientName, language)}`,
      lead: words.lead,
    },
    html`<nav aria-label="${words.which[language]}"><ul class="tabs">${choice(here, words.all[language], !isFailed)}${choice(`${here}?failed=on`, words.failed[language], isFailed)}</ul></nav>
${rows.length === 0 ? nothingHere(isFailed, language) : html`<ul class="rights on-card">${rows.map((row) => rowOf(row, language))}</ul>`}
<div class="actions row">${isBegun ? html`<a class="button quiet" href="${isFailed ? `${here}?failed=on` : here}">${words.newest[language]}</a>` : null}${nextCursor === null ? null : html`<a class="button quiet" href="${`${here}?${filter}cursor=${nextCursor}`}">${words.older[language]}</a>`}<a class="button quiet" href="/account/api-access">${words.back[language]}</a></div>`,
  );
}

const nothingHere = (isFailed: boolean, language: Language): Html =>
  isFailed
    ? nothingYet(icons.check, words.noFailures[language], words.noFailuresText[language])
    : nothingYet(icons.key, words.empty[language], words.emptyText[language]);

/** The code of a refusal leads to what it means and what to do. */
const codeOf = (code: string | null): Html | null =>
  code === null ? null : html` · <code><a class="inline" href="${errorPagePath(code)}">${code}</a></code>`;

function rowOf(row: ClientRequest, language: Language): Html {
  const { requestedAt, method, path, status, code, tool, requestId, durationMillis } = row;
  return html`<li><span><strong><code>${method} ${path}</code></strong>
<span>${showSecond(requestedAt, language)} · ${status}${codeOf(code)}${tool === null ? null : html` · ${words.tool[language]} <code>${tool}</code>`} · ${durationMillis} ms · <code>${requestId}</code></span></span></li>`;
}
