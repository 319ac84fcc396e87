import type { Following } from '@app/contract';
import {
  builtOnce,
  certain,
  changeOrder,
  type Database,
  type FollowedPage,
  fixedStatement,
  keysetOf,
  newestOf,
  type Placed,
  readFollowed,
  type Value,
  type Window,
} from '@app/db';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { journalEntries } from '../schema/journal-entries.ts';
import type { Cancelled, JournalEntry } from './journal-entry.ts';
import { type LineRow, lineOf, linesOfEntry, numberOrNull } from './line-rows.ts';
import { metadataOf } from './metadata-text.ts';

/** Which entries a list shows; dates are inclusive and match an entry when any of its lines does. */
export interface EntryFilter {
  readonly clientAccountId: number;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly relationType?: string | undefined;
  readonly relationId?: number | undefined;
  readonly externalId?: string | undefined;
  readonly includeDrafts: boolean;
  /** ISO 8601. */
  readonly updatedFrom?: string | undefined;
}

export interface EntryStore {
  /** The client account of an entry, and whether it is a draft: what access is decided by. */
  locate(
    id: number,
  ): Promise<{ readonly id: number; readonly clientAccountId: number; readonly isDraft: boolean } | undefined>;
  find(clientAccountId: number, id: number): Promise<JournalEntry | undefined>;
  /** Its `updated_at` to the microsecond, which every change of the entry raises. */
  stampOf(clientAccountId: number, id: number): Promise<string | undefined>;
  /**
   * `limit` matches from where the caller stands, and how many match in all: newest posting date of the first line
   * first, or in the order of the changes where the filter has `updatedFrom`.
   */
  list(filter: EntryFilter, following: Following, limit: number): Promise<FollowedPage<JournalEntry>>;
  /** Whether an account has any entry, posted or not. */
  hasEntries(clientAccountId: number): Promise<boolean>;
  count(clientAccountId: number): Promise<number>;
}

interface EntryRow extends Record<string, unknown> {
  readonly id: string;
  readonly client_account_id: string;
  readonly sequence_number: string | null;
  readonly is_draft: boolean;
  readonly description: string;
  readonly voucher_id: string | null;
  readonly relation_type: string | null;
  readonly relation_id: string | null;
  readonly relation_number: string | null;
  readonly external_id: string | null;
  /** JSON, as it was sent. */
  readonly metadata: string | null;
  readonly cancelled: Cancelled | null;
  readonly cancelled_by_id: string | null;
  readonly cancellation_entry_id: string | null;
  readonly cancellation_reason: string | null;
  readonly created_at: string;
  readonly created_by_id: string;
  readonly updated_at: string;
  readonly updated_by_id: string;
  readonly posted_at: string | null;
  readonly posted_by_id: string | null;
  readonly lines: readonly LineRow[] | null;
}

/** UTC, whole seconds, cut and not rounded: no timestamp lies ahead of what it says. */
const secondsOf = (column: string): string =>
  `to_char(e.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${column}`;

/** Columns of `e`, an entry. Raw, like what selects them: an entry comes with its lines as one value, as in lists. */
const entryColumns: SQL = sql.raw(
  [
    ...[
      'id',
      'client_account_id',
      'sequence_number',
      'is_draft',
      'description',
      'voucher_id',
      'relation_type',
      'relation_id',
      'relation_number',
      'external_id',
      'metadata::text',
    ],
    ...[
      'cancelled',
      'cancelled_by_id',
      'cancellation_entry_id',
      'cancellation_reason',
      'created_by_id',
      'updated_by_id',
      'posted_by_id',
    ],
  ]
    .map((column) => `e.${column}`)
    .concat(['created_at', 'updated_at', 'posted_at'].map(secondsOf))
    .join(', '),
);

const isOf = (clientAccountId: number): SQL => eq(journalEntries.clientAccountId, clientAccountId);

const placeOf = builtOnce((ex, id: Value<number>) =>
  ex
    .select({ clientAccountId: journalEntries.clientAccountId, isDraft: journalEntries.isDraft })
    .from(journalEntries)
    .where(eq(journalEntries.id, id)),
);

const entryWithLines = fixedStatement(sql`
  select ${entryColumns}, ${linesOfEntry} as lines from journal_entries e
  where e.client_account_id = ${sql.placeholder('clientAccountId')} and e.id = ${sql.placeholder('id')}`);

export function createEntryStore(db: Database): EntryStore {
  return {
    locate: async (id) => {
      const [row] = await placeOf(db.executor, id);
      return row && { id, ...row };
    },
    find: async (clientAccountId, id) => {
      const rows = await db.executor.execute<EntryRow>(entryWithLines({ clientAccountId, id }));
      return rows[0] && entryOf(rows[0]);
    },
    stampOf: async (clientAccountId, id) => {
      const [row] = await db.executor
        .select({ stamp: sql<string>`${journalEntries.updatedAt}::text` })
        .from(journalEntries)
        .where(and(isOf(clientAccountId), eq(journalEntries.id, id)));
      return row?.stamp;
    },
    list: (filter, following, limit) =>
      readFollowed({
        following,
        page: { per_page: limit },
        order: filter.updatedFrom === undefined ? byPostingDate : undefined,
        changes: byChange,
        count: () => countMatches(db, filter),
        read: (window) => readWindow(db, filter, window),
      }),
    hasEntries: async (clientAccountId) => {
      const found = await db.executor
        .select({ id: journalEntries.id })
        .from(journalEntries)
        .where(isOf(clientAccountId))
        .limit(1);
      return found.length > 0;
    },
    count: async (clientAccountId) => {
      const [row] = await db.executor.select({ n: count() }).from(journalEntries).where(isOf(clientAccountId));
      return row!.n;
    },
  };
}

const byPostingDate = keysetOf([
  certain('first_posting_date', 'day', sql`e.first_posting_date`, true),
  certain('id', 'integer', sql`e.id`, true),
]);
const byChange = changeOrder(sql`e.updated_at`, sql`e.id`);

interface PlacedRow extends EntryRow {
  readonly position: string;
  readonly newest: string | null;
}

async function readWindow(
  db: Database,
  filter: EntryFilter,
  { order, after, limit }: Window,
): Promise<readonly Placed<JournalEntry>[]> {
  const sorted = sql`order by ${sql.join([...order.orderBy], sql`, `)} limit ${limit}`;
  const newest =
    order === byChange
      ? sql`null`
      : sql`(select ${newestOf(sql`n.updated_at`)} from journal_entries n where n.client_account_id = ${filter.clientAccountId})`;
  const rows = await db.executor.execute<PlacedRow>(sql`
    select ${entryColumns}, ${linesOfEntry} as lines, ${order.position} as position, ${newest} as newest
    from (${union(filter, (where) => sql`select * from journal_entries e where ${where} and ${after} ${sorted}`)}) e ${sorted}`);
  return rows.map((row) => ({ row: entryOf(row), position: row.position, newest: row.newest }));
}

async function countMatches(db: Database, filter: EntryFilter): Promise<number> {
  const rows = await db.executor.execute<{ records: string }>(sql`
    select sum(n)::bigint as records from (${union(filter, (where) => sql`select count(*) as n from journal_entries e where ${where}`)}) counted`);
  return Number(rows[0]!.records);
}

/**
 * Raw, like what it stands in: a page is cut out of each part of the union by the part's own index, and an entry comes
 * with its lines as one value. One query, or the union of two that share nothing: entries with one posting date, which
 * an index finds by it, and the few with several, whose lines must be looked at.
 */
function union(filter: EntryFilter, query: (where: SQL) => SQL): SQL {
  const { dateFrom, dateTo } = filter;
  const all = conditionsOf(filter);
  if (dateFrom === undefined && dateTo === undefined) return query(all);
  const [from, to] = [dateFrom ?? '0001-01-01', dateTo ?? '9999-12-31'];
  const one = sql`${all} and e.min_posting_date = e.max_posting_date and e.first_posting_date between ${from}::date and ${to}::date`;
  const several = sql`${all} and e.min_posting_date <> e.max_posting_date and e.min_posting_date <= ${to}::date and e.max_posting_date >= ${from}::date
    and exists (select from journal_lines l where l.client_account_id = e.client_account_id and l.journal_entry_id = e.id
      and l.posting_date between ${from}::date and ${to}::date)`;
  return sql`(${query(one)}) union all (${query(several)})`;
}

function conditionsOf({
  clientAccountId,
  relationType,
  relationId,
  externalId,
  includeDrafts,
  updatedFrom,
}: EntryFilter): SQL {
  const conditions = [sql`e.client_account_id = ${clientAccountId}`];
  if (!includeDrafts) conditions.push(sql`not e.is_draft`);
  if (relationType !== undefined) conditions.push(sql`e.relation_type = ${relationType}`);
  if (relationId !== undefined) conditions.push(sql`e.relation_id = ${relationId}`);
  if (externalId !== undefined) conditions.push(sql`e.external_id = ${externalId}`);
  // Whole seconds are what the caller saw, so a second is asked for as a whole.
  if (updatedFrom !== undefined)
    conditions.push(sql`e.updated_at >= date_trunc('second', ${updatedFrom}::timestamptz)`);
  return sql.join(conditions, sql` and `);
}

const entryOf = (row: EntryRow): JournalEntry => ({
  id: Number(row.id),
  clientAccountId: Number(row.client_account_id),
  sequenceNumber: numberOrNull(row.sequence_number),
  isDraft: row.is_draft,
  description: row.description,
  voucherId: numberOrNull(row.voucher_id),
  relationType: row.relation_type,
  relationId: numberOrNull(row.relation_id),
  relationNumber: row.relation_number,
  externalId: row.external_id,
  metadata: metadataOf(row.metadata),
  cancelled: row.cancelled,
  cancelledById: numberOrNull(row.cancelled_by_id),
  cancellationEntryId: numberOrNull(row.cancellation_entry_id),
  cancellationReason: row.cancellation_reason,
  createdAt: row.created_at,
  createdById: Number(row.created_by_id),
  updatedAt: row.updated_at,
  updatedById: Number(row.updated_by_id),
  postedAt: row.posted_at,
  postedById: numberOrNull(row.posted_by_id),
  lines: (row.lines ?? []).map(lineOf),
});
