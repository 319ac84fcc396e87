import { card, flag, type Html, html, type Language, notice, type Page, renderPage, showMoment } from '@app/pages';
import { roleNames } from '../role-names.ts';
import type { Field, FormFault } from './faults.ts';
import type { Offer } from './offer.ts';
import { engagements, roleRights, offer as words } from './words.ts';

export interface OfferPageOptions {
  readonly language: Language;
  readonly offer: Offer;
  readonly faults?: readonly FormFault[];
  /** What was sent before; never the password. */
  readonly sent?: { readonly firstName: string; readonly lastName: string };
  /** The address is known to have a user: only the password is asked for. */
  readonly isKnown?: boolean;
  readonly requestId: string;
}

/**
 * Who invites to what, and the form that says yes. It is sent to the address it stands at, which the page need not
 * repeat.
 */
export function offerPage(options: OfferPageOptions): Page {
  const { language, offer, faults = [], requestId } = options;
  const { company, inviter, engagement, role, expiresAt } = offer;
  const title = words.title[language](company);
  return renderPage({
    language,
    title,
    requestId,
    body: card(
      html`<h1>${title}</h1>
<p class="lead">${words.lead[language](inviter ?? words.somebody[language])}</p>
<dl class="facts">
<dt>${words.role[language]}</dt><dd><strong>${capitalised(roleNames[role][language])}</strong>: ${roleRights[role][language]}</dd>
<dt>${words.deadline[language]}</dt><dd>${showMoment(expiresAt, language)}${words.oslo[language]}</dd>
</dl>
${engagement ? notice(engagements[engagement.service][language](engagement.firm, company), 'wait', 'engagement') : null}
<hr>
${faults.filter(({ field }) => field === undefined).map(({ text }) => notice(text, 'bad'))}
<form method="post" novalidate>
${fieldsOf(options)}
<div class="actions"><button class="button" type="submit" aria-describedby="${engagement ? 'engagement' : ''}">${words.go[language]}</button></div>
</form>
<hr>
<p class="small">${words.doubt[language]}</p>`,
      'wide',
    ),
  });
}

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase('nb') + text.slice(1);

function fieldsOf(options: OfferPageOptions): Html {
  const { language, offer, sent, isKnown = false } = options;
  return html`<fieldset>
<legend>${words.user[language]}</legend>
<p class="small">${isKnown ? words.knownLead[language] : words.userLead[language]}</p>
${
  isKnown
    ? html`<input type="hidden" name="known" value="yes"><input type="hidden" name="first_name" value="${sent?.firstName ?? ''}"><input type="hidden" name="last_name" value="${sent?.lastName ?? ''}">`
    : html`<div class="pair">
${nameField(options, 'first_name', words.firstName[language], sent?.firstName)}
${nameField(options, 'last_name', words.lastName[language], sent?.lastName)}
</div>`
}
<div class="field"><label for="email">${words.email[language]}</label>
<span class="hint" id="email-rule">${words.emailRule[language]}</span>
<input type="email" id="email" name="email" value="${offer.email}" readonly autocomplete="username" aria-invalid="${invalid(options, 'email')}" aria-describedby="${described(options, 'email', true)}">
${fault(options, 'email')}</div>
<div class="field"><label for="password">${words.password[language]}</label>
${isKnown ? null : html`<span class="hint" id="password-rule">${words.passwordRule[language]}</span>`}
<input type="password" id="password" name="password" value="" required maxlength="128" autocomplete="${isKnown ? 'current-password' : 'new-password'}" aria-invalid="${invalid(options, 'password')}" aria-describedby="${described(options, 'password', !isKnown)}" ${flag('autofocus', isFirst(options, 'password'))}>
${fault(options, 'password')}</div>
</fieldset>`;
}

const nameField = (
  options: OfferPageOptions,
  field: 'first_name' | 'last_name',
  label: string,
  value: string | undefined,
): Html =>
  html`<div class="field"><label for="${field}">${label}</label>
<input type="text" id="${field}" name="${field}" value="${value ?? ''}" required maxlength="1000" autocomplete="${field === 'first_name' ? 'given-name' : 'family-name'}" autocapitalize="words" spellcheck="false" aria-invalid="${invalid(options, field)}" aria-describedby="${described(options, field, false)}" ${flag('autofocus', isFirst(options, field))}>
${fault(options, field)}</div>`;

const textAt = (options: OfferPageOptions, field: Field): string | undefined =>
  options.faults?.find((fault) => fault.field === field)?.text;
/** The first field with a fault gets the focus. */
const isFirst = (options: OfferPageOptions, field: Field): boolean =>
  options.faults?.find((fault) => fault.field !== undefined && fault.field !== 'email')?.field === field;
const invalid = (options: OfferPageOptions, field: Field): string => (textAt(options, field) ? 'true' : 'false');
const described = (options: OfferPageOptions, field: Field, hasRule: boolean): string =>
  [...(hasRule ? [`${field}-rule`] : []), ...(textAt(options, field) ? [`${field}-fault`] : [])].join(' ');
const fault = (options: OfferPageOptions, field: Field): Html | null => {
  const text = textAt(options, field);
  return text === undefined ? null : html`<span class="fault" id="${`${field}-fault`}" role="alert">${text}</span>`;
};
