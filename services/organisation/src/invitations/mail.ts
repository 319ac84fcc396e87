import { type DueMail, languageTag, type Mail } from '@app/mail';
import { type Language, namedLanguage } from '@app/runtime';
import { roleCode } from '../roles/roles.ts';
import { findAccount } from '../tenancy/account-store.ts';
import { findUsers } from '../tenancy/users.ts';
import type { InvitationDependencies } from './create.ts';
import { isExpired } from './invitation.ts';
import { type InvitationLetter, writeInvitation } from './mail-text.ts';
import { findInvitation, findSeed } from './store.ts';
import { tokenOf } from './token.ts';

/**
 * Writes the mail of an invitation when it is sent: the link is made then and kept nowhere. Null once the invitation is
 * no longer open.
 * @throws Failure 503 while auth cannot say who invites
 */
export async function invitationMail(
  { db, clock, sealer, users, appBaseUrl }: InvitationDependencies & { readonly appBaseUrl: string },
  { reference, language }: Pick<DueMail, 'reference' | 'language'>,
): Promise<Mail | null> {
  const id = Number(reference.invitation_id);
  const [invitation, seed] = await Promise.all([findInvitation(db.executor, id), findSeed(db.executor, id)]);
  if (invitation?.status !== 'PENDING' || !seed || isExpired(invitation, new Date(clock.millis()))) return null;
  const account = await findAccount(db.executor, invitation.clientAccountId, clock.today());
  const inviter = (await findUsers(users, [invitation.invitedById])).get(invitation.invitedById);
  const letter = writeInvitation({
    language,
    inviterName: inviter?.fullName || null,
    accountName: account!.displayName,
    roleCode: roleCode(invitation.roleId) as InvitationLetter['roleCode'],
    link: `${appBaseUrl.replace(/\/+$/, '')}/invitations/${tokenOf(sealer, seed)}`,
    expiresAt: invitation.expiresAt,
  });
  return { ...letter, to: invitation.email, language: languageTag(language) };
}

/**
 * Norwegian when it is the best of what the sender reads and we write, else English (INV-R15): for texts that go to
 * somebody else, unlike the rest of the API, whose default is Norwegian.
 */
export const mailLanguage = (acceptLanguage: string | undefined): Language => namedLanguage(acceptLanguage) ?? 'eng';
