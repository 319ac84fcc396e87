import { invalid } from '@app/contract';
import { anyOf, type Executor } from '@app/db';
import { and, asc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { journalEntries } from '../schema/journal-entries.ts';

/** A journal entry as its voucher shows it. */
export interface VoucherEntry {
  readonly id: number;
  readonly voucherId: number;
  readonly sequenceNumber: number | null;
  /** Of the first line. */
  readonly postingDate: string;
  readonly description: string;
  readonly isDraft: boolean;
  readonly isCancelled: boolean;
}

const MAX_VOUCHERS = 1_000;

/**
 * Journal entries that name some vouchers of the account, by id. A voucher has at most one that is not cancelled.
 * Cancelled ones are found by their reversals, which are few and have an index; no index has them by voucher.
 * @throws Failure 400 for too many vouchers
 */
export async function entriesOfVouchers(
  db: Executor,
  question: {
    readonly clientAccountId: number;
    readonly voucherIds: readonly number[];
    readonly includesCancelled: boolean;
  },
): Promise<readonly VoucherEntry[]> {
  const { clientAccountId, voucherIds, includesCancelled } = question;
  if (voucherIds.length > MAX_VOUCHERS)
    throw invalid(`At most ${MAX_VOUCHERS} vouchers can be asked about at once, and ${voucherIds.length} were`);
  const live = await select(db, and(ofVouchers(clientAccountId, voucherIds), isNull(e.cancelled)));
  if (!includesCancelled) return live;
  const reversed = db
    .select({ id: reversal.relationId })
    .from(reversal)
    .where(and(eq(reversal.clientAccountId, clientAccountId), eq(reversal.cancelled, 'C')));
  const cancelled = await select(db, and(ofVouchers(clientAccountId, voucherIds), inArray(e.id, reversed)));
  return [...live, ...cancelled].sort((a, b) => a.id - b.id);
}

const e = journalEntries;
const reversal = alias(journalEntries, 'reversal');

const ofVouchers = (clientAccountId: number, voucherIds: readonly number[]): SQL | undefined =>
  and(eq(e.clientAccountId, clientAccountId), isNotNull(e.voucherId), anyOf(e.voucherId, voucherIds));

async function select(db: Executor, condition: SQL | undefined): Promise<VoucherEntry[]> {
  const rows = await db
    .select({
      id: e.id,
      voucherId: e.voucherId,
      sequenceNumber: e.sequenceNumber,
      postingDate: e.firstPostingDate,
      description: e.description,
      isDraft: e.isDraft,
      cancelled: e.cancelled,
    })
    .from(e)
    .where(condition)
    .orderBy(asc(e.id));
  return rows.map(({ cancelled, voucherId, ...row }) => ({
    ...row,
    voucherId: voucherId!,
    isCancelled: cancelled !== null,
  }));
}
