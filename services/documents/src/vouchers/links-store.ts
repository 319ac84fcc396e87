import { anyOf, type Executor, fixedStatement, type Tx } from '@app/db';
import { and, asc, desc, eq, inArray, isNotNull, lt, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { documents } from '../schema/documents.ts';
import { files } from '../schema/files.ts';
import { voucherEntries, voucherEntryLines } from '../schema/voucher-entries.ts';
import { vouchers } from '../schema/vouchers.ts';
import type { Link, VoucherEntry } from './standing.ts';
import type { VoucherStatus } from './voucher.ts';

/** A voucher whose links are being looked at; its row is held until the transaction ends. */
export interface HeldVoucher {
  readonly id: number;
  readonly status: VoucherStatus;
  readonly booksRevision: number;
}

/** Vouchers of the account by id, held in that order. */
export const holdVouchers = (
  tx: Tx,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly HeldVoucher[]> =>
  tx
    .select({ id: vouchers.id, status: vouchers.status, booksRevision: vouchers.booksRevision })
    .from(vouchers)
    .where(and(eq(vouchers.clientAccountId, clientAccountId), anyOf(vouchers.id, ids)))
    .orderBy(asc(vouchers.id))
    .for('update');

/** Entries of vouchers as the projection has them, newest first. */
export async function entriesKnown(
  ex: Executor,
  clientAccountId: number,
  voucherIds: readonly number[],
): Promise<readonly VoucherEntry[]> {
  const e = voucherEntries;
  const rows = await ex
    .select({
      id: e.entryId,
      voucherId: e.voucherId,
      sequenceNumber: e.sequenceNumber,
      postingDate: e.postingDate,
      description: e.description,
      isDraft: e.isDraft,
      isCancelled: e.isCancelled,
    })
    .from(e)
    .where(and(eq(e.clientAccountId, clientAccountId), anyOf(e.voucherId, voucherIds)))
    .orderBy(desc(e.entryId));
  return rows.map(({ sequenceNumber, ...row }) => ({
    ...row,
    lines: [],
    ...(sequenceNumber === null ? {} : { sequenceNumber }),
  }));
}

/** The vouchers that entries of these accounts named when the ledger was last asked. */
export function vouchersOfEntries(
  ex: Executor,
  clientAccountIds: readonly number[],
  entryIds: readonly number[],
): Promise<readonly { readonly clientAccountId: number; readonly voucherId: number }[]> {
  const { clientAccountId, voucherId, entryId } = voucherEntries;
  return ex
    .select({ clientAccountId, voucherId })
    .from(voucherEntries)
    .where(and(anyOf(clientAccountId, clientAccountIds), anyOf(entryId, entryIds)));
}

/**
 * Stores the entries of held vouchers as the ledger gave them at a revision of its journal; what it said later stays.
 * @returns the vouchers whose entries these were before, which are others' now
 */
export async function storeEntries(
  tx: Tx,
  clientAccountId: number,
  { voucherIds, entries, revision }: Told,
): Promise<readonly number[]> {
  const e = voucherEntries;
  const ofAccount = eq(e.clientAccountId, clientAccountId);
  const entryIds = entries.map(({ id }) => id);
  const moved = await tx
    .select({ voucherId: e.voucherId })
    .from(e)
    .where(and(ofAccount, anyOf(e.entryId, entryIds), notInArray(e.voucherId, [...voucherIds])));
  await tx
    .delete(e)
    .where(
      and(ofAccount, anyOf(e.voucherId, voucherIds), lte(e.revision, revision), sql`not ${anyOf(e.entryId, entryIds)}`),
    );
  if (entries.length > 0) await upsert(tx, clientAccountId, entries, revision);
  await tx
    .update(vouchers)
    .set({ booksRevision: revision })
    .where(and(eq(vouchers.clientAccountId, clientAccountId), anyOf(vouchers.id, voucherIds)));
  return moved.map(({ voucherId }) => voucherId);
}

/** What the ledger said of some vouchers. */
export interface Told {
  readonly voucherIds: readonly number[];
  readonly entries: readonly VoucherEntry[];
  readonly revision: number;
}

async function upsert(tx: Tx, clientAccountId: number, entries: readonly VoucherEntry[], revision: number) {
  const e = voucherEntries;
  const stored = await tx
    .insert(e)
    .values(
      entries.map(({ id, lines: _, sequenceNumber = null, ...entry }) => ({
        ...entry,
        ...{ clientAccountId, entryId: id, sequenceNumber, revision },
      })),
    )
    .onConflictDoUpdate({
      target: [e.clientAccountId, e.entryId],
      set: {
        voucherId: sql`excluded.voucher_id`,
        sequenceNumber: sql`excluded.sequence_number`,
        postingDate: sql`excluded.posting_date`,
        description: sql`excluded.description`,
        isDraft: sql`excluded.is_draft`,
        isCancelled: sql`excluded.is_cancelled`,
        revision: sql`excluded.revision`,
      },
      setWhere: lte(e.revision, revision),
    })
    .returning({ id: e.entryId });
  const ids = stored.map(({ id }) => id);
  if (ids.length === 0) return;
  const l = voucherEntryLines;
  await tx.delete(l).where(and(eq(l.clientAccountId, clientAccountId), anyOf(l.entryId, ids)));
  const kept = new Set(ids);
  const lines = entries
    .filter(({ id }) => kept.has(id))
    .flatMap(({ id, lines: of }) => of.map((line) => ({ taxCode: null, ...line, clientAccountId, entryId: id })));
  if (lines.length > 0) await tx.insert(l).values(lines);
}

// Raw: a voucher and its file, one row each, by one text that is made once.
const settingStatus = fixedStatement(sql`
  with changed as (
    update ${vouchers} set status = ${sql.placeholder('status')}
    where client_account_id = ${sql.placeholder('account')} and id = any(${sql.placeholder('ids')}::bigint[]))
  update ${files} set updated_at = ${sql.placeholder('now')}::timestamptz
  where client_account_id = ${sql.placeholder('account')} and id = any(${sql.placeholder('ids')}::bigint[])`);

/** The status of vouchers, and when they changed. */
export async function setStatus(
  tx: Tx,
  account: number,
  ids: readonly number[],
  { status, now }: { readonly status: VoucherStatus; readonly now: Date },
): Promise<void> {
  await tx.execute(settingStatus({ account, ids: sql.param([...ids]), status, now: now.toISOString() }));
}

/** Removes entries from the projection, at most so many. @returns the vouchers that they were of */
export const dropEntries = (tx: Tx, clientAccountId: number, most: number): Promise<readonly number[]> =>
  drop(tx, clientAccountId, most);

/** The same of those that documents were posted by. */
export function dropDocumentEntries(tx: Tx, clientAccountId: number, most: number): Promise<readonly number[]> {
  const d = documents;
  const ofDocument = tx
    .select({ id: d.journalEntryId })
    .from(d)
    .where(and(eq(d.clientAccountId, clientAccountId), isNotNull(d.journalEntryId)));
  return drop(tx, clientAccountId, most, inArray(voucherEntries.entryId, ofDocument));
}

async function drop(tx: Tx, clientAccountId: number, most: number, which?: SQL): Promise<readonly number[]> {
  const e = voucherEntries;
  const some = tx
    .select({ id: e.entryId })
    .from(e)
    .where(and(eq(e.clientAccountId, clientAccountId), which))
    .limit(most);
  const gone = await tx
    .delete(e)
    .where(and(eq(e.clientAccountId, clientAccountId), inArray(e.entryId, some)))
    .returning({ voucherId: e.voucherId });
  return gone.map(({ voucherId }) => voucherId);
}

/** Vouchers after an id, of all accounts: account and id. */
export const vouchersAfter = (
  ex: Executor,
  afterId: number,
  limit: number,
): Promise<readonly { readonly id: number; readonly clientAccountId: number }[]> =>
  ex
    .select({ id: vouchers.id, clientAccountId: vouchers.clientAccountId })
    .from(vouchers)
    .where(lt(sql`${afterId}::bigint`, vouchers.id))
    .orderBy(asc(vouchers.id))
    .limit(limit);

// Raw: entries and documents by one text, made once. Two columns of each are all that decides.
const linksKnown = fixedStatement(sql`
  select voucher_id, is_draft, is_cancelled from ${voucherEntries}
  where client_account_id = ${sql.placeholder('account')} and voucher_id = any(${sql.placeholder('ids')}::bigint[])
  union all
  select uploaded_file_id, status = 'DRAFT', status = 'CANCELLED' from ${documents}
  where client_account_id = ${sql.placeholder('account')} and uploaded_file_id = any(${sql.placeholder('ids')}::bigint[])`);

/** Entries and documents of vouchers, as far as they decide the status. */
export async function linksOfVouchers(
  ex: Executor,
  account: number,
  voucherIds: readonly number[],
): Promise<readonly (Link & { readonly voucherId: number })[]> {
  const rows = await ex.execute<{ voucher_id: string; is_draft: boolean; is_cancelled: boolean }>(
    linksKnown({ account, ids: sql.param([...voucherIds]) }),
  );
  return rows.map(({ voucher_id, is_draft, is_cancelled }) => ({
    ...{ voucherId: Number(voucher_id), isDraft: is_draft, isCancelled: is_cancelled },
  }));
}
