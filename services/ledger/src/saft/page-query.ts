import { type SQL, sql } from 'drizzle-orm';
import { asColumns, freeText } from './columns.ts';
import {
  type BooksOfEntries,
  type DimensionField,
  type EntryField,
  extraFields,
  type Kind,
  type LineExtras,
  type LineField,
  type Place,
  type SpreadField,
} from './entries.ts';
import type { Span } from './parts.ts';

/** What is read at once: so many entries, and fewer where they have more lines. */
export interface PageSize {
  readonly entries: number;
  readonly lines: number;
}

/** The lines of some entries, and the entries behind them. */
interface WantedPage {
  readonly books: BooksOfEntries;
  readonly span: Span;
  readonly kind: Kind;
  readonly size: PageSize;
  /** Ids of the entries whose lines are read. */
  readonly ofEntries: readonly string[];
  /** Behind which place entries are read; none are where it is absent. */
  readonly after: Place | undefined;
}

/** The day by which entries of a kind follow each other, and which of the rows in that order are of the kind. */
const order: Readonly<Record<Kind, { readonly day: SQL; readonly isOfKind: SQL }>> = {
  dated: { day: sql`first_posting_date`, isOfKind: sql`min_posting_date = max_posting_date` },
  spread: { day: sql`min_posting_date`, isOfKind: sql`min_posting_date <> max_posting_date` },
};

/**
 * The next rows of a kind by their index alone, others among them: how many of them are meant cannot be estimated
 * (hardly any, says the planner of two equal columns), and a plan for hardly any reads all of a company for each page.
 * Nothing but the place says where a page begins: beside a first day, the index would be read from that day on each time.
 */
const rowsBehind: Readonly<Record<Kind, (after: Place, wanted: WantedPage) => SQL>> = {
  dated: (after, { books, span, size }) => sql`
    select * from journal_entries
    where client_account_id = ${books.clientAccountId} and first_posting_date <= ${span.to}::date
      and (first_posting_date, id) > (${after.day}::date, ${after.id}::bigint)
    order by first_posting_date, id limit ${size.entries}`,
  spread: (after, { books, span, size }) => sql`
    select * from journal_entries
    where client_account_id = ${books.clientAccountId} and min_posting_date <> max_posting_date and min_posting_date <= ${span.to}::date
      and max_posting_date >= ${span.from}::date and (min_posting_date, id) > (${after.day}::date, ${after.id}::bigint)
    order by min_posting_date, id limit ${size.entries}`,
};

/**
 * The lines of a page and the entries of the next one in one statement: the way to the database and back is gone once
 * for each page, in which neither side has anything to do.
 */
export function pageQuery(wanted: WantedPage): SQL {
  const { kind, books, span, ofEntries, after } = wanted;
  const isSpread = kind === 'spread';
  const isOfEntries = sql`client_account_id = ${books.clientAccountId} and journal_entry_id = any (${`{${ofEntries.join(',')}}`}::bigint[])`;
  const lines = sql`select ${asColumns('line', lineColumns(books.currency, isSpread))} from (
    select * from journal_lines where ${isOfEntries}
    ${isSpread ? sql`and posting_date between ${span.from}::date and ${span.to}::date` : sql``}
    order by journal_entry_id, ${isSpread ? sql`posting_date,` : sql``} line_id) l`;
  const dimensions = sql`select ${asColumns('dimension', dimensionColumns)} from (
    select journal_line_id, relation_type, relation_id from journal_line_dimensions where ${isOfEntries}
    order by journal_entry_id, journal_line_id, relation_type, relation_id) d`;
  const parts = [sql`(${lines}) of_lines`, sql`(${dimensions}) of_dimensions`];
  if (after !== undefined) {
    const { day } = order[kind];
    parts.push(sql`(select ${asColumns('entry', entryColumns(wanted))} from (
      select * from (${rowsBehind[kind](after, wanted)}) e order by ${day}, id) e) of_entries`);
  }
  return sql`select * from ${sql.join(parts, sql` cross join `)}`;
}

/** Of all entries that are found, whether or not the file has them: the place of the last one is where others follow. */
function entryColumns({ kind, books: { lastSequenceNumber } }: WantedPage): Readonly<Record<EntryField, SQL>> {
  const { day, isOfKind } = order[kind];
  return {
    id: sql`id`,
    number: sql`sequence_number`,
    description: freeText(sql`description`),
    voucherId: sql`voucher_id`,
    relationType: freeText(sql`relation_type`),
    relationNumber: freeText(sql`relation_number`),
    cancelled: sql`cancelled`,
    postedById: sql`posted_by_id`,
    postedOn: sql`(posted_at at time zone 'Europe/Oslo')::date`,
    day,
    lineCount: sql`line_count`,
    isMeant: sql`not is_draft and sequence_number <= ${lastSequenceNumber} and ${isOfKind}`,
  };
}

function lineColumns(currency: string, isSpread: boolean): Readonly<Partial<Record<LineField | SpreadField, SQL>>> {
  const isForeign = sql`currency_code <> ${currency}`;
  const extras: Readonly<Record<keyof LineExtras, SQL>> = {
    currency: sql`case when ${isForeign} then currency_code end`,
    foreign: sql`case when ${isForeign} then debit_fc + credit_fc end`,
    rate: sql`case when ${isForeign} then exchange_rate end`,
    tax: sql`case when not tax_line then tax_code_id end`,
    base: sql`tax_base_amount`,
    vat: sql`tax_amount`,
    quantity: sql`quantity`,
  };
  return {
    ...{ id: sql`id`, line: sql`line_id`, account: sql`account_id` },
    ...{ text: freeText(sql`description`), amount: sql`debit - credit` },
    // Hardly any line has them, and what is not asked for is neither written nor read.
    more: sql`case when ${isForeign} or tax_code_id is not null or quantity is not null then
      concat_ws('|', ${sql.join(
        extraFields.map((field) => sql`coalesce((${extras[field]})::text, '')`),
        sql`, `,
      )}) end`,
    ...(isSpread ? { entry: sql`journal_entry_id`, day: sql`posting_date` } : {}),
  };
}

const dimensionColumns: Readonly<Record<DimensionField, SQL>> = {
  line: sql`journal_line_id`,
  type: sql`relation_type`,
  value: sql`relation_id`,
};
