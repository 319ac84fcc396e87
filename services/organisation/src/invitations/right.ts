import { type AccountAccess, forbidden, type RoleCode } from '@app/access';
import type { Failure } from '@app/contract';
import type { Database, Executor } from '@app/db';
import type { Clock } from '@app/runtime';
import { decideAccess } from '../access/access.ts';
import { factsAboutEach, workThrough } from '../access/store.ts';
import { roleCode } from '../roles/roles.ts';
import { OWNER_ROLE_ID } from '../tenancy/link.ts';
import { ownersOfEach } from '../tenancy/link-store.ts';
import { askStandings, type StandingDirectory, type Standings, withStandings } from '../tenancy/standings.ts';
import { canBeAccepted, type Invitation, inviterMayNot, refusalOf } from './invitation.ts';

/** Somebody gives a role on an account, possibly in the name of a firm that took the account on as a client. */
export type Gift = Pick<Invitation, 'clientAccountId' | 'roleId' | 'invitedById' | 'providerClientAccountId'>;

/**
 * May the inviter give the role at this moment? CA is given by a direct CA or by SA; through a contract in force only
 * while the account has no active owner. The other roles are given by AA and CA, however they have come to it (CTL-R09,
 * CTL-R11). Decide under the lock of the account's row.
 */
export const mayGive = async (ex: Executor, standings: Standings, today: string, gift: Gift): Promise<boolean> =>
  (await givenAmong(ex, standings, today, [gift])).has(gift);

/** Those of the gifts that may be given, by at most three statements however many there are. */
async function givenAmong(
  ex: Executor,
  standings: Standings,
  today: string,
  gifts: readonly Gift[],
): Promise<ReadonlySet<Gift>> {
  const active = gifts.filter(({ invitedById }) => standings.of(invitedById).isActive);
  const given = new Set(active.filter(({ invitedById }) => standings.of(invitedById).isAdmin));
  const others = active.filter((gift) => !given.has(gift));
  const facts = await factsAboutEach(ex, others.map(pairOf), today);
  const ofOwners: OwnersRole[] = [];
  for (const [index, gift] of others.entries()) {
    const about = facts[index];
    if (!about) continue;
    const { role, directRole } = decideAccess(about);
    const isOwners = gift.roleId === OWNER_ROLE_ID;
    if (isOwners ? directRole === 'CA' : role === 'AA' || role === 'CA') given.add(gift);
    else if (isOwners) ofOwners.push({ gift, firmRoles: about.firmRoleIds.map(roleCode) });
  }
  for (const gift of await givenByContract(ex, standings, today, ofOwners)) given.add(gift);
  return given;
}

/** The role CA, given by somebody with these roles in firms that work for the account. */
interface OwnersRole {
  readonly gift: Gift;
  readonly firmRoles: readonly RoleCode[];
}

const pairOf = ({ invitedById, clientAccountId }: Gift) => ({ userId: invitedById, clientAccountId });

/** Through a contract in force, by the firm's AA or CA or in the name of the firm, while there is no active owner. */
async function givenByContract(
  ex: Executor,
  standings: Standings,
  today: string,
  asked: readonly OwnersRole[],
): Promise<readonly Gift[]> {
  const inFirmsName = asked.flatMap(({ gift }) =>
    gift.providerClientAccountId === null ? [] : [{ gift, providerId: gift.providerClientAccountId }],
  );
  const ties = inFirmsName.map(({ gift, providerId }) => ({ ...pairOf(gift), providerId }));
  const works = await workThrough(ex, ties, today);
  const byContract = [
    ...asked.filter(
      ({ gift, firmRoles }) =>
        gift.providerClientAccountId === null && firmRoles.some((role) => role === 'AA' || role === 'CA'),
    ),
    ...inFirmsName.filter((_, index) => works[index]),
  ].map(({ gift }) => gift);
  const owners = await ownersOfEach(ex, [...new Set(byContract.map(({ clientAccountId }) => clientAccountId))]);
  const isOwned = standings.anyActiveEach(byContract.map(({ clientAccountId }) => owners.get(clientAccountId) ?? []));
  return byContract.filter((_, index) => !isOwned[index]);
}

/** Only an owner makes an owner (CTL-R11). */
export const ownersOnly = ({ clientAccountId }: Pick<AccountAccess, 'clientAccountId'>) =>
  forbidden(
    `Only a direct owner (CA) of client account ${clientAccountId} gives or takes the role CA; through a contract it is given only while the account has no active owner`,
    'role',
  );

interface RightSources {
  readonly db: Database;
  readonly clock: Clock;
  readonly users: StandingDirectory;
}

const giftKey = ({ clientAccountId, roleId, invitedById, providerClientAccountId }: Gift): string =>
  [clientAccountId, roleId, invitedById, providerClientAccountId].join(' ');

/**
 * The ids of those that anybody could accept now, each inviter's right included. What one inviter gives on one account
 * is looked at once, however many invitations do, and what decides about all of them is read at once. @throws Failure 503 when auth does not answer
 */
export async function acceptableNow(
  { db, clock, users }: RightSources,
  invitations: readonly Invitation[],
): Promise<ReadonlySet<number>> {
  const now = new Date(clock.millis());
  const open = invitations.filter((invitation) => canBeAccepted(invitation, now));
  const gifts = new Map(open.map((invitation) => [giftKey(invitation), invitation]));
  const inviters = await askStandings(users, [...new Set(open.map(({ invitedById }) => invitedById))]);
  const work = (standings: Standings) => givenAmong(db.executor, standings, clock.today(), [...gifts.values()]);
  const given = new Set([...(await withStandings(users, work, inviters))].map(giftKey));
  return new Set(open.filter((invitation) => given.has(giftKey(invitation))).map(({ id }) => id));
}

/**
 * What would refuse anybody who accepted the invitation now, the inviter's right included. @throws Failure 503 when
 * auth does not answer
 */
export async function refusalNow(
  { db, clock, users }: RightSources,
  invitation: Invitation,
): Promise<Failure | undefined> {
  const refusal = refusalOf(invitation, new Date(clock.millis()));
  if (refusal) return refusal;
  const isGiven = await withStandings(users, (standings) => mayGive(db.executor, standings, clock.today(), invitation));
  return isGiven ? undefined : inviterMayNot(invitation);
}
