import { type AccountAccess, forbidden, mayRole } from '@app/access';
import { conflict, notFound } from '@app/contract';
import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { accessNow } from '../access/local-sources.ts';
import { lockSeries } from '../records/series.ts';
import { lockAccounts } from '../tenancy/account-store.ts';
import type { Invitation } from './invitation.ts';
import * as store from './store.ts';

/**
 * Cancels an invitation that was not accepted; one that is cancelled or has run out answers the same. By the inviter,
 * whatever their role by now, or by AA, CA and SA, whose role is asked again under the lock of the account. @throws
 * Failure 403, 404, 409
 */
export async function cancelInvitation(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  invitation: Invitation,
  actor: { readonly userId: number; readonly access: AccountAccess },
): Promise<Invitation> {
  assertMayCancel(invitation, actor.userId, actor.access);
  return db.write(async (tx) => {
    await lockAccounts(tx, [invitation.clientAccountId]);
    assertMayCancel(invitation, actor.userId, await accessNow({ db, clock }, actor.userId, actor.access));
    const turn = { clientAccountId: invitation.clientAccountId, type: 'invitation', isNew: false } as const;
    const { changedAt } = await lockSeries(tx, turn, new Date(clock.millis()));
    const cancelled = await store.changeStatus(
      tx,
      invitation,
      ['PENDING', 'EXPIRED'],
      { status: 'CANCELLED' },
      changedAt,
    );
    const found = cancelled ?? (await store.findInvitation(tx, invitation.id));
    if (!found) throw notFound(`Invitation ${invitation.id} is gone`, 'invitation.not_found');
    if (found.status === 'ACCEPTED')
      throw conflict(
        `Invitation ${found.id} was accepted; remove user ${found.acceptedById} from the client account instead`,
        'invitation.cannot_cancel_accepted',
      );
    return found;
  });
}

/** @throws Failure 403 `invitation.not_authorized_to_cancel` */
function assertMayCancel({ invitedById }: Invitation, userId: number, { role }: AccountAccess): void {
  if (invitedById === userId || (role !== null && mayRole(role, 'admin'))) return;
  throw forbidden(
    'Only whoever sent the invitation, or an AA or CA of the client account, cancels it',
    'role',
    'invitation.not_authorized_to_cancel',
  );
}
