import { record } from '@app/audit';
import { appendToOutbox, type NewEvent, type Tx } from '@app/db';
import { enqueueMail } from '@app/mail';
import type { Clock } from '@app/runtime';
import { reopenApproved } from '../contracts/store.ts';
import { cancelAllPending } from '../invitations/store.ts';
import { lockSeries } from '../records/series.ts';
import * as store from '../tenancy/account-store.ts';
import { accountChanged, type ClientAccount } from '../tenancy/client-account.ts';
import { accessToAccountChanged, linksOfUserChanged, OWNER_ROLE_ID } from '../tenancy/link.ts';
import { endOtherLinks, linkUser } from '../tenancy/link-store.ts';
import type { TakeOverNotice } from './take-over-mail.ts';

/**
 * Gives an account that is not proven to the person whom signup proved to act for the organization (CTL-R05). Where a
 * person opened it for themselves, whatever was given out before ends: roles, open invitations, and the approval of
 * contracts, about which the new owner is asked again. Where a firm opened it, all that stays, and the new owner
 * decides.
 *
 * Runs in the caller's transaction, under the lock of the account's row: whoever accepts, invites, changes roles or
 * approves at the same moment comes before it, and is undone, or after it, and finds that it may no longer.
 */
export async function takeOverAccount(tx: Tx, clock: Clock, account: ClientAccount, ownerId: number): Promise<void> {
  const now = new Date(clock.millis());
  const isOpenedByProvider = account.openedByProviderIds.length > 0;
  const ended = isOpenedByProvider ? [] : await endWhatWasGiven(tx, clock, account, ownerId, now);
  await linkUser(
    tx,
    { clientAccountId: account.id, userId: ownerId, roleId: OWNER_ROLE_ID, createdById: ownerId },
    now,
  );
  await store.updateAccount(tx, account.id, { isProven: true }, ownerId, now);
  await record(tx, { kind: 'account_taken_over', clientAccountId: account.id, userId: ownerId, targetUserId: ownerId });
  const taken = await store.findAccount(tx, account.id, clock.today());
  await appendToOutbox(
    tx,
    accountChanged(taken!),
    accessToAccountChanged(account.id),
    linksOfUserChanged(ownerId),
    ...ended,
  );
}

async function endWhatWasGiven(
  tx: Tx,
  clock: Clock,
  account: ClientAccount,
  ownerId: number,
  now: Date,
): Promise<readonly NewEvent[]> {
  const { id } = account;
  const { changedAt } = await lockSeries(tx, { clientAccountId: id, type: 'invitation', isNew: false }, now);
  const userIds = await endOtherLinks(tx, id, ownerId, now);
  const invitationIds = await cancelAllPending(tx, id, changedAt);
  const contracts = await reopenApproved(tx, id, ownerId, clock.today(), now);
  const announce = (notice: TakeOverNotice) =>
    enqueueMail(tx, {
      ...notice,
      language: account.accountingLanguage === 'nob' ? 'nob' : 'eng',
      clientAccountId: id,
    });
  for (const userId of userIds)
    await announce({ kind: 'access_ended', reference: { client_account_id: id, user_id: userId } });
  for (const invitationId of invitationIds)
    await announce({ kind: 'invitation_ended', reference: { invitation_id: invitationId } });
  for (const { id: contractId } of contracts)
    await announce({ kind: 'contract_reopened', reference: { contract_id: contractId } });
  return userIds.map(linksOfUserChanged);
}
