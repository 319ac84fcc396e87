import { locatePage, type PageMeta } from '@app/contract';
import type { Database, Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import type { Cancelled, JournalLine } from '../../journal-entries/journal-entry.ts';
import { type LineRow, lineColumns, lineOf, numberOrNull } from '../../journal-entries/line-rows.ts';
import { locate, total } from '../../journal-entry-lines/buckets.ts';
import { countBuckets, countLines } from '../../journal-entry-lines/counts.ts';
import { conditionsOf, type LineFilter } from '../../journal-entry-lines/filter.ts';
import { idsOf } from '../../journal-entry-lines/ids.ts';
import { conditionsAsOf, lastNumber } from './as-of.ts';

/** A line with what is left of it to reconcile, debit minus credit, and what a ledger shows of its entry. */
export interface LedgerLine extends JournalLine {
  readonly remainingAmount: string;
  readonly entry: {
    readonly sequenceNumber: number | null;
    readonly description: string;
    readonly isDraft: boolean;
    readonly cancelled: Cancelled | null;
    readonly voucherId: number | null;
    readonly relationType: string | null;
    readonly relationId: number | null;
    readonly createdById: number;
  };
}

interface LedgerRow extends LineRow {
  readonly remaining_amount: string;
  readonly sequence_number: string | null;
  readonly entry_description: string;
  readonly is_draft: boolean;
  readonly cancelled: Cancelled | null;
  readonly voucher_id: string | null;
  readonly relation_type: string | null;
  readonly relation_id: string | null;
  readonly created_by_id: string;
}

/** Where a line stands in the order of posting dates and ids. */
export type Position = Pick<LedgerLine, 'postingDate' | 'id'>;

/** Lines that are read at once of a ledger that is read piece by piece. */
export const PIECE = 1_000;

/** Lines of a ledger in the order of posting dates and ids, in one piece or one piece after the other. */
export interface LedgerPage {
  readonly meta: PageMeta;
  readonly pieces: AsyncIterable<readonly LedgerLine[]>;
  /** All lines are there: one piece. */
  readonly isWhole: boolean;
}

/** How pages are asked for. */
export interface Wanted {
  readonly page: number;
  readonly per_page: number;
}

/**
 * Lines whose ids a query gives, held against the conditions again. In two steps: what is skipped is found by what the
 * conditions need, and only the lines themselves are joined with all that they show. Raw, as the conditions are.
 */
async function readWhole(executor: Executor, where: SQL, ids: SQL): Promise<readonly LedgerLine[]> {
  const rows = await executor.execute<LedgerRow>(sql`
    select ${lineColumns}, l.remaining_amount::numeric(19, 2)::text as remaining_amount, l.sequence_number, l.entry_description, l.is_draft,
      l.cancelled, l.voucher_id, e.relation_type, e.relation_id, e.created_by_id
    from journal_line_details l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
    where ${where} and l.id = any (array(${ids}))
    order by l.posting_date, l.id`);
  return rows.map(ledgerLineOf);
}

const inOrder = sql`order by l.posting_date, l.id`;

/** A page, found by adding up counts where they know what the filter leaves; else the lines before it are skipped. */
async function readPage(
  executor: Executor,
  filter: LineFilter,
  wanted: Wanted,
): Promise<{ readonly meta: PageMeta; readonly left: number; readonly lines: readonly LedgerLine[] }> {
  const where = conditionsOf(filter);
  const buckets = await countBuckets(executor, filter);
  const records = buckets ? total(buckets) : await countLines(executor, where);
  const { meta, offset } = locatePage(wanted, records);
  const left = Math.min(wanted.per_page, records - offset);
  if (left === 0) return { meta, left, lines: [] };
  const size = Math.min(left, PIECE);
  const place = buckets && locate(buckets, offset, size);
  const ids = sql`${idsOf(filter, place)} ${inOrder} limit ${size} offset ${place?.skip ?? offset}`;
  return { meta, left, lines: await readWhole(executor, where, ids) };
}

/**
 * A page of a ledger. One of more than a piece is read piece by piece, as the books stood when it was begun: between
 * two pieces it holds no connection, and it ends when nobody reads on.
 */
export async function readLedger(db: Database, filter: LineFilter, wanted: Wanted): Promise<LedgerPage> {
  if (wanted.per_page <= PIECE) {
    const isCounted = (await countBuckets(db.executor, filter)) !== undefined;
    const read = (executor: Executor) => readPage(executor, filter, wanted);
    const { meta, lines } = await (isCounted ? read(db.executor) : db.report(read));
    return { meta, pieces: piecesOf([lines]), isWhole: true };
  }
  const begun = await db.report((executor) =>
    atOneMoment(executor, async (tx) => ({
      last: await lastNumber(tx, filter.clientAccountId),
      ...(await readPage(tx, filter, wanted)),
    })),
  );
  const { meta, lines, last } = begun;
  async function* others() {
    let [left, end] = [begun.left - lines.length, lines.at(-1)];
    if (lines.length > 0) yield lines;
    while (left > 0 && end) {
      const next = await readAfter(db, filter, { last, after: end, limit: Math.min(left, PIECE) });
      if (next.length > 0) yield next;
      [left, end] = [left - next.length, next.at(-1)];
    }
  }
  return { meta, pieces: others(), isWhole: lines.length === begun.left };
}

async function* piecesOf<T>(pieces: readonly T[]): AsyncGenerator<T, void> {
  yield* pieces;
}

/**
 * Lines of a filter as the books stood at a number, in order, from behind a line on.
 * @param only a further condition on `l`
 */
export function readAfter(
  db: Database,
  filter: LineFilter,
  from: { readonly last: number; readonly after?: Position; readonly limit?: number; readonly only?: SQL | undefined },
): Promise<readonly LedgerLine[]> {
  const conditions = [conditionsAsOf(filter, from.last)];
  if (from.only) conditions.push(from.only);
  if (from.after) conditions.push(sql`(l.posting_date, l.id) > (${from.after.postingDate}::date, ${from.after.id})`);
  const where = sql.join(conditions, sql` and `);
  const limited = from.limit === undefined ? inOrder : sql`${inOrder} limit ${from.limit}`;
  const ids = sql`select l.id from journal_line_details l where ${where} ${limited}`;
  return db.report((executor) => readWhole(executor, where, ids));
}

/** Several statements that see one state of the books. */
export const atOneMoment = <T>(executor: Executor, read: (tx: Executor) => Promise<T>): Promise<T> =>
  executor.transaction((tx) => read(tx as unknown as Executor), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });

const ledgerLineOf = (row: LedgerRow): LedgerLine => ({
  ...lineOf(row),
  remainingAmount: row.remaining_amount,
  entry: {
    sequenceNumber: numberOrNull(row.sequence_number),
    description: row.entry_description,
    isDraft: row.is_draft,
    cancelled: row.cancelled,
    voucherId: numberOrNull(row.voucher_id),
    relationType: row.relation_type,
    relationId: numberOrNull(row.relation_id),
    createdById: Number(row.created_by_id),
  },
});
