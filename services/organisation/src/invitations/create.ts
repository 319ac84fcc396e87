import { type AccountAccess, forbidden } from '@app/access';
import { emailKey, isEmailAddress } from '@app/api/email-address';
import { conflict, invalid, notFound } from '@app/contract';
import { type Database, defineCommand, type Executor, type Tx } from '@app/db';
import { enqueueMail } from '@app/mail';
import type { Clock, Language, Sealer } from '@app/runtime';
import { z } from 'zod';
import { usersWithAccess } from '../access/store.ts';
import { providerType } from '../organizations/organization.ts';
import { lockSeries } from '../records/series.ts';
import { roleId } from '../roles/roles.ts';
import { findAccount, lockAccounts } from '../tenancy/account-store.ts';
import { knownCaller, type Standings, withStandings } from '../tenancy/standings.ts';
import { findUsers, type UserDirectory } from '../tenancy/users.ts';
import { type Invitation, invalidEmail, LIFE_MILLIS } from './invitation.ts';
import { assertAccountMayGoOn, assertInviterMayGoOn } from './limits.ts';
import { type Gift, mayGive, ownersOnly } from './right.ts';
import * as store from './store.ts';
import { newToken } from './token.ts';

export interface InvitationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly users: UserDirectory;
  /** Multiplies how many invitations may be sent; 0 lifts the limits. */
  readonly limitScale: number;
}

export interface InvitationRequest {
  readonly clientAccountId: number;
  readonly email: string;
  readonly roleId: number;
  readonly actorId: number;
  /** Of the actor, as it was when the request came. */
  readonly access: AccountAccess;
  readonly language: Language;
  /** The same for every try of one request. */
  readonly commandKey: string;
}

const creating = defineCommand({ name: 'create_invitation', result: z.object({ id: z.int() }) });

/**
 * Invites a person, once per command key; the mail follows the commit. The caller's right to give the role is looked at
 * under the lock of the account, so that whoever loses it at the same moment leaves no invitation behind. @throws
 * Failure 400, 403, 404, 409, 429, 503
 */
export async function createInvitation(deps: InvitationDependencies, request: InvitationRequest): Promise<Invitation> {
  const { db, clock, users } = deps;
  const { clientAccountId, email, actorId, access, commandKey } = request;
  const gift = { ...request, invitedById: actorId, providerClientAccountId: null };
  const { id } = await creating.once(db, commandKey, (carryOut) => {
    const work = async (standings: Standings) => {
      await assertMayGive(db.executor, standings, clock.today(), gift);
      if (!isEmailAddress(email)) throw invalidEmail();
      await assertRole(deps, clientAccountId, request.roleId);
      if (!access.isActive)
        throw conflict(`Client account ${clientAccountId} is inactive and read-only`, 'client_account.inactive');
      await assertNoAccess(deps, clientAccountId, email);
      return carryOut(async (tx) => {
        await lockAccounts(tx, [clientAccountId]);
        await assertMayGive(tx, standings, clock.today(), gift);
        const invitation = await issueInvitation(tx, deps, {
          ...request,
          contractId: null,
          providerClientAccountId: null,
        });
        return { id: invitation.id };
      });
    };
    return withStandings(users, work, knownCaller(actorId, access.role === 'SA'));
  });
  return (await store.findInvitation(db.executor, id))!;
}

/** @throws Failure 403 `common.forbidden` for the role CA, `invitation.not_authorized_to_invite` for another */
async function assertMayGive(ex: Executor, standings: Standings, today: string, gift: Gift): Promise<void> {
  if (await mayGive(ex, standings, today, gift)) return;
  if (gift.roleId === roleId('CA')) throw ownersOnly(gift);
  throw forbidden('Only an AA or CA of the client account invites', 'role', 'invitation.not_authorized_to_invite');
}

export type Issue = Omit<InvitationRequest, 'commandKey' | 'access'> & {
  /** The contract that accepting approves as well. */
  readonly contractId: number | null;
  /** The firm whose engagement sends it. */
  readonly providerClientAccountId: number | null;
};

/**
 * Stores an invitation and its mail, in the caller's transaction; a pending one of the same person is cancelled. Two
 * that invite one person at the same moment follow one another, so the later one stands. @throws Failure 429
 */
export async function issueInvitation(
  tx: Tx,
  { clock, sealer, limitScale }: Pick<InvitationDependencies, 'clock' | 'sealer' | 'limitScale'>,
  issue: Issue,
): Promise<Invitation> {
  const { clientAccountId, email, language, actorId, contractId, providerClientAccountId } = issue;
  const now = new Date(clock.millis());
  await assertInviterMayGoOn(tx, actorId, now, limitScale);
  const { changedAt } = await lockSeries(tx, { clientAccountId, type: 'invitation', isNew: false }, now);
  await assertAccountMayGoOn(tx, clientAccountId, now, limitScale);
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
      providerClientAccountId,
      tokenSeed: seed,
      tokenDigest: digest,
    },
    now,
    changedAt,
  );
  const reference = { invitation_id: invitation.id };
  await enqueueMail(tx, { kind: 'invitation', reference, language, clientAccountId });
  return invitation;
}

/** SA is never given, US never by invitation, AA by provider firms alone (INV-R04, INV-R05, INV-R09). */
async function assertRole({ db, clock }: InvitationDependencies, clientAccountId: number, role: number): Promise<void> {
  if (role === roleId('SA'))
    throw invalid(
      'Nobody is invited as system administrator (role 1); choose 2, 3, 4 or 5',
      undefined,
      'invitation.sa_role_not_assignable',
    );
  if (role < 2 || role > 5)
    throw notFound(
      `There is no role ${role} to invite to; choose 2 (AA), 3 (CA), 4 (BK) or 5 (EM)`,
      'invitation.role_not_found',
    );
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
export async function assertNoAccess(
  { db, clock, users }: InvitationDependencies,
  clientAccountId: number,
  email: string,
): Promise<void> {
  const people = await findUsers(users, await usersWithAccess(db.executor, clientAccountId, clock.today()));
  if ([...people.values()].some((user) => emailKey(user.email) === emailKey(email)))
    throw conflict(
      `${email} has access to client account ${clientAccountId} already; change the role of the user instead`,
      'invitation.already_has_access',
    );
}
