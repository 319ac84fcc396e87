import { type Letter, layOut, letterMoment } from '@app/mail';
import type { Language } from '@app/runtime';

const words = {
  nob: (until: string) => ({
    subject: 'Velg nytt passord',
    greeting: 'Hei!',
    lead: 'Noen har bedt om et nytt passord for brukeren med denne adressen.',
    action: 'Velg nytt passord',
    closing: [
      `Lenken virker til ${until}, og bare én gang. Når du har valgt, blir brukeren logget ut overalt.`,
      'Var det ikke deg, kan du se bort fra denne e-posten. Passordet er det samme som før. Ikke send lenken videre.',
    ],
  }),
  eng: (until: string) => ({
    subject: 'Choose a new password',
    greeting: 'Hello!',
    lead: 'Somebody has asked for a new password for the user with this address.',
    action: 'Choose a new password',
    closing: [
      `The link works until ${until} (Oslo time), and only once. When you have chosen, the user is logged out everywhere.`,
      'If it was not you, you can ignore this mail. The password is the same as before. Do not pass the link on.',
    ],
  }),
} as const;

/** The mail that leads to a new password. Says nothing that anybody has chosen. */
export function writeReset(language: Language, link: string, expiresAt: Date): Letter {
  const { action, ...said } = words[language](letterMoment(expiresAt, language));
  return layOut({ language, ...said, action: { label: action, link } });
}
