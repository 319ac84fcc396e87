import { invalidField } from '@app/contract';
import { appendToOutbox, type Database, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { accountNotFound } from '../client-accounts/client-account.ts';
import { lockAccounts } from '../client-accounts/store.ts';
import {
  assignableRoleIds,
  cannotChangeOwnRole,
  cannotRemoveSelf,
  lastOwner,
  linksOfUserChanged,
  notLinked,
  OWNER_ROLE_ID,
  type UserLink,
} from './link.ts';
import * as store from './store.ts';

type Dependencies = { readonly db: Database; readonly clock: Clock };

export interface LinkRequest {
  readonly clientAccountId: number;
  readonly userId: number;
  readonly actorId: number;
}

/** Gives a user another role. @throws Failure 400, 403 for one's own, 409 for the last owner's */
export async function changeRole(dependencies: Dependencies, request: LinkRequest, roleId: number): Promise<UserLink> {
  if (request.userId === request.actorId) throw cannotChangeOwnRole();
  if (!assignableRoleIds.includes(roleId))
    throw invalidField('role_id', `must be 2 (AA), 3 (CA) or 6 (US), and is ${roleId}; BK and EM are given by invitation`);
  return changeLink(dependencies, request, (link) => (link.roleId === roleId ? {} : { roleId }));
}

/** Takes a user off an account. @throws Failure 400, 403 for oneself, 409 for the last owner */
export async function removeUser(dependencies: Dependencies, request: LinkRequest): Promise<UserLink> {
  if (request.userId === request.actorId) throw cannotRemoveSelf();
  return changeLink(dependencies, request, () => ({ isActive: false }));
}

type LinkChanges = { readonly roleId?: number; readonly isActive?: boolean };

/** Owners of one account leave one after another, under the lock of its row: two that leave at once cannot both be the last but one. */
function changeLink(
  { db, clock }: Dependencies,
  { clientAccountId, userId }: LinkRequest,
  changesTo: (link: UserLink) => LinkChanges,
): Promise<UserLink> {
  return db.write(async (tx) => {
    if (!(await lockAccounts(tx, [clientAccountId])).has(clientAccountId)) throw accountNotFound(clientAccountId);
    const link = await store.findActiveLink(tx, clientAccountId, userId);
    if (!link) throw notLinked(userId, clientAccountId);
    const changes = changesTo(link);
    if (Object.keys(changes).length === 0) return link;
    if (link.roleId === OWNER_ROLE_ID) await assertOtherOwner(tx, link);
    const changed = await store.updateLink(tx, clientAccountId, userId, changes, new Date(clock.millis()));
    await appendToOutbox(tx, linksOfUserChanged(userId));
    return changed!;
  });
}

async function assertOtherOwner(tx: Tx, link: UserLink): Promise<void> {
  if ((await store.countOtherOwners(tx, link.clientAccountId, link.userId)) === 0) throw lastOwner();
}
