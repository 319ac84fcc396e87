import { type AccountAccess, conflict, forbidden, notFound } from '@app/contract';
import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { lockSeries } from '../records/series.ts';
import type { Invitation } from './invitation.ts';
import * as store from './store.ts';

/**
 * Cancels an invitation that was not accepted; one that is cancelled or has run out answers the same. By the inviter,
 * whatever their role by now, or by AA, CA and SA. @throws Failure 403, 404, 409
 */
export async function cancelInvitation(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  invitation: Invitation,
  actor: { readonly userId: number; readonly access: AccountAccess },
): Promise<Invitation> {
  const isAdmin = actor.access.role === 'SA' || actor.access.role === 'AA' || actor.access.role === 'CA';
  if (!isAdmin && invitation.invitedById !== actor.userId)
    throw forbidden(
      'Only whoever sent the invitation, or an AA or CA of the client account, cancels it',
      'role',
      'invitation.not_authorized_to_cancel',
    );
  return db.write(async (tx) => {
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
