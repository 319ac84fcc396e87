import { card, flag, type Html, html, type Language, notice, type Page, renderPage } from '@app/pages';

const words = {
  title: { nob: 'Logg inn', eng: 'Log in' },
  lead: { nob: 'Med e-postadressen og passordet ditt.', eng: 'With your e-mail address and password.' },
  forApp: {
    nob: 'Logg inn for å fortsette. Deretter spør vi hva programmet skal få lov til.',
    eng: 'Log in to continue. After that we ask what the application may do.',
  },
  email: { nob: 'E-postadresse', eng: 'E-mail address' },
  password: { nob: 'Passord', eng: 'Password' },
  submit: { nob: 'Logg inn', eng: 'Log in' },
  forgotten: { nob: 'Glemt passord?', eng: 'Forgotten password?' },
  byIdentity: { nob: 'Bruk nasjonal e-ID', eng: 'Use your national ID' },
  newHere: { nob: 'Ny her?', eng: 'New here?' },
  signUp: { nob: 'Opprett regnskap', eng: 'Open your books' },
  refused: {
    nob: 'E-postadressen eller passordet stemmer ikke. Etter ti forsøk på rad må du vente et kvarter.',
    eng: 'The e-mail address or the password is not right. After ten tries in a row you have to wait a quarter of an hour.',
  },
} as const;

/** The login form. It works without script and shows nobody whether an account exists. */
export function loginPage(options: {
  readonly language: Language;
  readonly next: string;
  /** Where the form is sent: the prefix the page was asked under. */
  readonly action: string;
  readonly email?: string;
  readonly isRefused?: boolean;
  readonly requestId: string;
}): Page {
  const { language, next, action, email = '', isRefused = false, requestId } = options;
  const isForApp = /^\/(public\/)?v2\/oauth\/authorize\b/.test(next);
  const invalid = isRefused ? 'true' : 'false';
  const describedBy = isRefused ? 'notice' : '';
  return renderPage({
    language,
    isPassage: true,
    title: words.title[language],
    requestId,
    body: card(html`<h1>${words.title[language]}</h1>
<p class="lead">${isForApp ? words.forApp[language] : words.lead[language]}</p>
${isRefused ? notice(words.refused[language], 'bad') : null}
<form method="post" action="${action}">
<input type="hidden" name="next" value="${next}">
<div class="field"><label for="email">${words.email[language]}</label>
<input type="email" id="email" name="email" value="${email}" required autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" aria-invalid="${invalid}" aria-describedby="${describedBy}" ${flag('autofocus', !isRefused)}></div>
<div class="field"><label for="password">${words.password[language]}</label>
<input type="password" id="password" name="password" value="" required autocomplete="current-password" maxlength="256" aria-invalid="${invalid}" aria-describedby="${describedBy}" ${flag('autofocus', isRefused)}></div>
<div class="actions"><button class="button" type="submit">${words.submit[language]}</button></div>
</form>
${isForApp ? null : byIdentity(language)}
<p class="small below"><a href="${action.replace(/\/login$/, '/password-reset')}">${words.forgotten[language]}</a><br>
${words.newHere[language]} <a href="/sign-up">${words.signUp[language]}</a></p>`),
  });
}

/**
 * The way of signing up, which knows who has been here. Not on the way to an application: the identity provider leads
 * back to these pages, and the application would wait.
 */
const byIdentity = (language: Language): Html =>
  html`<form method="post" action="/sign-up/start">
<div class="actions"><button class="button quiet" type="submit">${words.byIdentity[language]}</button></div>
</form>`;
