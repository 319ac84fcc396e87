import { html, icons, notice, type Page } from '@app/pages';
import type { Client } from '../../../clients/client.ts';
import { formToken, framePage, type PageContext } from '../frame.ts';
import { nameOf } from './words.ts';

const words = {
  title: { nob: (name: string) => `«${name}» er klar`, eng: (name: string) => `“${name}” is ready` },
  once: {
    nob: 'Hemmeligheten vises bare nå. Lagre den før du går videre; den kan ikke hentes fram igjen.',
    eng: 'The secret is shown only now. Store it before you go on; it cannot be shown again.',
  },
  id: { nob: 'Klient-ID', eng: 'Client ID' },
  secret: { nob: 'Hemmelighet', eng: 'Secret' },
  secretHint: {
    nob: 'Behandles som et passord. Klikk i feltet for å merke alt.',
    eng: 'Treat it like a password. Click the field to select all of it.',
  },
  download: { nob: 'Last ned som fil', eng: 'Download as a file' },
  go: { nob: 'Jeg har lagret den', eng: 'I have stored it' },
  first: { nob: 'Hent et token', eng: 'Get a token' },
  repeatedTitle: { nob: 'Klienten er allerede laget', eng: 'The client has been made already' },
  repeated: {
    nob: 'Skjemaet ble sendt to ganger. Det laget én klient, og hemmeligheten ble vist den første gangen. Har du den ikke, så slett klienten og lag en ny.',
    eng: 'The form was sent twice. It made one client, and the secret was shown the first time. If you do not have it, delete the client and make a new one.',
  },
  toList: { nob: 'Til listen', eng: 'To the list' },
} as const;

/** The credentials of a new client, shown this once. */
export function createdPage(
  options: PageContext & {
    readonly client: Client;
    readonly secret: string;
    readonly issuer: string;
  },
): Page {
  const { language, visitor, client, secret, issuer } = options;
  const title = words.title[language](nameOf(client.clientName, language));
  return framePage(
    options,
    { place: 'apiAccess', title },
    html`${notice(words.once[language], 'wait')}
<form class="entry" method="post" action="/account/api-access/credentials">
${formToken(visitor)}
<div class="field"><label for="client_id">${words.id[language]}</label>
<input class="copy" type="text" id="client_id" name="client_id" value="${client.clientId}" readonly></div>
<div class="field"><label for="client_secret">${words.secret[language]}</label>
<span class="hint" id="client_secret-hint">${words.secretHint[language]}</span>
<textarea class="copy" id="client_secret" name="client_secret" rows="1" readonly spellcheck="false" aria-describedby="client_secret-hint">${secret}</textarea></div>
<div class="actions row"><a class="button" href="/account/api-access">${words.go[language]}</a><button class="button quiet" type="submit">${icons.download}${words.download[language]}</button></div>
</form>
${
  client.grantTypes.includes('client_credentials')
    ? html`<h2 id="first">${words.first[language]}</h2>
<pre class="shell" tabindex="0" aria-labelledby="first"><code>curl -X POST ${issuer}/v2/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_id=${client.clientId} \\
  -d client_secret="$CLIENT_SECRET"</code></pre>`
    : null
}`,
  );
}

/** For a form that was sent again. */
export function repeatedPage(context: PageContext): Page {
  const { language } = context;
  return framePage(
    context,
    { place: 'apiAccess', title: words.repeatedTitle[language], lead: words.repeated },
    html`<div class="actions"><a class="button" href="/account/api-access">${words.toList[language]}</a></div>`,
  );
}
