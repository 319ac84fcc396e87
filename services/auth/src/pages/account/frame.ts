import { flag, type Html, html, icons, type Language, type Page, renderPage, sheet } from '@app/pages';

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

export interface FrameOptions {
  readonly language: Language;
  readonly visitor: PageVisitor;
  /** Which of the places this page belongs to. */
  readonly place: keyof typeof places;
  readonly title: string;
  readonly body: Html;
  readonly requestId: string;
}

/** A page of the account: where one can go, log out, and the content. */
export function framePage({ language, visitor, place, title, body, requestId }: FrameOptions): Page {
  const top = html`<nav aria-label="${words.menu[language]}"><ul class="tabs">${Object.entries(places).map(
    ([name, { href, words: label }]) =>
      name === place
        ? html`<li><a href="${href}" aria-current="page">${label[language]}</a></li>`
        : html`<li><a href="${href}">${label[language]}</a></li>`,
  )}</ul></nav>
<form class="leave" method="post" action="/account/log-out">${formToken(visitor)}<button class="button quiet small" type="submit">${icons.leave}${words.logOut[language]}</button></form>`;
  return renderPage({ language, title, top, requestId, body: sheet(body) });
}

export const formToken = (visitor: PageVisitor): Html =>
  html`<input type="hidden" name="csrf_token" value="${visitor.formToken}">`;

/** A choice with its consequence, as a row that can be pressed anywhere. */
export const tick = (name: string, isOn: boolean, label: string, text: string): Html =>
  html`<li><label for="${name}"><input type="checkbox" id="${name}" name="${name}" value="on" ${flag('checked', isOn)}><span><strong>${label}</strong><span>${text}</span></span></label></li>`;
