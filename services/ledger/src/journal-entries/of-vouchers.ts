import { invalid } from '@app/contract';
import { anyOf, type Executor } from '@app/db';
import { and, asc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts } from '../schema/accounts.ts';
import { journalCounters } from '../schema/journal-counters.ts';
import { journalEntries } from '../schema/journal-entries.ts';
import { journalLines } from '../schema/journal-lines.ts';
import { taxCodes } from '../schema/tax-codes.ts';

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
  /** What its lines are found by, each combination once; empty unless asked for. */
  readonly lines: readonly VoucherEntryLine[];
}

export interface VoucherEntryLine {
  readonly postingDate: string;
  readonly accountCode: string;
  readonly taxCode: string | null;
}

const MAX_VOUCHERS = 1_000;

/** The ids that a question or command may name. @throws Failure 400 */
export function requireFewVouchers(voucherIds: readonly number[]): void {
  if (voucherIds.length > MAX_VOUCHERS)
    throw invalid(`At most ${MAX_VOUCHERS} vouchers can be asked about at once, and ${voucherIds.length} were`);
}

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
    readonly includesLines: boolean;
  },
): Promise<{ readonly entries: readonly VoucherEntry[]; readonly revision: number }> {
  const { clientAccountId, voucherIds, includesCancelled, includesLines } = question;
  requireFewVouchers(voucherIds);
  // Before the entries: they are never older than what is said of them.
  const revision = await revisionOf(db, clientAccountId);
  const entries = await entriesNamed(db, clientAccountId, voucherIds, includesCancelled);
  if (!includesLines || entries.length === 0) return { entries, revision };
  const lines = await linesOf(db, clientAccountId, entries);
  return { entries: entries.map((entry) => ({ ...entry, lines: lines.get(entry.id) ?? [] })), revision };
}

async function revisionOf(db: Executor, clientAccountId: number): Promise<number> {
  const { revision } = journalCounters;
  const [row] = await db
    .select({ revision })
    .from(journalCounters)
    .where(eq(journalCounters.clientAccountId, clientAccountId));
  return row?.revision ?? 0;
}

async function linesOf(
  db: Executor,
  clientAccountId: number,
  entries: readonly VoucherEntry[],
): Promise<ReadonlyMap<number, readonly VoucherEntryLine[]>> {
  const rows = await db
    .selectDistinct({
      entryId: l.journalEntryId,
      postingDate: l.postingDate,
      accountCode: accounts.accountCode,
      taxCode: taxCodes.code,
    })
    .from(l)
    .innerJoin(accounts, eq(accounts.id, l.accountId))
    .leftJoin(taxCodes, eq(taxCodes.id, l.taxCodeId))
    .where(
      and(
        eq(l.clientAccountId, clientAccountId),
        anyOf(
          l.journalEntryId,
          entries.map(({ id }) => id),
        ),
      ),
    );
  return Map.groupBy(rows, ({ entryId }) => entryId);
}

async function entriesNamed(
  db: Executor,
  clientAccountId: number,
  voucherIds: readonly number[],
  includesCancelled: boolean,
): Promise<readonly VoucherEntry[]> {
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
const l = journalLines;
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
    lines: [],
  }));
}
