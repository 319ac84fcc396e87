import { type Html, html, icons, type Language, type Page, showMoment } from '@app/pages';
import type { Client } from '../../../clients/client.ts';
import { framePage, nothingYet, type PageContext } from '../frame.ts';
import { grantWords, nameOf, scopeText } from './words.ts';

const words = {
  title: { nob: 'API-tilgang', eng: 'API access' },
  lead: {
    nob: 'Klienter for programmer du lager selv. Hver har sin egen hemmelighet, og slutter å virke når du sletter den.',
    eng: 'Clients for programs you make yourself. Each has a secret of its own, and stops working when you delete it.',
  },
  add: { nob: 'Ny klient', eng: 'New client' },
  empty: { nob: 'Du har ingen klienter ennå', eng: 'You have no clients yet' },
  emptyText: {
    nob: 'Lag en for å kalle API-et fra ditt eget program.',
    eng: 'Make one to call the API from a program of your own.',
  },
  deleted: {
    nob: 'Klienten er slettet. Tilgangen den hadde, er borte.',
    eng: 'The client is deleted. The access it had is gone.',
  },
  may: { nob: 'Kan', eng: 'May' },
  kind: { nob: 'Bruk', eng: 'Use' },
  addresses: { nob: 'Svaret sendes til', eng: 'The answer goes to' },
  made: { nob: 'Laget', eng: 'Made' },
  used: { nob: 'Sist brukt', eng: 'Last used' },
  never: { nob: 'Aldri', eng: 'Never' },
  delete: { nob: 'Slett', eng: 'Delete' },
  requests: { nob: 'Siste forespørsler', eng: 'Last requests' },
} as const;

/** A person's own clients: what each may do, and when it was last used. */
export function listPage(
  options: PageContext & {
    readonly clients: readonly Client[];
    readonly isDeleted: boolean;
  },
): Page {
  const { language, clients, isDeleted } = options;
  const action = html`<a class="button small" href="/account/api-access/new">${icons.add}${words.add[language]}</a>`;
  return framePage(
    options,
    {
      place: 'apiAccess',
      title: words.title[language],
      lead: words.lead,
      done: isDeleted && words.deleted,
      action,
    },
    html`${clients.length === 0 ? nothingYet(icons.key, words.empty[language], words.emptyText[language]) : clients.map((client, index) => entryOf(client, index, language))}`,
  );
}

function entryOf(client: Client, index: number, language: Language): Html {
  const name = nameOf(client.clientName, language);
  return html`<article class="entry" aria-labelledby="${`client-${index}`}">
<div class="head"><div><h2 id="${`client-${index}`}">${name}</h2><code class="soft">${client.clientId}</code></div>
<a class="button danger small" href="${`/account/api-access/${encodeURIComponent(client.clientId)}/delete`}" aria-label="${`${words.delete[language]} ${name}`}">${words.delete[language]}</a></div>
<dl class="facts">
<dt>${words.may[language]}</dt><dd>${scopeText(client.scope, language)}</dd>
<dt>${words.kind[language]}</dt><dd>${client.grantTypes.map((grant, at) => html`${at > 0 ? ' · ' : null}${grantWords[grant].label[language]}`)}</dd>
${client.redirectUris.length === 0 ? null : html`<dt>${words.addresses[language]}</dt><dd><ul class="plain">${client.redirectUris.map((uri) => html`<li><code>${uri}</code></li>`)}</ul></dd>`}
<dt>${words.made[language]}</dt><dd>${showMoment(client.createdAt, language)}</dd>
<dt>${words.used[language]}</dt><dd>${client.lastUsedAt === null ? words.never[language] : showMoment(client.lastUsedAt, language)}</dd>
</dl>
<p><a href="${`/account/api-access/${encodeURIComponent(client.clientId)}/requests`}" aria-label="${`${words.requests[language]}: ${name}`}">${words.requests[language]}</a></p>
</article>`;
}
