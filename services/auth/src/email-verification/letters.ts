import { type Letter, layOut, letterMoment } from '@app/mail';
import type { Language } from '@app/runtime';

const verification = {
  nob: (until: string) => ({
    subject: 'Bekreft e-postadressen din',
    greeting: 'Hei!',
    lead: 'Denne adressen er oppgitt for en bruker i regnskapssystemet. Bekreft at den er din, så virker den til innlogging og varsler.',
    action: 'Bekreft adressen',
    closing: [
      `Lenken virker til ${until}, og bare én gang.`,
      'Har du ikke oppgitt adressen selv, skal du ikke bekrefte den. Se bort fra denne e-posten, så skjer det ingenting.',
    ],
  }),
  eng: (until: string) => ({
    subject: 'Confirm your e-mail address',
    greeting: 'Hello!',
    lead: 'This address was given for a user of the accounting system. Confirm that it is yours, and it works for logging in and for messages.',
    action: 'Confirm the address',
    closing: [
      `The link works until ${until} (Oslo time), and only once.`,
      'If you did not give the address yourself, do not confirm it. Ignore this mail, and nothing happens.',
    ],
  }),
} as const;

/**
 * Asks who reads it to prove the address by opening the link. Says nothing that a user may have chosen: a stranger may
 * be reading.
 */
export function writeVerification(language: Language, link: string, expiresAt: Date): Letter {
  const { action, ...said } = verification[language](letterMoment(expiresAt, language));
  return layOut({ language, ...said, action: { label: action, link } });
}

const notice = {
  nob: {
    subject: 'Noen vil bytte e-postadressen din',
    greeting: 'Hei!',
    lead: 'Noen som kjenner passordet ditt, har bedt om å bytte e-postadressen til brukeren din. Denne adressen gjelder til den nye er bekreftet.',
    action: 'Velg nytt passord',
    closing: [
      'Var det deg, trenger du ikke gjøre noe.',
      'Var det ikke deg, velg nytt passord med en gang. Da blir adressen ikke byttet, og alle blir logget ut.',
    ],
  },
  eng: {
    subject: 'Somebody wants to change your e-mail address',
    greeting: 'Hello!',
    lead: 'Somebody who knows your password has asked to change the e-mail address of your user. This address counts until the new one is confirmed.',
    action: 'Choose a new password',
    closing: [
      'If it was you, there is nothing to do.',
      'If it was not you, choose a new password at once. Then the address is not changed, and everybody is logged out.',
    ],
  },
} as const;

/** Notifies the address in force that another one was asked for, and what stops it. */
export function writeChangeNotice(language: Language, resetPage: string): Letter {
  const { action, ...said } = notice[language];
  return layOut({ language, ...said, action: { label: action, link: resetPage } });
}
