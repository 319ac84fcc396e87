import type { Language, Words } from '@app/pages';
import type { ServiceProvided } from '../../contracts/contract.ts';
import type { InvitedRole } from '../role-names.ts';

type Sentence<T extends readonly unknown[]> = Readonly<Record<Language, (...values: T) => string>>;

export const offer = {
  title: {
    nob: (company: string) => `Invitasjon til ${company}`,
    eng: (company: string) => `Invitation to ${company}`,
  },
  lead: {
    nob: (inviter: string) => `${inviter} inviterer deg inn i regnskapet.`,
    eng: (inviter: string) => `${inviter} invites you into the books.`,
  },
  somebody: { nob: 'Noen i firmaet', eng: 'Somebody in the company' },
  role: { nob: 'Din rolle', eng: 'Your role' },
  deadline: { nob: 'Gjelder til', eng: 'Good until' },
  oslo: { nob: '', eng: ' (Oslo time)' },
  user: { nob: 'Din bruker', eng: 'Your user' },
  userLead: {
    nob: 'Har du en bruker fra før, så skriv passordet til den. Navnet der blir stående.',
    eng: 'If you have a user already, write its password. Its name stays as it is.',
  },
  firstName: { nob: 'Fornavn', eng: 'First name' },
  lastName: { nob: 'Etternavn', eng: 'Last name' },
  email: { nob: 'E-postadresse', eng: 'E-mail address' },
  emailRule: {
    nob: 'Du logger inn med den. Den kan ikke byttes her.',
    eng: 'You log in with it. It cannot be changed here.',
  },
  password: { nob: 'Passord', eng: 'Password' },
  passwordRule: {
    nob: 'Minst 8 tegn av minst to slag: små og store bokstaver, tall, andre tegn.',
    eng: 'At least 8 characters of at least two kinds: small and capital letters, digits, others.',
  },
  knownLead: {
    nob: 'Adressen har en bruker fra før. Skriv passordet til den.',
    eng: 'The address has a user already. Write its password.',
  },
  go: { nob: 'Godta invitasjonen', eng: 'Accept the invitation' },
  doubt: {
    nob: 'Venter du ikke denne invitasjonen, kan du lukke siden. Da skjer det ingenting.',
    eng: 'If you did not expect this invitation, you can close the page. Nothing happens then.',
  },
} as const;

/** What a role may do, in a line (docs/contract/access.md). */
export const roleRights: Readonly<Record<InvitedRole, Words>> = {
  AA: { nob: 'styrer regnskap, brukere og innstillinger', eng: 'manages books, users and settings' },
  CA: { nob: 'styrer regnskap, brukere og innstillinger', eng: 'manages books, users and settings' },
  BK: { nob: 'fører regnskapet og ser alt i det', eng: 'keeps the books and sees everything' },
  EM: { nob: 'leverer bilag og ser sine egne lønnslipper', eng: 'hands in vouchers and sees their own payslips' },
};

/** What accepting agrees to besides. */
export const engagements: Readonly<Record<ServiceProvided, Sentence<[firm: string, company: string]>>> = {
  ACCOUNTING: {
    nob: (firm, company) => `Når du godtar, godkjenner du også at ${firm} fører regnskapet for ${company}.`,
    eng: (firm, company) => `By accepting you also approve that ${firm} keeps the books of ${company}.`,
  },
  AUDITING: {
    nob: (firm, company) => `Når du godtar, godkjenner du også at ${firm} reviderer regnskapet for ${company}.`,
    eng: (firm, company) => `By accepting you also approve that ${firm} audits the books of ${company}.`,
  },
  TASK_CONTRIBUTION: {
    nob: (firm, company) => `Når du godtar, godkjenner du også at ${firm} løser oppgaver i regnskapet for ${company}.`,
    eng: (firm, company) => `By accepting you also approve that ${firm} does tasks in the books of ${company}.`,
  },
};

export const accepted = {
  title: { nob: 'Invitasjonen er godtatt', eng: 'The invitation is accepted' },
  lead: { nob: 'Alt er på plass. Logg inn for å gå videre.', eng: 'Everything is in place. Log in to go on.' },
  company: { nob: 'Firma', eng: 'Company' },
  role: { nob: 'Invitert som', eng: 'Invited as' },
  user: { nob: 'Du logger inn med', eng: 'You log in with' },
  at: { nob: 'Godtatt', eng: 'Accepted' },
  logIn: { nob: 'Logg inn', eng: 'Log in' },
  next: { nob: 'Veien videre', eng: 'Where to go next' },
  docs: { nob: 'Les dokumentasjonen', eng: 'Read the documentation' },
  docsText: { nob: 'Alle kall, med eksempler som virker.', eng: 'Every call, with examples that work.' },
  access: { nob: 'Gi et program tilgang', eng: 'Give a program access' },
  accessText: { nob: 'Lag en klient for et program du bruker.', eng: 'Make a client for a program that you use.' },
} as const;

export const alreadyIn: Words = { nob: 'Har du tilgang allerede?', eng: 'Do you have access already?' };

/** What is known when an invitation cannot be accepted. */
interface Known {
  /** Who can help, as it stands in the middle of a sentence. */
  readonly inviter: string;
  readonly company: string;
}

export const helper: Words = { nob: 'den som inviterte deg', eng: 'whoever invited you' };

/** Codes of refusals, and what the code of one does not distinguish. */
export type ClosedReason =
  | 'invitation.expired'
  | 'invitation.cancelled'
  | 'invitation.cannot_be_accepted'
  | 'invitation.contract_not_approved'
  | 'inviter lost the right'
  | 'waits for approval';

/** Why it cannot be accepted, and what to do. Being accepted has a page of its own. */
export const closed: Readonly<Record<ClosedReason, { readonly title: Words; readonly text: Sentence<[Known]> }>> = {
  'invitation.expired': {
    title: { nob: 'Invitasjonen har gått ut', eng: 'The invitation has run out' },
    text: {
      nob: ({ inviter, company }) =>
        `En invitasjon gjelder i sju dager. Be ${inviter} om en ny til ${company}; da får du en ny e-post.`,
      eng: ({ inviter, company }) =>
        `An invitation is good for seven days. Ask ${inviter} for a new one to ${company}; a new mail follows.`,
    },
  },
  'invitation.cancelled': {
    title: { nob: 'Invitasjonen er trukket tilbake', eng: 'The invitation was withdrawn' },
    text: {
      nob: ({ inviter, company }) =>
        `Kanskje har du fått en nyere til ${company}: se etter en e-post som kom senere, og bruk lenken i den. Ellers kan du spørre ${inviter}.`,
      eng: ({ inviter, company }) =>
        `You may have got a newer one to ${company}: look for a mail that came later, and use the link in it. Otherwise ask ${inviter}.`,
    },
  },
  'invitation.cannot_be_accepted': {
    title: { nob: 'Regnskapet er ikke i bruk nå', eng: 'The books are not in use now' },
    text: {
      nob: ({ inviter, company }) =>
        `Regnskapet for ${company} er satt ut av bruk. Spør ${inviter}; når det er i bruk igjen, virker lenken.`,
      eng: ({ inviter, company }) =>
        `The books of ${company} are out of use. Ask ${inviter}; once they are in use again, the link works.`,
    },
  },
  'invitation.contract_not_approved': {
    title: { nob: 'Oppdraget gjelder ikke lenger', eng: 'The engagement no longer stands' },
    text: {
      nob: ({ inviter, company }) =>
        `Oppdraget for ${company} som invitasjonen hører til, er avslått eller for gammelt. Be ${inviter} om et nytt.`,
      eng: ({ inviter, company }) =>
        `The engagement for ${company} behind this invitation was declined, or is too old. Ask ${inviter} for a new one.`,
    },
  },
  'inviter lost the right': {
    title: { nob: 'Invitasjonen gjelder ikke lenger', eng: 'The invitation no longer holds' },
    text: {
      nob: ({ company }) =>
        `Den som inviterte deg, kan ikke lenger gi denne rollen. Be en eier av ${company} om en ny invitasjon.`,
      eng: ({ company }) =>
        `Whoever invited you may not give this role any more. Ask an owner of ${company} for a new invitation.`,
    },
  },
  'waits for approval': {
    title: { nob: 'Oppdraget er ikke godkjent ennå', eng: 'The engagement is not approved yet' },
    text: {
      nob: ({ company }) =>
        `De som fører regnskapet for ${company}, må først godkjenne oppdraget. Da virker lenken. Er du ansvarlig i firmaet, kan du også registrere det selv.`,
      eng: ({ company }) =>
        `Those who keep the books of ${company} have to approve the engagement first; then the link works. If you are in charge of the company, you can also sign it up yourself.`,
    },
  },
};

export const unknown = {
  title: { nob: 'Vi finner ikke invitasjonen', eng: 'We cannot find the invitation' },
  text: {
    nob: 'Lenken kan ha blitt kuttet av på veien. Åpne den fra e-posten igjen, eller kopier hele adressen derfra. Hjelper ikke det, så be om en ny invitasjon.',
    eng: 'The link may have been cut short on its way. Open it from the mail again, or copy the whole address from there. If that does not help, ask for a new invitation.',
  },
} as const;
