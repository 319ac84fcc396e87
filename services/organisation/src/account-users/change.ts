import { type AccountAccess, mayRole } from '@app/access';
import { conflict, invalidField } from '@app/contract';
import { appendToOutbox, type Database, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { accessNow, roleEnded } from '../access/local-sources.ts';
import { ownersOnly } from '../invitations/right.ts';
import { cancelInvitationsSentBy } from '../invitations/withdraw.ts';
import { lockAccounts } from '../tenancy/account-store.ts';
import { accountNotFound } from '../tenancy/client-account.ts';
import {
  assignableRoleIds,
  cannotChangeOwnRole,
  cannotRemoveSelf,
  lastOwner,
  linksOfUserChanged,
  notLinked,
  OWNER_ROLE_ID,
  type UserLink,
} from '../tenancy/link.ts';
import * as store from '../tenancy/link-store.ts';
import { hasActiveOwner } from '../tenancy/owners.ts';
import { knownCaller, type StandingDirectory, type Standings, withStandings } from '../tenancy/standings.ts';

type Dependencies = { readonly db: Database; readonly clock: Clock; readonly users: StandingDirectory };

export interface LinkRequest {
  readonly userId: number;
  readonly actorId: number;
  /** The caller's to the account: an AA, CA or SA. */
  readonly access: AccountAccess;
}

/**
 * Gives a user another role. @throws Failure 400, 403 for one's own and for the owners' by others than owners, 409 for
 * the last owner's
 */
export async function changeRole(deps: Dependencies, request: LinkRequest, roleId: number): Promise<UserLink> {
  if (request.userId === request.actorId) throw cannotChangeOwnRole();
  if (!assignableRoleIds.includes(roleId))
    throw invalidField(
      'role_id',
      `must be 2 (AA), 3 (CA) or 6 (US), and is ${roleId}; BK and EM are given by invitation`,
    );
  return changeLink(deps, request, { roleId });
}

/**
 * Takes a user off an account. @throws Failure 400, 403 for oneself and for owners by others than owners, 409 for the
 * last owner
 */
export async function removeUser(deps: Dependencies, request: LinkRequest): Promise<UserLink> {
  if (request.userId === request.actorId) throw cannotRemoveSelf();
  return changeLink(deps, request, { isActive: false });
}

type LinkChange = { readonly roleId: number } | { readonly isActive: false };

/**
 * Links of one account change one after another, under the lock of its row: two owners that leave at once cannot both
 * be the last but one, and nobody acts by a role that was just taken from them. With a role go the invitations that
 * were sent by it (CTL-R13).
 */
function changeLink({ db, clock, users }: Dependencies, request: LinkRequest, change: LinkChange): Promise<UserLink> {
  const { userId, actorId, access } = request;
  const { clientAccountId } = access;
  const work = (standings: Standings) =>
    db.write(async (tx) => {
      if (!(await lockAccounts(tx, [clientAccountId])).has(clientAccountId)) throw accountNotFound(clientAccountId);
      const link = await store.findActiveLink(tx, clientAccountId, userId);
      const isAboutOwner = link?.roleId === OWNER_ROLE_ID || ('roleId' in change && change.roleId === OWNER_ROLE_ID);
      const { role, directRole } = await accessNow({ db, clock }, actorId, access);
      if (role === null || !mayRole(role, 'admin')) throw roleEnded();
      // Contract access never makes or unmakes an owner.
      if (isAboutOwner && role !== 'SA' && directRole !== 'CA') throw ownersOnly(access);
      if (!link) throw notLinked(userId, clientAccountId);
      if (!access.isActive)
        throw conflict(`Client account ${clientAccountId} is inactive and read-only`, 'client_account.inactive');
      if ('roleId' in change && change.roleId === link.roleId) return link;
      if (link.roleId === OWNER_ROLE_ID) await assertOtherOwner(tx, standings, link);
      const now = new Date(clock.millis());
      const changed = await store.updateLink(tx, clientAccountId, userId, change, now);
      const isRaised = 'roleId' in change && change.roleId === OWNER_ROLE_ID;
      if (!isRaised) await cancelInvitationsSentBy(tx, { userId, clientAccountId }, now);
      await appendToOutbox(tx, linksOfUserChanged(userId));
      return changed!;
    });
  return withStandings(users, work, knownCaller(actorId, access.role === 'SA'));
}

/** An owner whose user is deactivated is no active one, and may leave whoever else is there. */
async function assertOtherOwner(tx: Tx, standings: Standings, { clientAccountId, userId }: UserLink): Promise<void> {
  if (await hasActiveOwner(tx, standings, clientAccountId, userId)) return;
  if (standings.of(userId).isActive) throw lastOwner();
}
