import { contentSecurityPolicy, html, icons, type Language, pageHeaders, theme, verbatim } from '@app/pages';

const words = {
  title: { nob: 'Sandkassen', eng: 'The sandbox' },
  lead: {
    nob: 'Den står for systemene utenfor plattformen. Alle personer, firmaer og svar er oppdiktet, og ingenting forlater denne maskinen.',
    eng: 'It stands in for the systems outside the platform. Every person, company and answer is made up, and nothing leaves this machine.',
  },
  mail: { nob: 'E-post som er sendt', eng: 'Mail that was sent' },
  mailText: {
    nob: 'Lenker for nytt passord, invitasjoner, fakturaer.',
    eng: 'Links for new passwords, invitations, invoices.',
  },
  systems: { nob: 'For programmer', eng: 'For programs' },
  control: {
    nob: 'Hvordan du lager personer og firmaer, stiller klokken og får et system til å svikte, står i services/sandbox/README.md.',
    eng: 'How to define persons and companies, set the clock and make a system fail is told in services/sandbox/README.md.',
  },
} as const;

const systems = [
  { path: '/idp', nob: 'elektronisk ID: innlogging ved registrering', eng: 'electronic ID: the sign-in of sign-up' },
  { path: '/machine/token', nob: 'token for maskiner', eng: 'tokens for machines' },
  { path: '/parties', nob: 'hvem en person kan handle for', eng: 'whom a person may act for' },
  { path: '/registry', nob: 'Enhetsregisteret', eng: 'business registry' },
  { path: '/tax', nob: 'skattemyndigheten: eiendommer', eng: 'tax authority: properties' },
  { path: '/sandbox', nob: 'styring av alt dette', eng: 'control of all of this' },
] as const;

/** What this address is, for a person who opens it; programs know their paths. */
export function frontPage(language: Language) {
  const text = (name: keyof typeof words): string => words[name][language];
  const page = html`<!doctype html>
<html lang="${language === 'nob' ? 'nb' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${text('title')}</title>${verbatim(`<style>${theme}</style>`)}</head>
<body><main><div class="sheet"><h1>${text('title')}</h1><p class="lead">${text('lead')}</p>
<ul class="rights on-card"><li><a href="/sandbox/mail"><span><strong>${text('mail')}</strong><span>${text('mailText')}</span></span>${icons.next}</a></li></ul>
<div class="entry"><h2>${text('systems')}</h2>
<dl class="facts">${systems.map((system) => html`<dt><code>${system.path}</code></dt><dd>${system[language]}</dd>`)}</dl>
<p class="small">${text('control')}</p></div></div></main></body></html>`;
  return { markup: page.markup, headers: pageHeaders(contentSecurityPolicy({ styles: [theme] })) };
}
