import { card, flag, type Html, html, icons, type Language, type Page, renderPage } from '@app/pages';
import { shownName } from '@app/runtime';
import type { Companies } from '../memberships/memberships.ts';
import { includesWrite, type Scope } from '../scopes/scope.ts';
import { byContractText } from './companies.ts';

const MAX_COMPANIES = 5;

const words = {
  title: { nob: 'Gi tilgang?', eng: 'Give access?' },
  asks: { nob: 'vil bruke regnskapet på dine vegne', eng: 'wants to use the books on your behalf' },
  unnamed: { nob: 'Et program uten navn', eng: 'An application without a name' },
  read: { nob: 'Lese', eng: 'Read' },
  readWhat: {
    nob: 'Se alt du selv kan se: bilag, rapporter, kontakter, lønn.',
    eng: 'See everything you can see yourself: vouchers, reports, contacts, payroll.',
  },
  write: { nob: 'Skrive', eng: 'Write' },
  writeWhat: {
    nob: 'Føre, endre og slette på dine vegne. Fjern haken for bare å la det lese.',
    eng: 'Post, change and delete on your behalf. Untick to let it read only.',
  },
  companies: { nob: 'Gjelder', eng: 'Applies to' },
  allCompanies: { nob: 'Alle firmaer du har tilgang til', eng: 'All companies you have access to' },
  noCompanies: {
    nob: 'Ingen firmaer ennå, og de du får tilgang til senere',
    eng: 'No companies yet, and those you get access to later',
  },
  andMore: { nob: (n: number) => `og ${n} til`, eng: (n: number) => `and ${n} more` },
  later: { nob: 'Også firmaer du får tilgang til senere.', eng: 'Also companies you get access to later.' },
  you: { nob: 'Du er', eng: 'You are' },
  switch: { nob: 'Bytt bruker', eng: 'Switch user' },
  backTo: { nob: 'Svaret sendes til', eng: 'The answer goes to' },
  allow: { nob: 'Gi tilgang', eng: 'Give access' },
  deny: { nob: 'Avslå', eng: 'Deny' },
  lead: {
    nob: 'Gi bare tilgang til programmer du kjenner. Passordet ditt deles ikke.',
    eng: 'Give access only to applications you know. Your password is not shared.',
  },
} as const;

/** What the person is asked, and as whom. */
interface Question {
  readonly client: { readonly clientName: string };
  readonly session: { readonly firstName: string; readonly lastName: string; readonly email: string | null };
  readonly redirectUri: string;
  readonly scope: Scope;
  /** For the hidden field of the form. */
  readonly antiForgeryToken: string;
}

/** The consent form: who asks, for which companies, to read or also to write (SCP-R06, AUZ-R31). */
export function consentPage(options: {
  readonly language: Language;
  readonly question: Question;
  /** Undefined when they cannot be had at this moment. */
  readonly companies: Companies | undefined;
  readonly action: string;
  /** Of the login page that leads back here. */
  readonly switchUser: string;
  readonly requestId: string;
}): Page {
  const { language, question, companies, action, switchUser, requestId } = options;
  const { client, session, redirectUri, scope, antiForgeryToken } = question;
  const name = shownName(client.clientName) || words.unnamed[language];
  return renderPage({
    language,
    isPassage: true,
    title: words.title[language],
    requestId,
    body: card(
      html`<div class="parties"><span class="badge" aria-hidden="true">${initial(name)}</span><span class="link">${icons.both}</span><span class="badge">${icons.brand}</span></div>
<h1>${name} ${words.asks[language]}</h1>
<p class="lead">${words.lead[language]}</p>
<form method="post" action="${action}">
<input type="hidden" name="csrf_token" value="${antiForgeryToken}">
<ul class="rights">
<li><span class="mark">${icons.check}</span><span><strong>${words.read[language]}</strong><span>${words.readWhat[language]}</span></span></li>
${
  includesWrite(scope)
    ? html`<li><label for="write"><input type="checkbox" id="write" name="write" value="on" ${flag('checked', true)}><span><strong>${words.write[language]}</strong><span>${words.writeWhat[language]}</span></span></label></li>`
    : null
}
</ul>
<dl class="facts">
<dt>${words.companies[language]}</dt><dd>${companyList(companies, language)}</dd>
<dt>${words.you[language]}</dt><dd>${personOf(session)}<a href="${switchUser}">${words.switch[language]}</a></dd>
<dt>${words.backTo[language]}</dt><dd>${hostOf(redirectUri)}</dd>
</dl>
<div class="actions row">
<button class="button" type="submit" name="confirm" value="yes">${words.allow[language]}</button>
<button class="button quiet" type="submit" name="confirm" value="no">${words.deny[language]}</button>
</div>
</form>`,
      'wide',
    ),
  });
}

const initial = (name: string): string => [...name][0]?.toUpperCase() ?? '?';

/**
 * The host that the browser will be sent to, as it stands in the address: a look-alike in another script shows its true
 * form.
 */
const hostOf = (uri: string): string => new URL(uri).host;

function personOf({ firstName, lastName, email }: Question['session']): readonly Html[] {
  const name = shownName(`${firstName} ${lastName}`);
  return [name, email ?? ''].filter((line) => line !== '').map((line) => html`${line}<br>`);
}

function companyList(companies: Companies | undefined, language: Language) {
  if (companies === undefined) return html`${words.allCompanies[language]}`;
  const { names, byContract } = companies;
  if (names.length === 0 && byContract === 0) return html`${words.noCompanies[language]}`;
  const shown = names.length > MAX_COMPANIES + 1 ? names.slice(0, MAX_COMPANIES) : names;
  const rest = names.length - shown.length;
  return html`${shown.map((name) => html`${name}<br>`)}${rest > 0 ? html`${words.andMore[language](rest)}<br>` : null}${byContract > 0 ? html`${byContractText(companies)[language]}<br>` : null}<span class="small">${words.later[language]}</span>`;
}
