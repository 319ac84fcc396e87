import { type Letter, layOut, letterMoment } from '@app/mail';
import { type Language, shownName } from '@app/runtime';
import { type InvitedRole, roleNames } from './role-names.ts';

/** What the mail of an invitation says. */
export interface InvitationLetter {
  readonly language: Language;
  /** Null when nobody knows the inviter's name any more. */
  readonly inviterName: string | null;
  readonly accountName: string;
  readonly roleCode: InvitedRole;
  readonly link: string;
  readonly expiresAt: Date;
}

const words = {
  nob: ({ inviterName, accountName, roleCode, expiresAt }: InvitationLetter) => ({
    subject: `Invitasjon til regnskapet for ${accountName}`,
    greeting: 'Hei!',
    lead: `${inviterName ?? 'En bruker'} inviterer deg til regnskapet for ${accountName} som ${roleNames[roleCode].nob}.`,
    action: 'Godta invitasjonen',
    deadline: `Lenken virker til ${letterMoment(expiresAt, 'nob')}. Den er personlig: ikke send den videre.`,
    doubt: 'Venter du ikke denne invitasjonen, kan du se bort fra den. Da skjer det ingenting.',
  }),
  eng: ({ inviterName, accountName, roleCode, expiresAt }: InvitationLetter) => ({
    subject: `Invitation to the books of ${accountName}`,
    greeting: 'Hello!',
    lead: `${inviterName ?? 'A user'} invites you to the books of ${accountName} as ${roleNames[roleCode].eng}.`,
    action: 'Accept the invitation',
    deadline: `The link works until ${letterMoment(expiresAt, 'eng')} (Oslo time). It is yours alone: do not pass it on.`,
    doubt: 'If you did not expect this invitation, you can ignore it. Nothing happens then.',
  }),
} as const;

/** Writes the mail of an invitation. Names come from people: a name must not look like a paragraph of ours. */
export function writeInvitation(letter: InvitationLetter): Letter {
  const { language, link } = letter;
  const inviterName = letter.inviterName === null ? null : shownName(letter.inviterName) || null;
  const said = words[language]({ ...letter, inviterName, accountName: shownName(letter.accountName) });
  return layOut({
    language,
    subject: said.subject,
    greeting: said.greeting,
    lead: said.lead,
    action: { label: said.action, link },
    closing: [said.deadline, said.doubt],
  });
}
