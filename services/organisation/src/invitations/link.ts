import { appendToOutbox, type Executor, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { strongest } from '../access/access.ts';
import { approvalOf } from '../contracts/contract.ts';
import { lockContract, updateContract } from '../contracts/store.ts';
import { lockSeries } from '../records/series.ts';
import { roleCode, roleId } from '../roles/roles.ts';
import { lockAccounts } from '../tenancy/account-store.ts';
import { accessToAccountChanged, linksOfUserChanged } from '../tenancy/link.ts';
import { findActiveLink, linkUser } from '../tenancy/link-store.ts';
import type { Standings } from '../tenancy/standings.ts';
import {
  assertAcceptable,
  assertContract,
  contractLost,
  type Invitation,
  inviterMayNot,
  unknownToken,
} from './invitation.ts';
import { mayGive } from './right.ts';
import * as store from './store.ts';

/** An acceptance that was begun, by the clock of the product. */
export interface AcceptanceIntent {
  readonly invitationId: number;
  readonly startedAt: Date;
}

/**
 * Links the user that auth made or proved: role, contract and invitation change together. The invitation is looked at
 * again, and so is whoever sent it: it may have been accepted or cancelled meanwhile, or the inviter may have lost the
 * right. @throws Failure 403, 404, 409, 410
 */
export async function linkInvited(
  tx: Tx,
  { clock, standings }: { readonly clock: Clock; readonly standings: Standings },
  { invitationId, startedAt }: AcceptanceIntent,
  userId: number,
): Promise<void> {
  const clientAccountId = (await store.findInvitation(tx, invitationId))?.clientAccountId ?? 0;
  if (!(await lockAccounts(tx, [clientAccountId])).has(clientAccountId)) throw unknownToken('invitation.invalid_token');
  const now = new Date(clock.millis());
  const { changedAt } = await lockSeries(tx, { clientAccountId, type: 'invitation', isNew: false }, now);
  // From here on nobody else changes invitations, roles or contracts of this account.
  const invitation = await store.findInvitation(tx, invitationId);
  if (!invitation) throw unknownToken('invitation.invalid_token');
  assertAcceptable(invitation, startedAt);
  assertContract(invitation);
  await assertStillGiven(tx, standings, clock.today(), invitation);
  await giveRole(tx, invitation, userId, now);
  await approveContract(tx, invitation, userId, clock);
  const accepted = { status: 'ACCEPTED', acceptedById: userId, acceptedAt: now } as const;
  await store.changeStatus(tx, invitation, ['PENDING', 'EXPIRED'], accepted, changedAt);
  await appendToOutbox(tx, linksOfUserChanged(userId));
}

/**
 * @throws Failure 403 `invitation.contract_not_approved`, 409 `invitation.cannot_be_accepted` when the inviter may not
 * give the role now
 */
export async function assertStillGiven(
  ex: Executor,
  standings: Standings,
  today: string,
  invitation: Invitation,
): Promise<void> {
  if (!(await mayGive(ex, standings, today, invitation))) throw inviterMayNot(invitation);
}

/** A membership that was ended lives again with the invited role; one that lives keeps the stronger of the two. */
async function giveRole(
  tx: Tx,
  { clientAccountId, roleId: invited }: Invitation,
  userId: number,
  now: Date,
): Promise<void> {
  const link = await findActiveLink(tx, clientAccountId, userId);
  const role = link ? roleId(strongest([roleCode(link.roleId), roleCode(invited)])!) : invited;
  await linkUser(tx, { clientAccountId, userId, roleId: role, createdById: userId }, now);
}

async function approveContract(
  tx: Tx,
  { contractId, clientAccountId }: Invitation,
  userId: number,
  clock: Clock,
): Promise<void> {
  const contract = contractId === null ? undefined : await lockContract(tx, contractId);
  // Rejected or expired since the invitation was read: by now that stands.
  if (contract?.approvalStatus === 'REJECTED' || contract?.approvalStatus === 'EXPIRED')
    throw contractLost(contract.approvalStatus);
  if (contract?.approvalStatus !== 'PENDING') return;
  await updateContract(tx, contract.id, approvalOf(contract, userId, clock), new Date(clock.millis()));
  await appendToOutbox(tx, accessToAccountChanged(clientAccountId));
}
