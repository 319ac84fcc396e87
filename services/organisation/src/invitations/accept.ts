import { isEmailAddress } from '@app/api/scalars';
import { record } from '@app/audit';
import { Failure } from '@app/contract';
import { appendToOutbox, type Database, type Executor, type Tx } from '@app/db';
import type { Auth, Client, Contract as RpcContract } from '@app/rpc';
import type { Clock, Logger } from '@app/runtime';
import { strongest } from '../access/access.ts';
import { accessToAccountChanged, linksOfUserChanged } from '../account-users/link.ts';
import { type StandingDirectory, type Standings, withStandings } from '../account-users/standings.ts';
import { findActiveLink, linkUser } from '../account-users/store.ts';
import { lockAccounts } from '../client-accounts/store.ts';
import { approvalOf } from '../contracts/contract.ts';
import { lockContract, updateContract } from '../contracts/store.ts';
import { lockSeries } from '../records/series.ts';
import { roleCode, roleId } from '../roles/roles.ts';
import * as acceptances from './acceptance-store.ts';
import {
  assertAcceptable,
  assertContract,
  assertInvited,
  contractLost,
  type Invitation,
  invalidEmail,
  inviterMayNot,
  unknownToken,
} from './invitation.ts';
import { mayGive } from './right.ts';
import * as store from './store.ts';
import { tokenDigest } from './token.ts';

type ClientOf<T> = T extends RpcContract<infer D> ? Client<D> : never;
export type InvitedUsers = Pick<ClientOf<typeof Auth>, 'RegisterInvitedUser' | 'FindInvitedUser' | 'ForgetInvitedUser'>;
export type RegisteredUser = Awaited<ReturnType<InvitedUsers['RegisterInvitedUser']>>;

/** Values of `Set-Cookie` that begin the person's session; the second is empty from an auth of an earlier release. */
export const cookiesOf = ({ refreshCookie, sessionCookie }: Pick<RegisteredUser, 'refreshCookie' | 'sessionCookie'>): readonly string[] =>
  [refreshCookie, sessionCookie].filter((cookie) => cookie !== '');

export interface AcceptDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly invitedUsers: InvitedUsers;
  readonly users: StandingDirectory;
  readonly logger: Logger;
}

export interface AcceptRequest {
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: 'nob' | 'eng';
  /** The client's address, as wrong passwords are counted. */
  readonly address: string;
  /** The same for every try of one keyed request, which has the same body and so the same password. */
  readonly commandKey: string;
}

/** What auth knows the command by. */
export const authCommand = (commandKey: string): string => `invitation:${commandKey}`;

const DEADLINE_MILLIS = 10_000;

/**
 * Accepts an invitation. Two services take part, so the intent is stored first: 1. the invitation is checked and the intent stored; 2. auth
 * makes the user or proves the one that is there, once per command key; 3. one transaction links the user and approves the contract. An acceptance
 * whose process dies in between is driven on by `recoverAcceptances`; one that is refused in the third step has its user taken back. Of two at the
 * same moment one wins, the other is 409.
 * @throws Failure 400, 403, 404, 409, 410, 503
 */
export async function acceptInvitation(
  deps: AcceptDependencies,
  request: AcceptRequest,
): Promise<{ readonly invitation: Invitation; readonly registered: RegisteredUser }> {
  const { db, clock } = deps;
  const { commandKey } = request;
  if (!isEmailAddress(request.email)) throw invalidEmail();
  const invitation = await store.findByDigest(db.executor, tokenDigest(request.token));
  if (!invitation) throw unknownToken('invitation.invalid_token');
  const begun = await begunBefore(deps, commandKey);
  const startedAt = begun?.startedAt ?? new Date(clock.millis());
  if (!begun) {
    assertAcceptable(invitation, startedAt);
    assertInvited(invitation, request.email);
    assertContract(invitation);
    await withStandings(deps.users, (standings) => assertStillGiven(db.executor, standings, clock.today(), invitation));
    await acceptances.storeAcceptance(db.executor, { commandKey, invitationId: invitation.id, startedAt });
  }
  // Under the address the mail reached, in the letters it was invited by.
  const registered = await register(deps, { ...request, email: invitation.email });
  await linkInvited(deps, { commandKey, invitationId: invitation.id, startedAt }, registered.user!.id);
  return { invitation: (await store.findInvitation(db.executor, invitation.id))!, registered };
}

/** What an earlier try of the same request left. One that was refused is undone first, and the request begins anew. */
async function begunBefore(deps: AcceptDependencies, commandKey: string): Promise<acceptances.Acceptance | undefined> {
  const begun = await acceptances.findAcceptance(deps.db.executor, commandKey);
  if (!begun || begun.refusedAt === null) return begun;
  await undoRefused(deps, commandKey);
  return undefined;
}

const codes: Readonly<Record<string, string>> = {
  'user.weak_password': 'invitation.weak_password',
  'user.invalid_password': 'invitation.invalid_password',
};

/** A refusal of auth ends the intent; when auth does not answer, the intent stays until it is known what became of it. */
async function register({ db, invitedUsers }: AcceptDependencies, request: AcceptRequest): Promise<RegisteredUser> {
  const { email, password, firstName, lastName, language, address: clientAddress, commandKey } = request;
  try {
    return await invitedUsers.RegisterInvitedUser(
      { commandKey: authCommand(commandKey), email, password, firstName, lastName, language, clientAddress },
      { deadlineMillis: DEADLINE_MILLIS },
    );
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    await acceptances.dropAcceptance(db.executor, commandKey);
    const code = codes[error.code];
    throw code === undefined ? error : new Failure(code, 400, error.message, { details: error.details });
  }
}

/**
 * Links the user that auth made or proved, unless that is done: role, contract and invitation change together. The invitation is looked at again,
 * and so is whoever sent it: it may have been accepted or cancelled meanwhile, or the inviter may have lost the right. A refusal is final, and
 * takes the user back that was made for it. @throws Failure 403, 404, 409, 410, 503
 */
export async function linkInvited(
  deps: AcceptDependencies,
  acceptance: Pick<acceptances.Acceptance, 'commandKey' | 'invitationId' | 'startedAt'>,
  userId: number,
): Promise<void> {
  const { db, users, logger } = deps;
  const { commandKey } = acceptance;
  try {
    await withStandings(users, (standings) => db.write((tx) => link(tx, { ...deps, standings }, acceptance, userId)));
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    const { code } = error;
    await db.write(async (tx) => {
      await acceptances.refuseAcceptance(tx, commandKey);
      const invitation = await store.findInvitation(tx, acceptance.invitationId);
      await record(tx, {
        kind: 'invitation_refused',
        result: 'refused',
        clientAccountId: invitation?.clientAccountId ?? null,
        targetUserId: userId,
        details: { invitation_id: acceptance.invitationId, code },
      });
    });
    await undoRefused(deps, commandKey).catch((err: unknown) => {
      logger.warn({ err, invitation_id: acceptance.invitationId }, 'a refused acceptance is not undone yet; the recovery does it');
    });
    throw error;
  }
}

async function link(
  tx: Tx,
  { clock, standings }: { readonly clock: Clock; readonly standings: Standings },
  { commandKey, invitationId, startedAt }: Pick<acceptances.Acceptance, 'commandKey' | 'invitationId' | 'startedAt'>,
  userId: number,
): Promise<void> {
  const clientAccountId = (await store.findInvitation(tx, invitationId))?.clientAccountId ?? 0;
  if (!(await lockAccounts(tx, [clientAccountId])).has(clientAccountId)) throw unknownToken('invitation.invalid_token');
  const now = new Date(clock.millis());
  const { changedAt } = await lockSeries(tx, { clientAccountId, type: 'invitation', isNew: false }, now);
  // From here on nobody else changes invitations, roles or contracts of this account.
  if ((await acceptances.findAcceptance(tx, commandKey))?.completedAt) return;
  const invitation = await store.findInvitation(tx, invitationId);
  if (!invitation) throw unknownToken('invitation.invalid_token');
  assertAcceptable(invitation, startedAt);
  assertContract(invitation);
  await assertStillGiven(tx, standings, clock.today(), invitation);
  await giveRole(tx, invitation, userId, now);
  await approveContract(tx, invitation, userId, clock);
  const accepted = { status: 'ACCEPTED', acceptedById: userId, acceptedAt: now } as const;
  await store.changeStatus(tx, invitation, ['PENDING', 'EXPIRED'], accepted, changedAt);
  await acceptances.completeAcceptance(tx, commandKey);
  await appendToOutbox(tx, linksOfUserChanged(userId));
}

/** @throws Failure 403 `invitation.contract_not_approved`, 409 `invitation.cannot_be_accepted` when the inviter may not give the role now */
async function assertStillGiven(ex: Executor, standings: Standings, today: string, invitation: Invitation): Promise<void> {
  if (!(await mayGive(ex, standings, today, invitation))) throw inviterMayNot(invitation);
}

/** Auth forgets the user it made for a refused acceptance, and then the intent is forgotten. Safe to repeat. @throws Failure 503 */
export async function undoRefused(
  { db, invitedUsers }: Pick<AcceptDependencies, 'db' | 'invitedUsers'>,
  commandKey: string,
): Promise<void> {
  await invitedUsers.ForgetInvitedUser({ commandKey: authCommand(commandKey) }, { deadlineMillis: DEADLINE_MILLIS });
  await acceptances.dropAcceptance(db.executor, commandKey);
}

/** A membership that was ended lives again with the invited role; one that lives keeps the stronger of the two. */
async function giveRole(tx: Tx, { clientAccountId, roleId: invited }: Invitation, userId: number, now: Date): Promise<void> {
  const link = await findActiveLink(tx, clientAccountId, userId);
  const role = link ? roleId(strongest([roleCode(link.roleId), roleCode(invited)])!) : invited;
  await linkUser(tx, { clientAccountId, userId, roleId: role, createdById: userId }, now);
}

async function approveContract(tx: Tx, { contractId, clientAccountId }: Invitation, userId: number, clock: Clock): Promise<void> {
  const contract = contractId === null ? undefined : await lockContract(tx, contractId);
  // Rejected or expired since the invitation was read: by now that stands.
  if (contract?.approvalStatus === 'REJECTED' || contract?.approvalStatus === 'EXPIRED') throw contractLost(contract.approvalStatus);
  if (contract?.approvalStatus !== 'PENDING') return;
  await updateContract(tx, contract.id, approvalOf(contract, userId, clock), new Date(clock.millis()));
  await appendToOutbox(tx, accessToAccountChanged(clientAccountId));
}
