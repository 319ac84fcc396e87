import { html } from '@app/pages';
import { type InvitedRole, roleNames } from './role-names.ts';

/** What the mail of an invitation says. */
export interface InvitationLetter {
  readonly language: 'nob' | 'eng';
  /** Null when nobody knows the inviter's name any more. */
  readonly inviterName: string | null;
  readonly accountName: string;
  readonly roleCode: InvitedRole;
  readonly link: string;
  readonly expiresAt: Date;
}

export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** `28. november 2026 kl. 14:05`, in Oslo. */
const deadline = (moment: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Oslo' }).format(moment);

const words = {
  nob: ({ inviterName, accountName, roleCode, expiresAt }: InvitationLetter) => ({
    subject: `Invitasjon til regnskapet for ${accountName}`,
    greeting: 'Hei!',
    lead: `${inviterName ?? 'En bruker'} inviterer deg til regnskapet for ${accountName} som ${roleNames[roleCode].nob}.`,
    action: 'Godta invitasjonen',
    deadline: `Lenken virker til ${deadline(expiresAt, 'nb-NO')}. Den er personlig: ikke send den videre.`,
    doubt: 'Venter du ikke denne invitasjonen, kan du se bort fra den. Da skjer det ingenting.',
    fallback: 'Virker ikke knappen? Kopier denne adressen til nettleseren:',
  }),
  eng: ({ inviterName, accountName, roleCode, expiresAt }: InvitationLetter) => ({
    subject: `Invitation to the books of ${accountName}`,
    greeting: 'Hello!',
    lead: `${inviterName ?? 'A user'} invites you to the books of ${accountName} as ${roleNames[roleCode].eng}.`,
    action: 'Accept the invitation',
    deadline: `The link works until ${deadline(expiresAt, 'en-GB')} (Oslo time). It is yours alone: do not pass it on.`,
    doubt: 'If you did not expect this invitation, you can ignore it. Nothing happens then.',
    fallback: 'Does the button not work? Copy this address into your browser:',
  }),
} as const;

/** Names come from people: lines and spaces in them are folded, so that a name cannot look like a paragraph of ours. */
const folded = (name: string): string => name.replace(/\s+/g, ' ').trim();

/** Writes the mail of an invitation, as text and as HTML that needs nothing from the network. */
export function writeInvitation(letter: InvitationLetter): Letter {
  const inviterName = letter.inviterName === null ? null : folded(letter.inviterName);
  const said = words[letter.language]({ ...letter, inviterName, accountName: folded(letter.accountName) });
  const { link } = letter;
  return {
    subject: said.subject,
    text: `${[said.greeting, said.lead, `${said.action}:\n${link}`, said.deadline, said.doubt].join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${letter.language === 'nob' ? 'nb' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${said.subject}</title></head>
<body style="margin:0;padding:24px 12px;background:#f5f3ee;color:#1b2420;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" align="center" width="100%" style="max-width:520px;background:#fffefb;border:1px solid #dcd8ce;border-radius:16px" cellpadding="0" cellspacing="0"><tr><td style="padding:32px">
<p style="margin:0 0 16px">${said.greeting}</p>
<p style="margin:0 0 24px">${said.lead}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#0f5f49;color:#ffffff;font-weight:600;text-decoration:none">${said.action}</a></p>
<p style="margin:0 0 16px">${said.deadline}</p>
<p style="margin:0 0 16px">${said.doubt}</p>
<p style="margin:0;font-size:14px;color:#55615b">${said.fallback}<br><a href="${link}" style="color:#0f5f49;word-break:break-all">${link}</a></p>
</td></tr></table>
</body>
</html>
`.markup,
  };
}
