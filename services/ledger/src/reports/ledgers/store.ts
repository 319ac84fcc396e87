import { locatePage, type PageMeta } from '@app/contract';
import type { Database, Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import type { Cancelled, JournalLine } from '../../journal-entries/journal-entry.ts';
import { type LineRow, lineColumns, lineOf, numberOrNull } from '../../journal-entries/line-rows.ts';
import { total } from '../../journal-entry-lines/buckets.ts';
import { countBuckets, countLines, placeOf } from '../../journal-entry-lines/counts.ts';
import { isReversedAfter, isStanding } from '../../journal-entry-lines/day-end.ts';
import { conditionsOf, type LineFilter } from '../../journal-entry-lines/filter.ts';
import { idsOf } from '../../journal-entry-lines/ids.ts';
import { conditionsAsOf, lastNumber } from './as-of.ts';
import { type Position, type Source, sourcesOf } from './sources.ts';

/**
 * A line with what is left of it to reconcile, debit minus credit, and what a ledger shows of its entry: now or at the
 * end of a day.
 */
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
  readonly reconciled_then: string;
  readonly sequence_number: string | null;
  readonly entry_description: string;
  readonly is_draft: boolean;
  readonly cancelled: Cancelled | null;
  readonly voucher_id: string | null;
  readonly relation_type: string | null;
  readonly relation_id: string | null;
  readonly created_by_id: string;
}

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

/** Which lines are shown, and the day at whose end. */
export interface Shown {
  /** Conditions on `journal_line_details l`, but what is left of a line at the end of a day. */
  readonly where: SQL;
  readonly filter: LineFilter;
}

/** @param conditions of a filter */
export const shownOf = (filter: LineFilter, conditions: (filter: LineFilter) => SQL): Shown => ({
  where: conditions(filter.asOf === undefined ? filter : { ...filter, includeReconciled: true }),
  filter,
});

/**
 * Lines whose ids a query gives, held against the conditions again. In two steps: what is skipped is found by what the
 * conditions need, and only the lines themselves are joined with all that they show. Raw, as the conditions are.
 */
async function readWhole(executor: Executor, { where, filter }: Shown, ids: SQL): Promise<readonly LedgerLine[]> {
  const { asOf } = filter;
  const { head, found, reopened, join, left, cancelled } = asOf === undefined ? asNow(ids) : asOfDay(filter, asOf, ids);
  const rows = await executor.execute<LedgerRow>(sql`
    ${head} select ${lineColumns}, (l.reconciled_amount - ${reopened})::numeric(19, 2) as reconciled_then,
      (l.remaining_amount + ${reopened})::numeric(19, 2) as remaining_amount, l.sequence_number, l.entry_description, l.is_draft,
      ${cancelled} as cancelled, l.voucher_id, e.relation_type, e.relation_id, e.created_by_id
    from journal_line_details l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id ${join}
    where ${where} and l.id = any (${found}) ${left}
    order by l.posting_date, l.id`);
  return rows.map(ledgerLineOf);
}

/** What the statement for lines needs to show them as they are now. */
const asNow = (ids: SQL) => ({
  head: sql``,
  found: sql`array(${ids})`,
  reopened: sql`0`,
  join: sql``,
  left: sql``,
  cancelled: sql`l.cancelled`,
});

/** The same as they were at the end of a day. */
const asOfDay = (filter: LineFilter, day: string, ids: SQL): ReturnType<typeof asNow> => ({
  head: sql`with found as materialized (select array(${ids}) as ids), reopened as materialized (
    select line_id, amount from reopened_on(${filter.clientAccountId}, ${day}::date, (select ids from found)))`,
  found: sql`(select ids from found)::bigint[]`,
  reopened: sql`coalesce(o.amount, 0)`,
  join: sql`left join reopened o on o.line_id = l.id`,
  left: filter.includeReconciled ? sql`` : sql`and l.remaining_amount + coalesce(o.amount, 0) <> 0`,
  cancelled: sql`case when not ${isStanding(sql`l.cancelled`, [isReversedAfter(day)])} then l.cancelled end`,
});

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
  const place = buckets && (await placeOf(executor, filter, buckets, { offset, size }));
  const ids = sql`${idsOf(filter, place)} ${inOrder} limit ${size} offset ${place?.skip ?? offset}`;
  return { meta, left, lines: await readWhole(executor, shownOf(filter, conditionsOf), ids) };
}

/**
 * A page of a ledger. One of more than a piece is read piece by piece, as the books stood when it was begun: between
 * two pieces it holds no connection, and it ends when nobody reads on.
 */
export async function readLedger(db: Database, filter: LineFilter, wanted: Wanted): Promise<LedgerPage> {
  if (wanted.per_page <= PIECE) {
    const isCounted = filter.asOf === undefined && (await countBuckets(db.executor, filter)) !== undefined;
    const read = (executor: Executor) => readPage(executor, filter, wanted);
    const { meta, lines } = await (isCounted ? read(db.executor) : db.report(read));
    return { meta, pieces: piecesOf([lines]), isWhole: true };
  }
  const { meta, left, lines, last, sources } = await db.report((executor) =>
    atOneMoment(executor, async (tx) => ({
      last: await lastNumber(tx, filter.clientAccountId),
      sources: await sourcesOf(tx, filter),
      ...(await readPage(tx, filter, wanted)),
    })),
  );
  async function* others() {
    if (lines.length === 0) return;
    yield lines;
    let missing = left - lines.length;
    const shown = shownOf(filter, (each) => conditionsAsOf(each, last));
    for (const source of missing > 0 ? sources : [])
      for await (const piece of readAll(db, shown, source, lines.at(-1))) {
        yield piece.slice(0, missing);
        missing -= piece.length;
        if (missing <= 0) return;
      }
  }
  return { meta, pieces: others(), isWhole: lines.length === left };
}

async function* piecesOf<T>(pieces: readonly T[]): AsyncGenerator<T, void> {
  yield* pieces;
}

/**
 * The lines of a source that conditions on `journal_line_details l` leave, piece by piece, from behind a line on. A
 * piece holds at most {@link PIECE} of them; those that hold none are left out.
 */
export async function* readAll(
  db: Database,
  shown: Shown,
  source: Source,
  after?: Position,
): AsyncGenerator<readonly LedgerLine[], void> {
  for (let end = after, isLast = false; !isLast; ) {
    const { found, lines } = await db.report((executor) => readPiece(executor, shown, source, end, PIECE));
    if (lines.length > 0) yield lines;
    end = found.at(-1);
    isLast = found.length < PIECE;
  }
}

/** Lines of a source, from behind one on, and where all those stood that were looked at for them. */
export async function readPiece(
  executor: Executor,
  shown: Shown,
  source: Source,
  after: Position | undefined,
  limit: number | undefined,
): Promise<{ readonly found: readonly Position[]; readonly lines: readonly LedgerLine[] }> {
  const rows = await executor.execute<{ posting_date: string; id: string }>(source.positions(after, limit));
  if (rows.length === 0) return { found: [], lines: [] };
  const found = rows.map(({ posting_date, id }) => ({ postingDate: posting_date, id: Number(id) }));
  const ids = sql`select unnest(${`{${rows.map(({ id }) => id).join(',')}}`}::bigint[])`;
  return { found, lines: await readWhole(executor, shown, ids) };
}

/** Several statements that see one state of the books. */
export const atOneMoment = <T>(executor: Executor, read: (tx: Executor) => Promise<T>): Promise<T> =>
  executor.transaction((tx) => read(tx as unknown as Executor), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });

const ledgerLineOf = (row: LedgerRow): LedgerLine => ({
  ...lineOf(row),
  reconciledAmount: row.reconciled_then,
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
