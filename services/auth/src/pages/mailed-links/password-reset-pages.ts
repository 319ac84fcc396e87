import { flag, html, notice, type Page } from '@app/pages';
import { type LinkPageContext, linkPage, sendButton, wayOn } from './link-page.ts';

const words = {
  forgot: { nob: 'Glemt passord', eng: 'Forgotten password' },
  forgotLead: {
    nob: 'Skriv e-postadressen din, så sender vi en lenke til et nytt passord.',
    eng: 'Write your e-mail address, and we send a link to a new password.',
  },
  email: { nob: 'E-postadresse', eng: 'E-mail address' },
  send: { nob: 'Send lenke', eng: 'Send a link' },
  sentTitle: { nob: 'Se i innboksen din', eng: 'Look into your inbox' },
  sentLead: {
    nob: 'Har en bruker denne adressen, kommer det en e-post med en lenke. Den virker i en time.',
    eng: 'If a user has this address, a mail with a link is on its way. It works for an hour.',
  },
  sentMore: {
    nob: 'Kommer den ikke, se i søppelposten, og sjekk at du skrev adressen du logger inn med. Vi sender høyst tre slike i timen.',
    eng: 'If it does not come, look among the junk mail, and check that you wrote the address you log in with. We send at most three an hour.',
  },
  choose: { nob: 'Velg nytt passord', eng: 'Choose a new password' },
  chooseLead: {
    nob: 'Når du har valgt, blir du logget ut overalt og logger inn med det nye.',
    eng: 'When you have chosen, you are logged out everywhere and log in with the new one.',
  },
  user: { nob: 'Bruker', eng: 'User' },
  password: { nob: 'Nytt passord', eng: 'New password' },
  hint: {
    nob: 'Minst 8 tegn av minst to slag: små bokstaver, store bokstaver, tall, andre tegn. Ikke navnet i e-postadressen.',
    eng: 'At least 8 characters of at least two kinds: lower case, upper case, digits, others. Not the name in your e-mail address.',
  },
  weak: {
    nob: 'Passordet er for svakt eller for vanlig. Velg et annet.',
    eng: 'The password is too weak or too common. Choose another one.',
  },
  save: { nob: 'Lagre passordet', eng: 'Save the password' },
  doneTitle: { nob: 'Passordet er byttet', eng: 'The password is changed' },
  doneLead: {
    nob: 'Du er logget ut overalt. Logg inn med det nye passordet.',
    eng: 'You are logged out everywhere. Log in with the new password.',
  },
  deadTitle: { nob: 'Denne lenken virker ikke', eng: 'This link does not work' },
  deadLead: {
    nob: 'Den er brukt, eldre enn en time eller ufullstendig. Be om en ny.',
    eng: 'It is used, older than an hour or incomplete. Ask for a new one.',
  },
  again: { nob: 'Be om en ny lenke', eng: 'Ask for a new link' },
  logIn: { nob: 'Logg inn', eng: 'Log in' },
} as const;

export interface PageContext extends LinkPageContext {
  /** Begins the addresses of these pages: the prefix that the page was asked under. */
  readonly base: string;
}

const logInAddress = (base: string): string => `${base}/login?next=%2Faccount`;
const logInBelow = ({ language, base }: PageContext) =>
  html`<p class="small below"><a href="${logInAddress(base)}">${words.logIn[language]}</a></p>`;

/** Asks for the address. Works without script and shows nobody whether a user has it. */
export function forgottenPage(context: PageContext): Page {
  const { language, base } = context;
  return linkPage(
    context,
    { title: words.forgot, lead: words.forgotLead },
    html`<form method="post" action="${base}/password-reset">
<div class="field"><label for="email">${words.email[language]}</label>
<input type="email" id="email" name="email" value="" required autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" ${flag('autofocus', true)}></div>
${sendButton(words.send[language])}
</form>
${logInBelow(context)}`,
  );
}

/** The same for every address. */
export const sentPage = (context: PageContext): Page =>
  linkPage(
    context,
    { title: words.sentTitle, lead: words.sentLead },
    html`<p>${words.sentMore[context.language]}</p>
${logInBelow(context)}`,
  );

/** Asks for the new password. The form is sent to the address it stands at, which the page need not repeat. */
export function choosePage(
  context: PageContext,
  { email, name }: { readonly email: string; readonly name: string },
  isWeak = false,
): Page {
  const { language } = context;
  return linkPage(
    context,
    { title: words.choose, lead: words.chooseLead },
    html`<dl class="facts"><dt>${words.user[language]}</dt><dd>${name === '' ? null : html`<strong>${name}</strong><br>`}${email}</dd></dl>
${isWeak ? notice(words.weak[language], 'bad') : null}
<form method="post">
<input type="email" name="email" value="${email}" autocomplete="username" hidden>
<div class="field"><label for="password">${words.password[language]}</label>
<span class="hint" id="hint">${words.hint[language]}</span>
<input type="password" id="password" name="password" value="" required autocomplete="new-password" maxlength="256" aria-invalid="${isWeak ? 'true' : 'false'}" aria-describedby="${isWeak ? 'notice hint' : 'hint'}" ${flag('autofocus', true)}></div>
${sendButton(words.save[language])}
</form>`,
  );
}

export const changedPage = (context: PageContext): Page =>
  linkPage(
    context,
    { title: words.doneTitle, lead: words.doneLead, seal: 'done' },
    wayOn(logInAddress(context.base), words.logIn[context.language]),
  );

export const deadLinkPage = (context: PageContext): Page =>
  linkPage(
    context,
    { title: words.deadTitle, lead: words.deadLead, seal: 'closed' },
    wayOn(`${context.base}/password-reset`, words.again[context.language]),
  );
