/** Words and looks of the sign-in page. */

export type Language = 'nb' | 'en';

export interface SignInTexts {
  readonly title: string;
  readonly banner: string;
  readonly heading: string;
  readonly explanation: string;
  readonly label: string;
  readonly refused: string;
  readonly submit: string;
  readonly cancel: string;
  readonly persons: string;
  readonly otherLanguage: string;
  readonly failed: string;
  readonly startAgain: string;
}

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  nb: {
    title: 'Prøve-ID – innlogging i testmiljøet',
    banner: 'Testmiljø – dette er ikke en ekte elektronisk ID',
    heading: 'Logg inn med Prøve-ID',
    explanation:
      'Her er alle oppdiktet. Skriv et syntetisk fødselsnummer eller D-nummer, eller velg en person. Bruk aldri ditt eget nummer.',
    label: 'Fødselsnummer (11 siffer)',
    refused: 'Dette er ikke et gyldig nummer. Det må ha 11 siffer, en dato som finnes og riktige kontrollsifre.',
    submit: 'Logg inn',
    cancel: 'Avbryt',
    persons: 'Testpersoner',
    otherLanguage: 'In English',
    failed: 'Innloggingen kunne ikke fortsette',
    startAgain: 'Gå tilbake til der du kom fra, og start på nytt.',
  },
  en: {
    title: 'Trial ID – sign-in of the test environment',
    banner: 'Test environment – this is not a real electronic ID',
    heading: 'Sign in with Trial ID',
    explanation:
      'Everybody here is made up. Type a synthetic national identity number or D-number, or pick a person. Never use your own number.',
    label: 'National identity number (11 digits)',
    refused: 'This is not a valid number. It must have 11 digits, a date that exists and correct check digits.',
    submit: 'Sign in',
    cancel: 'Cancel',
    persons: 'Test persons',
    otherLanguage: 'På norsk',
    failed: 'The sign-in could not go on',
    startAgain: 'Go back to where you came from and start again.',
  },
};

/**
 * Offered beside the defined persons. Synthetic (month + 80): the leaders of an ordinary company and of an accounting
 * firm.
 */
export const EXAMPLE_PIDS = ['01897705792', '18889736131'] as const;

export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5a6675;--paper:#fff;--ground:#eef1f5;--line:#c6ced8;--accent:#174ea6;--on:#fff;--bad:#a3161b;--warn:#ffe08a;--warn-ink:#3d2f00}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf3;--soft:#a5b0be;--paper:#1a212b;--ground:#11161d;--line:#3b4655;--accent:#8ab4f8;--on:#0c1420;--bad:#ff9a9a;--warn:#5c4800;--warn-ink:#ffeebb}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.banner{margin:0;padding:.6rem 1rem;background:var(--warn);color:var(--warn-ink);text-align:center;font-weight:600}
main{max-width:27rem;margin:clamp(1rem,6vh,4rem) auto;padding:2rem;background:var(--paper);border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.2}
h2{margin:0 0 .5rem;font-size:1rem}
p{margin:.25rem 0 1.25rem;color:var(--soft)}
label{display:block;font-weight:600;margin-bottom:.35rem}
input{width:100%;padding:.7rem .8rem;font:inherit;font-size:1.15rem;letter-spacing:.06em;color:inherit;background:transparent;border:2px solid var(--line);border-radius:8px}
input[aria-invalid]{border-color:var(--bad)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.problem{margin:.5rem 0 0;color:var(--bad)}
.actions{display:flex;gap:.75rem;margin-top:1.25rem}
button{flex:1;padding:.7rem 1rem;font:inherit;font-weight:600;color:var(--on);background:var(--accent);border:2px solid var(--accent);border-radius:8px;cursor:pointer}
button.quiet,button.person{color:var(--accent);background:transparent}
.persons{margin-top:2rem;padding-top:1.25rem;border-top:1px solid var(--line)}
button.person{display:flex;justify-content:space-between;gap:1rem;width:100%;margin-top:.5rem;border-color:var(--line);font-weight:400;text-align:left}
button.person>:last-child{white-space:nowrap}
.languages{margin:1.5rem 0 0;text-align:center}
.detail{font-family:ui-monospace,monospace;font-size:.875rem}
a{color:var(--accent)}
`;
