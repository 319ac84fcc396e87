import type { Tx } from '@app/db';
import { lockSeries } from '../records/series.ts';
import { accountsInvitedTo, cancelSentBy } from './store.ts';

/**
 * Cancels the invitations that a user has pending by a role that is taken away, in the transaction that takes it
 * (CTL-R13). In a provider firm the role reached the firm's customers too. What was accepted stands.
 */
export async function cancelInvitationsSentBy(
  tx: Tx,
  { userId, clientAccountId }: { readonly userId: number; readonly clientAccountId: number },
  now: Date,
): Promise<void> {
  for (const id of await accountsInvitedTo(tx, userId, clientAccountId)) {
    const { changedAt } = await lockSeries(tx, { clientAccountId: id, type: 'invitation', isNew: false }, now);
    await cancelSentBy(tx, userId, id, changedAt);
  }
}
