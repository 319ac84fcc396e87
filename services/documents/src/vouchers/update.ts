import { Failure, invalidField } from '@app/contract/failure';
import type { Database, Tx } from '@app/db';
import { lockChanges, type Stamp } from '@app/records';
import type { Clock } from '@app/runtime';
import { replaceAttachments } from './attachments-store.ts';
import { askBooks } from './follow-books.ts';
import { linksOf, storeBooks } from './links.ts';
import { setStatus } from './links-store.ts';
import { voucherNotFound } from './loading.ts';
import { type NamedDependencies, requireNamed } from './named.ts';
import { type Books, statusOf } from './standing.ts';
import { changeVoucher, lockVoucher, requireFreeExternalId, type Voucher, type VoucherChanges } from './store.ts';
import { requireTransition } from './workflow/state.ts';
import { beginWorkflow, cancelWorkflows } from './workflow/store.ts';

interface Deps extends NamedDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly books: Books;
}

export interface VoucherPatch extends VoucherChanges {
  readonly status?: 'ARCHIVED' | 'PENDING' | undefined;
  readonly workflowStatus?: string | undefined;
  readonly attachmentFileIds?: readonly number[] | undefined;
}

/**
 * Changes a voucher. What the books have of it is asked before its status or workflow changes, since they decide.
 * @throws Failure 400 `voucher.is_booked`, `voucher.invalid_workflow_transition`, for what is named and is not there;
 * 404; 503
 */
export async function updateVoucher(
  deps: Deps,
  { id, clientAccountId }: Pick<Voucher, 'id' | 'clientAccountId'>,
  { status, workflowStatus, attachmentFileIds, ...changes }: VoucherPatch,
  userId: number,
): Promise<void> {
  await requireNamed(deps, clientAccountId, changes);
  const decides = status !== undefined || workflowStatus !== undefined;
  const told = decides ? await askBooks(deps, clientAccountId, [id]) : undefined;
  await deps.db.write(async (tx) => {
    const now = await lockChanges(tx, clientAccountId, new Date(deps.clock.millis()));
    if (told) await storeBooks(tx, clientAccountId, told);
    const voucher = await lockVoucher(tx, clientAccountId, id);
    if (!voucher || voucher.status === 'DELETED') throw voucherNotFound(id);
    const { externalId = null } = changes;
    await requireFreeExternalId(tx, { clientAccountId, externalId }, { voucherId: id, seesOthers: true });
    await changeVoucher(tx, voucher, changes, { userId, now });
    if (attachmentFileIds) await attach(tx, voucher, attachmentFileIds);
    const stamp = { moment: now, actorId: userId };
    if (status !== undefined) await setAside(tx, voucher, status, stamp);
    if (workflowStatus !== undefined) await steer(tx, voucher, workflowStatus, stamp);
  });
}

const isBooked = (): Failure =>
  new Failure('voucher.is_booked', 400, 'The voucher is booked; cancel its entry or document first');

type Locked = NonNullable<Awaited<ReturnType<typeof lockVoucher>>>;

async function setAside(
  tx: Tx,
  { id, clientAccountId, status }: Locked,
  wanted: 'ARCHIVED' | 'PENDING',
  stamp: Stamp,
): Promise<void> {
  if (status === 'BOOKED') throw isBooked();
  const links = (await linksOf(tx, clientAccountId, [id])).get(id) ?? [];
  const next = wanted === 'ARCHIVED' ? wanted : statusOf('PENDING', links);
  await setStatus(tx, clientAccountId, [id], { status: next, now: stamp.moment });
  if (wanted === 'ARCHIVED') await cancelWorkflows(tx, clientAccountId, [id], stamp);
}

async function steer(tx: Tx, voucher: Locked, wanted: string, stamp: Stamp): Promise<void> {
  const next = requireTransition(voucher.workflowStatus, wanted);
  if (next === 'CANCELLED') return cancelWorkflows(tx, voucher.clientAccountId, [voucher.id], stamp);
  if (voucher.status === 'BOOKED') throw isBooked();
  await beginWorkflow(tx, voucher, next);
}

async function attach(tx: Tx, voucher: Locked, fileIds: readonly number[]): Promise<void> {
  const strange = await replaceAttachments(tx, voucher, fileIds);
  if (strange !== undefined)
    throw invalidField('attachment_file_ids', `There is no attachment ${strange} in this client account`);
}
