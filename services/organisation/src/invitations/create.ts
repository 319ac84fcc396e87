import { isEmailAddress } from '@app/api/scalars';
import { type AccountAccess, conflict, forbidden, invalid, mayRole, notFound } from '@app/contract';
import type { Database, Tx } from '@app/db';
import { enqueueMail } from '@app/mail';
import type { Clock, Sealer } from '@app/runtime';
import { accessNow } from '../access/local-sources.ts';
import { usersWithAccess } from '../access/store.ts';
import { findUsers, type UserDirectory } from '../account-users/users.ts';
import { findAccount, lockAccounts } from '../client-accounts/store.ts';
import { finishCommand, reserveCommand, resultOf } from '../commands/store.ts';
import { providerType } from '../organizations/organization.ts';
import { takeTurn } from '../records/series.ts';
import { roleId } from '../roles/roles.ts';
import { emailKey, type Invitation, invalidEmail, LIFE_MILLIS } from './invitation.ts';
import * as store from './store.ts';
import { newToken } from './token.ts';

export interface InvitationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly users: UserDirectory;
}

export interface InvitationRequest {
  readonly clientAccountId: number;
  readonly email: string;
  readonly roleId: number;
  readonly actorId: number;
  /** Of the actor, as it was when the request came. */
  readonly access: AccountAccess;
  readonly language: 'nob' | 'eng';
  /** The same for every try of one request. */
  readonly commandKey: string;
}

const OPERATION = 'create_invitation';

/** Invites a person, once per command key; the mail follows the commit. @throws Failure 400, 404, 409, 503 */
export async function createInvitation(dependencies: InvitationDependencies, request: InvitationRequest): Promise<Invitation> {
  const { db, clock } = dependencies;
  const { clientAccountId, email, commandKey } = request;
  const done = await resultOf(db.executor, commandKey, OPERATION);
  if (done) return (await store.findInvitation(db.executor, done.id as number))!;
  if (!isEmailAddress(email)) throw invalidEmail();
  await assertRole(dependencies, clientAccountId, request.roleId);
  await assertNoAccess(dependencies, clientAccountId, email);
  return db.write(async (tx) => {
    if (!(await reserveCommand(tx, commandKey, OPERATION, new Date(clock.millis()))))
      return (await store.findInvitation(tx, (await resultOf(tx, commandKey, OPERATION))!.id as number))!;
    await assertStillMayInvite(tx, dependencies, request);
    const invitation = await issueInvitation(tx, dependencies, { ...request, contractId: null });
    await finishCommand(tx, commandKey, { id: invitation.id });
    return invitation;
  });
}

/** Whoever was removed, or whose account was taken over, in this very moment invites nobody any more. @throws Failure 403 */
async function assertStillMayInvite(
  tx: Tx,
  dependencies: InvitationDependencies,
  { clientAccountId, actorId, access }: InvitationRequest,
): Promise<void> {
  await lockAccounts(tx, [clientAccountId]);
  const { role } = await accessNow(dependencies, actorId, access);
  if (role === null || !mayRole(role, 'admin'))
    throw forbidden('Your role on the client account has just ended or changed', 'role', 'invitation.not_authorized_to_invite');
}

export type Issue = Omit<InvitationRequest, 'commandKey' | 'access'> & {
  /** The contract that accepting approves as well. */
  readonly contractId: number | null;
};

/**
 * Stores an invitation and its mail, in the caller's transaction; a pending one of the same person is cancelled. Two that invite one person at
 * the same moment follow one another, so the later one stands.
 */
export async function issueInvitation(
  tx: Tx,
  { clock, sealer }: Pick<InvitationDependencies, 'clock' | 'sealer'>,
  issue: Issue,
): Promise<Invitation> {
  const { clientAccountId, email, language, actorId, contractId } = issue;
  const now = new Date(clock.millis());
  const { changedAt } = await takeTurn(tx, { clientAccountId, type: 'invitation', isNew: false }, now);
  await store.cancelPending(tx, clientAccountId, email, changedAt);
  const { seed, digest } = newToken(sealer);
  const invitation = await store.insertInvitation(
    tx,
    {
      clientAccountId,
      email,
      roleId: issue.roleId,
      expiresAt: new Date(now.getTime() + LIFE_MILLIS),
      invitedById: actorId,
      contractId,
      tokenSeed: seed,
      tokenDigest: digest,
    },
    now,
    changedAt,
  );
  await enqueueMail(tx, { kind: 'invitation', reference: { invitation_id: invitation.id }, language });
  return invitation;
}

/** SA is never given, US never by invitation, AA by provider firms alone (document 3; document 4 section 14). */
async function assertRole({ db, clock }: InvitationDependencies, clientAccountId: number, role: number): Promise<void> {
  if (role === roleId('SA'))
    throw invalid(
      'Nobody is invited as system administrator (role 1); choose 2, 3, 4 or 5',
      undefined,
      'invitation.sa_role_not_assignable',
    );
  if (role < 2 || role > 5)
    throw notFound(`There is no role ${role} to invite to; choose 2 (AA), 3 (CA), 4 (BK) or 5 (EM)`, 'invitation.role_not_found');
  if (role !== roleId('AA')) return;
  const account = await findAccount(db.executor, clientAccountId, clock.today());
  if (providerType(account?.industryCode ?? null) === null)
    throw invalid(
      `Client account ${clientAccountId} is no provider firm (industry code 69.2), and accountants (role 2) are invited to provider firms only; choose 3, 4 or 5`,
      undefined,
      'invitation.aa_role_requires_provider_account',
    );
}

/** Whoever reaches the account already, directly or by contract, needs no invitation. @throws Failure 409, 503 */
export async function assertNoAccess({ db, clock, users }: InvitationDependencies, clientAccountId: number, email: string): Promise<void> {
  const people = await findUsers(users, await usersWithAccess(db.executor, clientAccountId, clock.today()));
  if ([...people.values()].some((user) => emailKey(user.email) === emailKey(email)))
    throw conflict(
      `${email} has access to client account ${clientAccountId} already; change the role of the user instead`,
      'invitation.already_has_access',
    );
}
