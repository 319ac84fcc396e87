import { html, icons, type Language, type Page } from '@app/pages';
import { shownName } from '@app/runtime';
import type { Companies } from '../../memberships/memberships.ts';
import { byContractText } from '../companies.ts';
import { framePage, type PageContext } from './frame.ts';

const words = {
  title: { nob: 'Oversikt', eng: 'Overview' },
  hello: { nob: (name: string) => `Hei, ${name}`, eng: (name: string) => `Hello, ${name}` },
  helloNobody: { nob: 'Hei', eng: 'Hello' },
  lead: {
    nob: 'Her styrer du hvem og hva som slipper til i regnskapet på dine vegne.',
    eng: 'This is where you decide who and what reaches the books on your behalf.',
  },
  access: { nob: 'API-tilgang', eng: 'API access' },
  accessText: {
    nob: 'Lag klienter for dine egne programmer, og slett dem igjen.',
    eng: 'Make clients for programs of your own, and delete them again.',
  },
  applications: { nob: 'Tilkoblede programmer', eng: 'Connected applications' },
  applicationsText: {
    nob: 'Se hva du har gitt tilgang, og ta den tilbake.',
    eng: 'See what you gave access to, and take it back.',
  },
  docs: { nob: 'Dokumentasjon', eng: 'Documentation' },
  docsText: { nob: 'Alle kall, med eksempler som virker.', eng: 'Every call, with examples that work.' },
  who: { nob: 'Du er logget inn som', eng: 'You are logged in as' },
  companies: { nob: 'Firmaer du har tilgang til', eng: 'Companies you have access to' },
  noCompanies: { nob: 'Ingen ennå.', eng: 'None yet.' },
  signUp: { nob: 'Opprett regnskap for et firma', eng: 'Open the books of a company' },
  unknown: { nob: 'Kan ikke hentes akkurat nå.', eng: 'Cannot be fetched right now.' },
} as const;

/** Where a login leads: who is logged in, for which companies, and where to go from here. */
export function overviewPage(
  options: PageContext & {
    /** Undefined when they cannot be had at this moment. */
    readonly companies: Companies | undefined;
  },
): Page {
  const { language, visitor, companies } = options;
  const links = [
    { href: '/account/api-access', label: words.access, text: words.accessText },
    { href: '/account/applications', label: words.applications, text: words.applicationsText },
    { href: '/docs', label: words.docs, text: words.docsText },
  ];
  const [firstName, name] = [shownName(visitor.firstName), shownName(`${visitor.firstName} ${visitor.lastName}`)];
  return framePage(
    options,
    {
      place: 'account',
      title: words.title[language],
      heading: firstName === '' ? words.helloNobody[language] : words.hello[language](firstName),
      lead: words.lead,
    },
    html`<ul class="rights on-card">${links.map(({ href, label, text }) => html`<li><a href="${href}"><span><strong>${label[language]}</strong><span>${text[language]}</span></span>${icons.next}</a></li>`)}</ul>
<dl class="facts entry">
<dt>${words.who[language]}</dt><dd>${name === '' ? null : html`<strong>${name}</strong><br>`}${visitor.email}</dd>
<dt>${words.companies[language]}</dt><dd>${companyList(companies, language)}</dd>
</dl>`,
  );
}

function companyList(companies: Companies | undefined, language: Language) {
  if (companies === undefined) return html`<span class="soft">${words.unknown[language]}</span>`;
  const { names, byContract } = companies;
  if (names.length === 0 && byContract === 0)
    return html`<span class="soft">${words.noCompanies[language]}</span> <a href="/sign-up">${words.signUp[language]}</a>`;
  return html`<ul class="plain">${names.map((name) => html`<li>${name}</li>`)}${byContract === 0 ? null : html`<li>${byContractText(companies)[language]}</li>`}</ul>`;
}
