import { flag, type Html, html, icons, notice, type Page } from '@app/pages';
import type { GrantType } from '../../../clients/client.ts';
import { formToken, framePage, type PageContext, tick } from '../frame.ts';
import type { ClientFaults, ClientField, ClientForm } from './form.ts';
import { grantWords } from './words.ts';

const words = {
  title: { nob: 'Ny klient', eng: 'New client' },
  lead: {
    nob: 'Hemmeligheten vises én gang, når klienten er laget.',
    eng: 'The secret is shown once, when the client is made.',
  },
  name: { nob: 'Navn', eng: 'Name' },
  nameHint: {
    nob: 'Slik du kjenner den igjen senere, for eksempel «Nettbutikken».',
    eng: 'So that you know it again later, for example “Web shop”.',
  },
  kind: { nob: 'Hvordan skal den brukes?', eng: 'How will it be used?' },
  addresses: { nob: 'Adresser for svaret', eng: 'Addresses for the answer' },
  addressesHint: {
    nob: 'Bare når folk logger inn. Én på hver linje, nøyaktig slik programmet sender dem.',
    eng: 'Only when people log in. One on each line, exactly as the program sends them.',
  },
  rights: { nob: 'Hva skal den få gjøre?', eng: 'What may it do?' },
  read: { nob: 'Lese', eng: 'Read' },
  readText: { nob: 'Alt du selv kan se. Følger alltid med.', eng: 'Everything you can see yourself. Always included.' },
  write: { nob: 'Skrive', eng: 'Write' },
  writeText: { nob: 'Føre, endre og slette på dine vegne.', eng: 'Post, change and delete on your behalf.' },
  submit: { nob: 'Lag klienten', eng: 'Make the client' },
  cancel: { nob: 'Avbryt', eng: 'Cancel' },
  faults: { nob: 'Noe mangler eller stemmer ikke. Se under.', eng: 'Something is missing or not right. See below.' },
} as const;

const grants: readonly GrantType[] = ['client_credentials', 'authorization_code', 'refresh_token'];

/** The form for a new client. @param options.formId random: one form makes one client, however often it is sent */
export function newPage(
  options: PageContext & {
    readonly formId: string;
    readonly sent?: ClientForm;
    readonly faults?: ClientFaults;
  },
): Page {
  const { language, visitor, formId, sent, faults = {} } = options;
  const isRefused = Object.keys(faults).length > 0;
  const isOn = (name: GrantType) => (sent ? sent[name] === 'on' : name === 'client_credentials');
  return framePage(
    options,
    { place: 'apiAccess', title: words.title[language], lead: words.lead },
    html`${isRefused ? notice(words.faults[language], 'bad') : null}
<form class="entry" method="post" action="/account/api-access/new" novalidate>
${formToken(visitor)}<input type="hidden" name="form_id" value="${formId}">
<div class="field"><label for="client_name">${words.name[language]}</label>
<span class="hint" id="client_name-hint">${words.nameHint[language]}</span>
<input type="text" id="client_name" name="client_name" value="${sent?.client_name ?? ''}" required maxlength="200" autocomplete="off" aria-invalid="${invalid(faults, 'client_name')}" aria-describedby="${described(faults, 'client_name')}" ${flag('autofocus', faults.client_name !== undefined)}>
${faultOf(faults, 'client_name')}</div>
<fieldset aria-describedby="${faults.grant_types ? 'grant_types-fault' : ''}"><legend>${words.kind[language]}</legend>
${faultOf(faults, 'grant_types')}
<ul class="rights">${grants.map((name) => tick(name, isOn(name), grantWords[name].label[language], grantWords[name].text[language]))}</ul></fieldset>
<div class="field"><label for="redirect_uris">${words.addresses[language]}</label>
<span class="hint" id="redirect_uris-hint">${words.addressesHint[language]}</span>
<textarea id="redirect_uris" name="redirect_uris" rows="2" spellcheck="false" autocapitalize="none" autocomplete="off" aria-invalid="${invalid(faults, 'redirect_uris')}" aria-describedby="${described(faults, 'redirect_uris')}" ${flag('autofocus', faults.redirect_uris !== undefined && faults.client_name === undefined)}>${sent?.redirect_uris}</textarea>
${faultOf(faults, 'redirect_uris')}</div>
<fieldset><legend>${words.rights[language]}</legend>
<ul class="rights">
<li><span class="mark">${icons.check}</span><span><strong>${words.read[language]}</strong><span>${words.readText[language]}</span></span></li>
${tick('write', sent ? sent.write === 'on' : false, words.write[language], words.writeText[language])}
</ul></fieldset>
<div class="actions row"><button class="button" type="submit">${words.submit[language]}</button><a class="button quiet" href="/account/api-access">${words.cancel[language]}</a></div>
</form>`,
  );
}

const invalid = (faults: ClientFaults, field: ClientField): string => (faults[field] ? 'true' : 'false');
const described = (faults: ClientFaults, field: ClientField): string =>
  faults[field] ? `${field}-hint ${field}-fault` : `${field}-hint`;
const faultOf = (faults: ClientFaults, field: ClientField): Html | null =>
  faults[field] ? html`<span class="fault" id="${`${field}-fault`}">${faults[field]}</span>` : null;
