import { html, type Page, showMoment } from '@app/pages';
import type { Client } from '../../../clients/client.ts';
import { formToken, framePage, type PageContext } from '../frame.ts';
import { nameOf } from './words.ts';

const words = {
  title: { nob: (name: string) => `Slette «${name}»?`, eng: (name: string) => `Delete “${name}”?` },
  lead: {
    nob: 'Programmer som bruker den, mister tilgangen med en gang. Det kan ikke gjøres om.',
    eng: 'Programs that use it lose their access at once. This cannot be undone.',
  },
  id: { nob: 'Klient-ID', eng: 'Client ID' },
  used: { nob: 'Sist brukt', eng: 'Last used' },
  never: { nob: 'Aldri', eng: 'Never' },
  go: { nob: 'Slett klienten', eng: 'Delete the client' },
  cancel: { nob: 'Behold den', eng: 'Keep it' },
} as const;

/** Asks before a client goes for good. */
export function deletePage(
  options: PageContext & {
    readonly client: Client;
  },
): Page {
  const { language, visitor, client } = options;
  const title = words.title[language](nameOf(client.clientName, language));
  return framePage(
    options,
    { place: 'apiAccess', title, lead: words.lead },
    html`<form class="entry" method="post" action="${`/account/api-access/${encodeURIComponent(client.clientId)}/delete`}">
${formToken(visitor)}
<dl class="facts">
<dt>${words.id[language]}</dt><dd><code>${client.clientId}</code></dd>
<dt>${words.used[language]}</dt><dd>${client.lastUsedAt === null ? words.never[language] : showMoment(client.lastUsedAt, language)}</dd>
</dl>
<div class="actions row"><button class="button danger" type="submit">${words.go[language]}</button><a class="button quiet" href="/account/api-access">${words.cancel[language]}</a></div>
</form>`,
  );
}
