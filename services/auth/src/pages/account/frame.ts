import {
  flag,
  type Html,
  html,
  icons,
  type Language,
  notice,
  type Page,
  renderPage,
  sheet,
  type Words,
} from '@app/pages';

export const places = {
  account: { href: '/account', words: { nob: 'Oversikt', eng: 'Overview' } },
  apiAccess: { href: '/account/api-access', words: { nob: 'API-tilgang', eng: 'API access' } },
  applications: { href: '/account/applications', words: { nob: 'Programmer', eng: 'Applications' } },
} as const;

const words = {
  menu: { nob: 'Kontoen din', eng: 'Your account' },
  logOut: { nob: 'Logg ut', eng: 'Log out' },
} as const;

/** The person that a page of the account is shown to. */
export interface PageVisitor {
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** For the hidden field of every form. */
  readonly formToken: string;
}

/** What every page of the account is rendered with. */
export interface PageContext {
  readonly language: Language;
  readonly visitor: PageVisitor;
  readonly requestId: string;
}

export interface PageHead {
  /** Which of the places this page belongs to. */
  readonly place: keyof typeof places;
  readonly title: string;
  /** Where it is not the title. */
  readonly heading?: string;
  readonly lead?: Words;
  /** What was done just before, above the heading. */
  readonly done?: Words | false;
  /** Where to go from here, beside the heading. */
  readonly action?: Html;
}

/** A page of the account: where one can go, log out, heading and lead, and the content. */
export function framePage(
  { language, visitor, requestId }: PageContext,
  { place, title, heading = title, lead, done, action }: PageHead,
  content: Html,
): Page {
  const top = html`<nav aria-label="${words.menu[language]}"><ul class="tabs">${Object.entries(places).map(
    ([name, { href, words: label }]) =>
      name === place
        ? html`<li><a href="${href}" aria-current="page">${label[language]}</a></li>`
        : html`<li><a href="${href}">${label[language]}</a></li>`,
  )}</ul></nav>
<form class="leave" method="post" action="/account/log-out">${formToken(visitor)}<button class="button quiet small" type="submit">${icons.leave}${words.logOut[language]}</button></form>`;
  const name = html`<h1>${heading}</h1>`;
  const body = html`${done ? notice(done[language]) : null}
${action ? html`<div class="head">${name}${action}</div>` : name}
${lead ? html`<p class="lead">${lead[language]}</p>` : null}
${content}`;
  return renderPage({ language, title, top, requestId, body: sheet(body) });
}

/** Stands where a list would, when there is nothing to list. */
export const nothingYet = (icon: Html, title: string, text: string): Html =>
  html`<div class="entry empty"><span class="badge" aria-hidden="true">${icon}</span><h2>${title}</h2><p>${text}</p></div>`;

export const formToken = (visitor: PageVisitor): Html =>
  html`<input type="hidden" name="csrf_token" value="${visitor.formToken}">`;

/** A choice with its consequence, as a row that can be pressed anywhere. */
export const tick = (name: string, isOn: boolean, label: string, text: string): Html =>
  html`<li><label for="${name}"><input type="checkbox" id="${name}" name="${name}" value="on" ${flag('checked', isOn)}><span><strong>${label}</strong><span>${text}</span></span></label></li>`;
