import { type AccountAccess, type Failure, forbidden } from '@app/contract';
import type { Database, Executor } from '@app/db';
import type { Clock } from '@app/runtime';
import { decideAccess } from '../access/access.ts';
import { factsAbout, worksThrough } from '../access/store.ts';
import { roleCode } from '../roles/roles.ts';
import { OWNER_ROLE_ID } from '../tenancy/link.ts';
import { hasActiveOwner } from '../tenancy/owners.ts';
import { askStandings, type StandingDirectory, type Standings, withStandings } from '../tenancy/standings.ts';
import { canBeAccepted, type Invitation, inviterMayNot, refusalOf } from './invitation.ts';

/** Somebody gives a role on an account, possibly in the name of a firm that took the account on as a client. */
export type Gift = Pick<Invitation, 'clientAccountId' | 'roleId' | 'invitedById' | 'providerClientAccountId'>;

/**
 * May the inviter give the role at this moment? CA is given by a direct CA or by SA; through a contract in force only
 * while the account has no active owner. The other roles are given by AA and CA, however they have come to it (CTL-R09,
 * CTL-R11). Decide under the lock of the account's row.
 */
export async function mayGive(ex: Executor, standings: Standings, today: string, gift: Gift): Promise<boolean> {
  const { clientAccountId, invitedById } = gift;
  const inviter = standings.of(invitedById);
  if (!inviter.isActive) return false;
  if (inviter.isAdmin) return true;
  const facts = await factsAbout(ex, invitedById, clientAccountId, today);
  if (!facts) return false;
  const { role, directRole } = decideAccess(facts);
  if (gift.roleId !== OWNER_ROLE_ID) return role === 'AA' || role === 'CA';
  if (directRole === 'CA') return true;
  const isByContract =
    gift.providerClientAccountId === null
      ? facts.firmRoleIds.map(roleCode).some((inFirm) => inFirm === 'AA' || inFirm === 'CA')
      : await worksThrough(ex, invitedById, gift.providerClientAccountId, clientAccountId, today);
  return isByContract && !(await hasActiveOwner(ex, standings, clientAccountId));
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
 * is looked at once, however many invitations do. @throws Failure 503 when auth cannot tell
 */
export async function acceptableNow(
  { db, clock, users }: RightSources,
  invitations: readonly Invitation[],
): Promise<ReadonlySet<number>> {
  const now = new Date(clock.millis());
  const open = invitations.filter((invitation) => canBeAccepted(invitation, now));
  const gifts = new Map(open.map((invitation) => [giftKey(invitation), invitation]));
  const inviters = await askStandings(users, [...new Set(open.map(({ invitedById }) => invitedById))]);
  const given = new Set<string>();
  for (const [key, gift] of gifts)
    if (await withStandings(users, (standings) => mayGive(db.executor, standings, clock.today(), gift), inviters))
      given.add(key);
  return new Set(open.filter((invitation) => given.has(giftKey(invitation))).map(({ id }) => id));
}

/**
 * What would refuse anybody who accepted the invitation now, the inviter's right included. @throws Failure 503 when
 * auth cannot tell
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
