import { html, icons, type Language, type Page, renderPage, sheet, verbatim } from '@app/pages';

const words = {
  title: { nob: 'Regnskap du kan bygge på', eng: 'Books you can build on' },
  lead: {
    nob: 'Bokføring for norske firmaer: dobbelt, i balanse og i nummerorden, med merverdiavgift og rapporter som stemmer. Alt kan gjøres gjennom et åpent API, og alt som er bokført, blir stående.',
    eng: 'Bookkeeping for Norwegian companies: double entry in balance and in order, VAT by the national codes, reports that add up. Everything can be done through an open API, and whatever is posted stays.',
  },
  signUp: { nob: 'Opprett regnskap', eng: 'Open your books' },
  logIn: { nob: 'Logg inn', eng: 'Log in' },
  docs: { nob: 'Dokumentasjon', eng: 'Documentation' },
  docsText: { nob: 'Alle kall, med eksempler som virker.', eng: 'Every call, with examples that work.' },
  try: { nob: 'Prøv et kall', eng: 'Try a call' },
  tryText: {
    nob: 'Rett fra nettleseren, med din egen tilgang.',
    eng: 'Straight from the browser, with your own access.',
  },
  errors: { nob: 'Feilkoder', eng: 'Error codes' },
  errorsText: { nob: 'Hva hver av dem betyr, og hva du gjør.', eng: 'What each of them means, and what to do.' },
  more: { nob: 'For utviklere', eng: 'For developers' },
} as const;

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

/** The front page, for somebody who is not logged in. */
export function homePage({ language, requestId }: { readonly language: Language; readonly requestId: string }): Page {
  const links = [
    { href: '/docs', label: words.docs, text: words.docsText },
    { href: '/docs/try', label: words.try, text: words.tryText },
    { href: '/docs/errors', label: words.errors, text: words.errorsText },
  ];
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
${sheet(
  html`<h2 id="more">${words.more[language]}</h2>
<ul class="rights three" aria-labelledby="more">${links.map(({ href, label, text }) => html`<li><a href="${href}"><span><strong>${label[language]}</strong><span>${text[language]}</span></span>${icons.next}</a></li>`)}</ul>`,
  'wide',
)}`,
  });
}
