import type { Words } from '@app/pages';
import { shownName } from '@app/runtime';
import type { GrantType } from '../../../clients/client.ts';

/** What a client may do, in a person's words. */
export const grantWords: Readonly<Record<GrantType, { readonly label: Words; readonly text: Words }>> = {
  client_credentials: {
    label: { nob: 'Går av seg selv', eng: 'Runs by itself' },
    text: {
      nob: 'Uten nettleser, på dine vegne: nattlige jobber, kobling til en nettbutikk.',
      eng: 'Without a browser, on your behalf: nightly jobs, the link to a web shop.',
    },
  },
  authorization_code: {
    label: { nob: 'Folk logger inn', eng: 'People log in' },
    text: {
      nob: 'Hver bruker gir det tilgang på en side her. Trenger en adresse å sende svaret til.',
      eng: 'Each user gives it access on a page here. Needs an address to send the answer to.',
    },
  },
  refresh_token: {
    label: { nob: 'Forblir innlogget', eng: 'Stays logged in' },
    text: {
      nob: 'Fornyer tilgangen uten å spørre hver time.',
      eng: 'Renews its access without asking every hour.',
    },
  },
};

const scopeWords: Readonly<Record<'read' | 'write', Words>> = {
  read: { nob: 'Lese', eng: 'Read' },
  write: { nob: 'Skrive', eng: 'Write' },
};

const unnamed: Words = { nob: 'Uten navn', eng: 'Unnamed' };

/** The name of a client, or a word for its absence. */
export const nameOf = (clientName: string, language: keyof Words): string => shownName(clientName) || unnamed[language];

/** `read write` as it is said to a person. */
export const scopeText = (scope: string, language: keyof Words): string => {
  const words = scope.split(' ').map((name) => scopeWords[name === 'write' ? 'write' : 'read'][language]);
  return words.length === 2
    ? `${words[0]} ${language === 'nob' ? 'og' : 'and'} ${words[1]!.toLowerCase()}`
    : (words[0] ?? '');
};
