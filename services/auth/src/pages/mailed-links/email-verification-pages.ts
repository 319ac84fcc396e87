import { html, type Page, showMoment } from '@app/pages';
import { type LinkPageContext, linkPage, sendButton, wayOn } from './link-page.ts';

const words = {
  title: { nob: 'Bekreft e-postadressen', eng: 'Confirm the e-mail address' },
  lead: {
    nob: 'Er dette adressen din, og er du personen under? Bekreft bare da.',
    eng: 'Is this your address, and are you the person below? Confirm only then.',
  },
  address: { nob: 'E-postadresse', eng: 'E-mail address' },
  person: { nob: 'Bruker', eng: 'User' },
  until: { nob: 'Lenken virker til', eng: 'The link works until' },
  oslo: { nob: '', eng: ' (Oslo time)' },
  go: { nob: 'Ja, bekreft adressen', eng: 'Yes, confirm the address' },
  doubt: {
    nob: 'Er det ikke deg, lukk denne siden. Da skjer det ingenting.',
    eng: 'If it is not you, close this page. Nothing happens then.',
  },
  doneTitle: { nob: 'Adressen er bekreftet', eng: 'The address is confirmed' },
  doneLead: { nob: 'Fra nå av logger du inn med denne adressen:', eng: 'From now on you log in with this address:' },
  unknownTitle: { nob: 'Denne lenken virker ikke', eng: 'This link does not work' },
  unknownLead: {
    nob: 'Den er brukt, erstattet av en nyere, eldre enn tre døgn eller ufullstendig. Har du bekreftet adressen alt, er alt i orden.',
    eng: 'It is used, replaced by a newer one, older than three days or incomplete. If you have confirmed the address already, all is well.',
  },
  takenTitle: { nob: 'Adressen tilhører en annen bruker', eng: 'The address belongs to another user' },
  takenLead: {
    nob: 'En annen bruker har bekreftet denne adressen før. Ingenting er endret; velg en annen adresse.',
    eng: 'Another user confirmed this address before. Nothing was changed; choose another address.',
  },
  logIn: { nob: 'Logg inn', eng: 'Log in' },
} as const;

const logInAddress = '/public/v2/oauth/login?next=%2Faccount';
const toLogIn = ({ language }: LinkPageContext) => wayOn(logInAddress, words.logIn[language]);

/**
 * What the link would prove, and the form that does. It is sent to the address it stands at, which the page need not
 * repeat.
 */
export function confirmPage(
  context: LinkPageContext,
  { email, name, expiresAt }: { readonly email: string; readonly name: string; readonly expiresAt: Date },
): Page {
  const { language } = context;
  return linkPage(
    context,
    { title: words.title, lead: words.lead },
    html`<dl class="facts">
<dt>${words.address[language]}</dt><dd><strong>${email}</strong></dd>
${name === '' ? null : html`<dt>${words.person[language]}</dt><dd>${name}</dd>`}
<dt>${words.until[language]}</dt><dd>${showMoment(expiresAt, language)}${words.oslo[language]}</dd>
</dl>
<form method="post">
${sendButton(words.go[language])}
</form>
<hr>
<p class="small">${words.doubt[language]}</p>`,
  );
}

export const confirmedPage = (context: LinkPageContext, email: string): Page =>
  linkPage(
    context,
    { title: words.doneTitle, lead: words.doneLead, about: html`<strong>${email}</strong>`, seal: 'done' },
    toLogIn(context),
  );

export const unknownPage = (context: LinkPageContext): Page =>
  linkPage(context, { title: words.unknownTitle, lead: words.unknownLead, seal: 'closed' }, toLogIn(context));

export const takenPage = (context: LinkPageContext): Page =>
  linkPage(context, { title: words.takenTitle, lead: words.takenLead, seal: 'closed' }, toLogIn(context));
