import { card, flag, type Html, html, type Language, notice, type Page, renderPage } from '@app/pages';
import { shownName } from '@app/runtime';
import { stagesList } from './stages.ts';
import { choose, type FormFault, start } from './words.ts';

/** A company that the person may choose. */
interface Choice {
  readonly id: number;
  readonly name: string;
  readonly organization_number: string;
  readonly already_registered: boolean;
}

export interface CompanyPageOptions {
  readonly language: Language;
  /** Travels in the form only: the flow has no cookie before it is completed. */
  readonly signupToken: string;
  readonly givenName: string;
  readonly isExistingUser: boolean;
  readonly organizations: readonly Choice[];
  readonly faults?: readonly FormFault[];
  /** What was sent before; never the password. */
  readonly sent?: { readonly organizationId?: string; readonly email?: string; readonly ads?: boolean };
  readonly requestId: string;
}

/** The form of the last step: company, and for a new user e-mail and password. */
export function companyPage(options: CompanyPageOptions): Page {
  const { language, givenName, organizations, requestId } = options;
  const isOpen = organizations.some((one) => !one.already_registered);
  return renderPage({
    language,
    title: choose.title[language],
    requestId,
    body: card(
      html`${stagesList(language, 1)}
<h1>${choose.hello[language](shownName(givenName))}</h1>
${options.isExistingUser ? logInOf(options) : null}
${isOpen ? formOf(options) : deadEnd(options)}`,
      'wide',
    ),
  });
}

/** Whoever came to log in is done here. */
const logInOf = ({ language, signupToken }: CompanyPageOptions): Html =>
  html`<form method="post" action="/sign-up/log-in">
<input type="hidden" name="signup_token" value="${signupToken}">
<p class="lead">${choose.logInText[language]}</p>
<div class="actions"><button class="button" type="submit">${choose.logInAs[language]}</button></div>
</form>
<hr>`;

function deadEnd({ language, organizations, isExistingUser }: CompanyPageOptions): Html {
  const isEmpty = organizations.length === 0;
  // Whoever has a user here most likely has access to these companies, and came to log in.
  if (isExistingUser && !isEmpty) return html`<p class="small">${choose.allKnown[language]}</p>`;
  return html`<p class="lead">${choose.known[language]}</p>
${notice(isEmpty ? choose.none[language] : choose.allTaken[language], 'wait')}
${isEmpty ? null : html`<ul class="rights">${organizations.map((one) => html`<li>${describe(one, language)}</li>`)}</ul>`}
${isExistingUser ? null : html`<div class="actions"><a class="button" href="${isEmpty ? '/sign-up' : '/v2/oauth/login'}">${isEmpty ? choose.again[language] : start.logIn[language]}</a></div>`}`;
}

function formOf(options: CompanyPageOptions): Html {
  const { language, signupToken, isExistingUser, faults = [], sent = {} } = options;
  const general = faults.filter(({ field }) => field === undefined);
  return html`<p class="lead">${choose.lead[language]}</p>
${general.map(({ text }) => notice(text, 'bad'))}
<form method="post" action="/sign-up/complete" novalidate>
<input type="hidden" name="signup_token" value="${signupToken}">
${companies(options)}
${isExistingUser ? null : credentials(options)}
<label class="agree"><input type="checkbox" name="ads" value="on" ${flag('checked', sent.ads === true)}><span>${choose.ads[language]}</span></label>
<div class="actions"><button class="button" type="submit">${choose.go[language]}</button></div>
</form>
<hr>
<p class="small">${choose.life[language]} <a href="/sign-up">${choose.again[language]}</a></p>`;
}

const faultAt = (options: CompanyPageOptions, field: FormFault['field']): string | undefined =>
  options.faults?.find((fault) => fault.field === field)?.text;

function companies(options: CompanyPageOptions): Html {
  const { language, organizations, sent } = options;
  const fault = faultAt(options, 'organization');
  const open = organizations.filter((one) => !one.already_registered);
  const chosen = sent?.organizationId ?? (open.length === 1 ? String(open[0]!.id) : undefined);
  return html`<fieldset aria-describedby="${fault ? 'organization-fault' : ''}">
<legend>${choose.companies[language]}</legend>
${fault ? html`<span class="fault above" id="organization-fault" role="alert">${fault}</span>` : null}
<ul class="${organizations.length > MANY ? 'rights long' : 'rights'}">
${[...organizations]
  .sort(forPeople)
  .map(
    (one) =>
      html`<li><label><input type="radio" name="organization_id" value="${String(one.id)}" required ${flag('checked', !one.already_registered && String(one.id) === chosen)} ${flag('disabled', one.already_registered)}>${describe(one, language)}</label></li>`,
  )}
</ul>
</fieldset>`;
}

/** More than these scroll in a window of their own, so that the rest of the form stays in reach. */
const MANY = 7;

/** Those that can be chosen first, each part by name. */
const forPeople = (a: Choice, b: Choice): number =>
  Number(a.already_registered) - Number(b.already_registered) || a.name.localeCompare(b.name, 'nb');

const describe = ({ name, organization_number, already_registered }: Choice, language: Language): Html =>
  html`<span><strong>${shownName(name)}</strong><span>${choose.number[language]} ${grouped(organization_number)}</span>${already_registered ? html`<span>${choose.taken[language]}</span>` : null}</span>`;

/** Nine digits in groups of three, kept on one line. */
const grouped = (number: string): string => number.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3');

function credentials(options: CompanyPageOptions): Html {
  const { language, sent } = options;
  const [email, password] = [faultAt(options, 'email'), faultAt(options, 'password')];
  return html`<fieldset>
<legend>${choose.user[language]}</legend>
<p class="small">${choose.userLead[language]}</p>
<div class="field"><label for="email">${choose.email[language]}</label>
<input type="email" id="email" name="email" value="${sent?.email ?? ''}" required autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" aria-invalid="${email ? 'true' : 'false'}" aria-describedby="${email ? 'email-fault' : ''}" ${flag('autofocus', email !== undefined)}>
${email ? html`<span class="fault" id="email-fault" role="alert">${email}</span>` : null}</div>
<div class="field"><label for="password">${choose.password[language]}</label>
<span class="hint" id="password-rule">${choose.passwordRule[language]}</span>
<input type="password" id="password" name="password" value="" required autocomplete="new-password" minlength="8" maxlength="128" aria-invalid="${password ? 'true' : 'false'}" aria-describedby="${password ? 'password-rule password-fault' : 'password-rule'}" ${flag('autofocus', password !== undefined && email === undefined)}>
${password ? html`<span class="fault" id="password-fault" role="alert">${password}</span>` : null}</div>
</fieldset>`;
}
