import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Database, Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import type { SaftBooks } from './books.ts';
import type { Span } from './parts.ts';

/** An entry, as the file says it. */
export interface SaftEntry {
  readonly id: string;
  readonly number: string;
  readonly description: string;
  readonly voucherId: string | null;
  readonly relationType: string | null;
  readonly relationNumber: string | null;
  /** `C` for a reversal, `Y` for what it reverses. */
  readonly cancelled: string | null;
  readonly postedById: string;
  /** A calendar day in Oslo. */
  readonly postedOn: string;
  /** The first of its posting dates. */
  readonly day: string;
}

/** A line of it; amounts are decimal text. */
export interface SaftLine {
  readonly entry: string;
  readonly id: string;
  /** Its number within the entry. */
  readonly line: string;
  /** Null where the entry has one day alone. */
  readonly day: string | null;
  readonly account: string;
  readonly text: string;
  readonly debit: string;
  readonly credit: string;
  /** Of the line; null where that is the accounting currency. */
  readonly currency: string | null;
  /** In that currency, on whichever side the line is. */
  readonly foreign: string | null;
  readonly rate: string | null;
  /** Of the record of the tax code; null on lines without one, and on the tax lines themselves. */
  readonly tax: string | null;
  readonly base: string | null;
  readonly vat: string | null;
  readonly quantity: string | null;
}

export interface LineDimension {
  readonly line: string;
  readonly type: DimensionType;
  readonly id: string;
}

/** Entries with their lines: so many that a page is soon read and soon written. */
export interface EntryPage {
  /** Do its entries have several posting dates? */
  readonly isSpread: boolean;
  readonly entries: readonly SaftEntry[];
  /** Of the entries, by id; in order of date and number. */
  readonly lines: ReadonlyMap<string, readonly SaftLine[]>;
  /** By the id of their line. */
  readonly dimensions: ReadonlyMap<string, readonly LineDimension[]>;
}

const LINES_PER_PAGE = 4_000;
const ENTRIES_PER_PAGE = 1_000;

/** Whose entries, up to which number, and what currency their books are kept in. */
export type BooksOfEntries = Pick<SaftBooks, 'clientAccountId' | 'lastSequenceNumber' | 'currency'>;

/** Where a page begins: behind this day and entry. */
interface Place {
  readonly day: string;
  readonly id: string;
}

/** Entries of one posting date, found by it, then those of several, found by the span from the first to the last. */
type Kind = 'dated' | 'spread';
const kinds: readonly Kind[] = ['dated', 'spread'];

/** The first day on which an entry of the span may begin. */
const beginOf: Readonly<Record<Kind, (span: Span) => string>> = {
  dated: ({ from }) => from,
  spread: () => '0001-01-01',
};

/**
 * The entries with lines in a span, page by page; the next page is read while one is written, and each page holds a
 * connection for no longer than it takes to read it.
 */
export async function* entryPages(
  db: Pick<Database, 'report'>,
  books: BooksOfEntries,
  span: Span,
): AsyncGenerator<EntryPage, void> {
  for (const kind of kinds) {
    const read = (after: Place) => {
      const page = db.report((executor) => readPage(executor, books, span, kind, after));
      // It may fail while nobody waits for it yet.
      page.catch(() => undefined);
      return page;
    };
    let next: ReturnType<typeof read> | undefined = read({ day: beginOf[kind](span), id: '0' });
    while (next !== undefined) {
      const { page, last }: Awaited<typeof next> = await next;
      next = last === undefined ? undefined : read(last);
      if (page.entries.length > 0) yield page;
    }
  }
}

interface EntryRow extends Record<string, unknown>, SaftEntry {
  readonly lineCount: number;
  /** Belongs into the file, as an entry of the kind that is read. */
  readonly isMeant: boolean;
}

/** The day by which entries of a kind follow each other, and which of the rows in that order are of the kind. */
const order: Readonly<Record<Kind, { readonly day: SQL; readonly isOfKind: SQL }>> = {
  dated: { day: sql`e.first_posting_date`, isOfKind: sql`e.min_posting_date = e.max_posting_date` },
  spread: { day: sql`e.min_posting_date`, isOfKind: sql`e.min_posting_date <> e.max_posting_date` },
};

/**
 * The next rows of a kind by their index alone, others among them: how many of them are meant cannot be estimated
 * (hardly any, says the planner of two equal columns), and a plan for hardly any reads all of a company for each page.
 * Nothing but the place says where a page begins: beside a first day, the index would be read from that day on each time.
 */
const rowsBehind: Readonly<Record<Kind, (clientAccountId: number, span: Span, after: Place) => SQL>> = {
  dated: (clientAccountId, span, after) => sql`
    select * from journal_entries
    where client_account_id = ${clientAccountId} and first_posting_date <= ${span.to}::date
      and (first_posting_date, id) > (${after.day}::date, ${after.id}::bigint)
    order by first_posting_date, id limit ${ENTRIES_PER_PAGE}`,
  spread: (clientAccountId, span, after) => sql`
    select * from journal_entries
    where client_account_id = ${clientAccountId} and min_posting_date <> max_posting_date and min_posting_date <= ${span.to}::date
      and max_posting_date >= ${span.from}::date and (min_posting_date, id) > (${after.day}::date, ${after.id}::bigint)
    order by min_posting_date, id limit ${ENTRIES_PER_PAGE}`,
};

async function readPage(
  db: Executor,
  { clientAccountId, lastSequenceNumber, currency }: BooksOfEntries,
  span: Span,
  kind: Kind,
  after: Place,
): Promise<{ readonly page: EntryPage; readonly last: Place | undefined }> {
  const { day, isOfKind } = order[kind];
  const found = await db.execute<EntryRow>(sql`
    select e.id, e.sequence_number as number, e.description, e.voucher_id as "voucherId", e.relation_type as "relationType",
      e.relation_number as "relationNumber", e.cancelled, e.posted_by_id as "postedById",
      (e.posted_at at time zone 'Europe/Oslo')::date::text as "postedOn", ${day}::text as day, e.line_count as "lineCount",
      not e.is_draft and e.sequence_number <= ${lastSequenceNumber} and ${isOfKind} as "isMeant"
    from (${rowsBehind[kind](clientAccountId, span, after)}) e
    order by ${day}, e.id`);
  const taken = firstOf(found);
  const isLast = taken.length === found.length && found.length < ENTRIES_PER_PAGE;
  const last = taken.at(-1);
  const entries = taken.filter(({ isMeant }) => isMeant);
  const ids = sql`${`{${entries.map(({ id }) => id).join(',')}}`}::bigint[]`;
  const isWhole = kind === 'dated' ? sql`true` : sql`l.posting_date between ${span.from}::date and ${span.to}::date`;
  const ofEntries = sql`client_account_id = ${clientAccountId} and journal_entry_id = any (${ids})`;
  // Hardly any line has a currency or a day of its own, and what is not asked for is neither written nor read.
  const isForeign = sql`l.currency_code <> ${currency}`;
  const lines = await db.execute<SaftLine & Record<string, unknown>>(sql`
    select l.journal_entry_id as entry, l.id, l.line_id as line, ${kind === 'dated' ? sql`null` : sql`l.posting_date::text`} as day,
      l.account_id as account, l.description as text, l.debit, l.credit, case when ${isForeign} then l.currency_code end as currency,
      case when ${isForeign} then l.debit_fc + l.credit_fc end as foreign, case when ${isForeign} then l.exchange_rate end as rate,
      case when not l.tax_line then l.tax_code_id end as tax, l.tax_base_amount as base, l.tax_amount as vat, l.quantity
    from journal_lines l
    where l.client_account_id = ${clientAccountId} and l.journal_entry_id = any (${ids}) and ${isWhole}
    order by l.journal_entry_id, ${kind === 'dated' ? sql`` : sql`l.posting_date,`} l.line_id`);
  const dimensions = await db.execute<LineDimension & Record<string, unknown>>(sql`
    select journal_line_id as line, relation_type as type, relation_id as id from journal_line_dimensions where ${ofEntries}
    order by journal_line_id, relation_type, relation_id`);
  return {
    page: {
      isSpread: kind === 'spread',
      entries,
      lines: Map.groupBy(lines, ({ entry }) => entry),
      dimensions: Map.groupBy(dimensions, ({ line }) => line),
    },
    last: isLast || last === undefined ? undefined : { day: last.day, id: last.id },
  };
}

/** As many as have the lines of a page, and at least one: a single entry may have more. */
function firstOf(entries: readonly EntryRow[]): readonly EntryRow[] {
  let lines = 0;
  const end = entries.findIndex(({ lineCount }, index) => {
    lines += lineCount;
    return lines > LINES_PER_PAGE && index > 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}
