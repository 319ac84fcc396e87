import type { lineOrder } from '@app/api/ledger/index';
import { locatePage, type OrderTerm, type PageMeta } from '@app/contract';
import { anyOf, type Database, type Executor } from '@app/db';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Cancelled, JournalLine } from '../journal-entries/journal-entry.ts';
import { type LineRow, lineColumns, lineOf, numberOrNull } from '../journal-entries/line-rows.ts';
import { accounts } from '../schema/accounts.ts';
import { total } from './buckets.ts';
import { countBuckets, countLines, placeOf } from './counts.ts';
import { conditionsOf, type LineFilter } from './filter.ts';
import { idsOf } from './ids.ts';

/** A line with what is left of it to reconcile and the entry it belongs to. */
export interface LedgerLine extends JournalLine {
  readonly remainingAmount: string;
  readonly externalRemainingAmount: string;
  readonly journalEntry: {
    readonly id: number;
    readonly sequenceNumber: number | null;
    readonly description: string;
    readonly isDraft: boolean;
    readonly cancelled: Cancelled | null;
    readonly voucherId: number | null;
  };
}

export type LineOrder = readonly OrderTerm<(typeof lineOrder)[number]>[];

export interface LineStore {
  list(
    filter: LineFilter,
    order: LineOrder,
    wanted: { readonly page: number; readonly per_page: number },
  ): Promise<{ readonly lines: readonly LedgerLine[]; readonly meta: PageMeta }>;
  /** Ids of the accounts with these codes that the client account sees: its own and the system's. */
  accountIds(clientAccountId: number, codes: readonly string[]): Promise<readonly number[]>;
}

interface LedgerRow extends LineRow {
  readonly remaining_amount: string;
  readonly external_remaining_amount: string;
  readonly sequence_number: string | null;
  readonly entry_description: string;
  readonly is_draft: boolean;
  readonly cancelled: Cancelled | null;
  readonly voucher_id: string | null;
}

/**
 * Pages above this size, and whatever must look at all lines of an account, use the connections for reports: they
 * cannot hold up postings.
 */
const LONG_PAGE = 1_000;

const isSelective = ({ journalEntryId, relationId }: LineFilter): boolean =>
  journalEntryId !== undefined || relationId !== undefined;

export function createLineStore(db: Database): LineStore {
  /**
   * In two steps: what is skipped is found by what the conditions need, and only the page itself is joined with all
   * that it shows. The page is held against the conditions again: what has been cancelled since it was located is not
   * shown. Raw: the plan hangs on the page being found as an array of ids, from a table or a view under the same name,
   * before anything is joined (`plans.test.ts`).
   * @param page an array of ids
   */
  const read = async (executor: Executor, where: SQL, order: SQL, page: SQL): Promise<LedgerLine[]> => {
    const rows = await executor.execute<LedgerRow>(sql`
      select ${lineColumns}, l.remaining_amount::numeric(19, 2), l.external_remaining_amount::numeric(19, 2), l.sequence_number, l.entry_description,
        l.is_draft, l.cancelled, l.voucher_id
      from journal_line_details l
      where ${where} and l.id = any (${page})
      order by ${order}`);
    return rows.map((row) => ledgerLineOf(row, lineOf(row)));
  };

  return {
    list: async (filter, order, wanted) => {
      const where = conditionsOf(filter);
      const buckets = await countBuckets(db.executor, filter);
      const isLong = wanted.per_page > LONG_PAGE || order.length > 0 || (buckets === undefined && !isSelective(filter));
      const pageOn = async (executor: Executor) => {
        const records = buckets ? total(buckets) : await countLines(executor, where);
        const { meta, offset } = locatePage(wanted, records);
        if (records === 0) return { lines: [], meta };
        // In the order of dates a page is found by adding up counts; in any other the lines before it are skipped.
        const place =
          buckets && order.length === 0
            ? await placeOf(executor, filter, buckets, { offset, size: wanted.per_page })
            : undefined;
        const page = sql`${idsOf(filter, place)} order by ${orderOf(order)} limit ${wanted.per_page} offset ${place?.skip ?? offset}`;
        const isFoundFirst = place !== undefined && !isLong && !filter.includeDrafts;
        const ids = isFoundFirst ? await idsAt(executor, page) : sql`array(${page})`;
        return { lines: await read(executor, where, orderOf(order), ids), meta };
      };
      return isLong ? db.report(pageOn) : pageOn(db.executor);
    },
    accountIds: async (clientAccountId, codes) => {
      if (codes.length === 0) return [];
      const isVisible = or(eq(accounts.clientAccountId, clientAccountId), isNull(accounts.clientAccountId));
      const rows = await db.executor
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(anyOf(accounts.accountCode, codes), isVisible));
      return rows.map(({ id }) => id);
    },
  };
}

/**
 * Finds the ids of a page by a statement of its own: together with the page it would be planned for every request,
 * since how many lines are skipped, and of which days, decides what PostgreSQL expects it to cost; and to plan it takes
 * as long as to carry it out. Between the two a line may only be cancelled or reconciled, as between the counts and the
 * page. Not for drafts: they are rewritten, and their lines would be missing.
 */
async function idsAt(executor: Executor, page: SQL): Promise<SQL> {
  const rows = await executor.execute<{ id: string }>(page);
  return sql`${`{${rows.map(({ id }) => id).join(',')}}`}::bigint[]`;
}

function orderOf(order: LineOrder): SQL {
  if (order.length === 0) return sql`l.posting_date, l.id`;
  const terms = order.map(
    ({ field, descending }) =>
      sql`${sql.identifier('l')}.${sql.identifier(field)} ${descending ? sql`desc` : sql`asc`}`,
  );
  return sql.join([...terms, sql`l.id`], sql`, `);
}

const ledgerLineOf = (row: LedgerRow, line: JournalLine): LedgerLine => ({
  ...line,
  remainingAmount: row.remaining_amount,
  externalRemainingAmount: row.external_remaining_amount,
  journalEntry: {
    id: line.journalEntryId,
    sequenceNumber: numberOrNull(row.sequence_number),
    description: row.entry_description,
    isDraft: row.is_draft,
    cancelled: row.cancelled,
    voucherId: numberOrNull(row.voucher_id),
  },
});
