import { DEMO_PASSWORD } from '@app/demo/password';
import { type Html, html, icons, type Language, type Page, renderPage, sheet, verbatim } from '@app/pages';
import type { DemoPerson } from '../../credentials/demo-people.ts';
import { words } from './home-words.ts';

/** A voucher that balances, drawn for the eye: what it says stands in the text beside it. */
const drawing = verbatim(`<svg class="drawing" viewBox="0 0 320 250" aria-hidden="true" focusable="false">
<rect class="sheet-back" x="44" y="10" width="262" height="208" rx="14"/>
<rect class="sheet-front" x="14" y="30" width="262" height="208" rx="14"/>
<path class="rule strong" d="M38 92h214"/><path class="rule" d="M38 126h214M38 160h214"/><path class="rule strong" d="M38 196h214"/>
<path class="word" d="M38 64h86"/><path class="word soft" d="M38 109h64M38 143h84M38 178h72"/>
<path class="number" d="M150 109h38"/><path class="number" d="M214 143h34M224 178h24"/>
<path class="total" d="M150 216h38M214 216h34"/>
<circle class="stamp" cx="262" cy="52" r="26"/><path class="tick" d="m250 53 8.5 8.5L275 45"/>
</svg>`);

export interface HomePageOptions {
  readonly language: Language;
  readonly requestId: string;
  /** Of the demo company, where anybody at this machine may sign in as them. */
  readonly people: readonly DemoPerson[];
  /** Origin of the sandbox, where there is one. */
  readonly sandbox: string | undefined;
}

/** The front page, for somebody who is not logged in: what this is, and every place where one can begin. */
export function homePage({ language, requestId, people, sandbox }: HomePageOptions): Page {
  return renderPage({
    language,
    title: words.title[language],
    requestId,
    body: html`<div class="welcome">
<div>
<h1>${words.title[language]}</h1>
<p class="lead">${words.lead[language]}</p>
<div class="actions row"><a class="button" href="/sign-up">${words.signUp[language]}</a><a class="button quiet" href="/v2/oauth/login?next=%2Faccount">${words.logIn[language]}</a></div>
</div>
${drawing}
</div>
${sheet(html`${people.length > 0 ? showPeople(people, language) : null}${showPlaces(sandbox, language)}`, 'wide')}`,
  });
}

/** Where somebody who builds on this begins. */
function showPlaces(sandbox: string | undefined, language: Language): Html {
  const places = [
    { href: '/docs/guides', ...words.guides },
    { href: '/docs', ...words.docs },
    { href: '/docs/try', ...words.try },
    { href: '/docs/guides/assistants', ...words.tools },
    { href: '/docs/errors', ...words.errors },
    ...(sandbox === undefined ? [] : [{ href: `${sandbox}/sandbox/mail`, ...words.sandbox }]),
  ];
  return html`<h2 id="more">${words.more[language]}</h2>
<ul class="rights three" aria-labelledby="more">${places.map(({ href, label, text }) => html`<li><a href="${href}"><span><strong>${label[language]}</strong><span>${text[language]}</span></span>${icons.next}</a></li>`)}</ul>`;
}

/** An address that breaks behind its @, where a narrow window has to break it. */
const breakable = (email: string): readonly Html[] =>
  email.split(/(?<=@)/).map((part, index) => (index === 0 ? html`${part}` : html`<wbr>${part}`));

/** A button per person of the demo company: its form is the one of the login page, filled in. */
const showPeople = (people: readonly DemoPerson[], language: Language): Html =>
  html`<h2 id="people">${words.people[language]}</h2>
<p class="small">${words.peopleText[language]} <code>${DEMO_PASSWORD}</code></p>
<ul class="rights three" aria-labelledby="people">${people.map(
    ({ email, what, norwegian }) => html`<li><form method="post" action="/v2/oauth/login">
<input type="hidden" name="email" value="${email}"><input type="hidden" name="password" value="${DEMO_PASSWORD}"><input type="hidden" name="next" value="/account">
<button class="row-button" type="submit"><span><strong>${breakable(email)}</strong><span>${language === 'eng' ? what : norwegian}</span></span>${icons.next}</button></form></li>`,
  )}</ul>`;
