import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import { asColumns, type Columns, type ColumnTexts, columnsOf, freeText } from './columns.ts';
import {
  type BooksOfEntries,
  type EntryPage,
  extraFields,
  type Kind,
  type LineColumns,
  type LineDimension,
  type LineExtras,
  lineFields,
  type Place,
  type SaftEntry,
} from './entries.ts';
import type { Span } from './parts.ts';

const LINES_PER_PAGE = 8_000;
const ENTRIES_PER_PAGE = 2_000;

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

interface EntryRow extends SaftEntry {
  readonly lineCount: number;
  /** Belongs into the file, as an entry of the kind that is read. */
  readonly isMeant: boolean;
}

/** The entries behind a place with their lines, and where the next page begins, if there is one. */
export async function readPage(
  db: Executor,
  books: BooksOfEntries,
  span: Span,
  kind: Kind,
  after: Place,
): Promise<{ readonly page: EntryPage; readonly last: Place | undefined }> {
  const found = await readEntries(db, books, span, kind, after);
  const taken = firstOf(found);
  const isLast = taken.length === found.length && found.length < ENTRIES_PER_PAGE;
  const last = taken.at(-1);
  const entries = taken.filter(({ isMeant }) => isMeant);
  const read = await readLines(db, books, span, kind, entries);
  return {
    page: { entries, ...read },
    last: isLast || last === undefined ? undefined : { day: last.day, id: last.id },
  };
}

async function readEntries(
  db: Executor,
  { clientAccountId, lastSequenceNumber }: BooksOfEntries,
  span: Span,
  kind: Kind,
  after: Place,
): Promise<readonly EntryRow[]> {
  const { day, isOfKind } = order[kind];
  const columns = {
    ...{ id: sql`e.id`, number: sql`e.sequence_number`, description: freeText(sql`e.description`) },
    ...{ voucherId: sql`e.voucher_id`, relationType: freeText(sql`e.relation_type`) },
    ...{
      relationNumber: freeText(sql`e.relation_number`),
      cancelled: sql`e.cancelled`,
      postedById: sql`e.posted_by_id`,
    },
    ...{ postedOn: sql`(e.posted_at at time zone 'Europe/Oslo')::date`, day, lineCount: sql`e.line_count` },
    isMeant: sql`not e.is_draft and e.sequence_number <= ${lastSequenceNumber} and ${isOfKind}`,
  };
  const [row] = await db.execute<ColumnTexts<keyof typeof columns>>(sql`
    select ${asColumns(columns)} from (select * from (${rowsBehind[kind](clientAccountId, span, after)}) e order by ${day}, e.id) e`);
  const of = columnsOf(row!, Object.keys(columns) as (keyof typeof columns)[]);
  return of.id.map((id, at) => ({
    id,
    number: of.number[at]!,
    description: of.description[at]!,
    voucherId: of.voucherId[at]!,
    relationType: of.relationType[at]!,
    relationNumber: of.relationNumber[at]!,
    cancelled: of.cancelled[at]!,
    postedById: of.postedById[at]!,
    postedOn: of.postedOn[at]!,
    day: of.day[at]!,
    lineCount: Number(of.lineCount[at]),
    isMeant: of.isMeant[at] === 'true',
  }));
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

const dimensionFields = ['line', 'type', 'value'] as const;

async function readLines(
  db: Executor,
  { clientAccountId, currency }: BooksOfEntries,
  span: Span,
  kind: Kind,
  entries: readonly SaftEntry[],
): Promise<Pick<EntryPage, 'lines' | 'dimensions'>> {
  const isSpread = kind === 'spread';
  const ofEntries = sql`client_account_id = ${clientAccountId} and journal_entry_id = any (${`{${entries.map(({ id }) => id).join(',')}}`}::bigint[])`;
  const ofSpan = isSpread ? sql`and posting_date between ${span.from}::date and ${span.to}::date` : sql``;
  const isForeign = sql`l.currency_code <> ${currency}`;
  const extras: Readonly<Record<keyof LineExtras, SQL>> = {
    currency: sql`case when ${isForeign} then l.currency_code end`,
    foreign: sql`case when ${isForeign} then l.debit_fc + l.credit_fc end`,
    rate: sql`case when ${isForeign} then l.exchange_rate end`,
    tax: sql`case when not l.tax_line then l.tax_code_id end`,
    base: sql`l.tax_base_amount`,
    vat: sql`l.tax_amount`,
    quantity: sql`l.quantity`,
  };
  // Hardly any line has them, and what is not asked for is neither written nor read.
  const more = sql`case when ${isForeign} or l.tax_code_id is not null or l.quantity is not null then
    concat_ws('|', ${sql.join(
      extraFields.map((field) => sql`coalesce((${extras[field]})::text, '')`),
      sql`, `,
    )}) end`;
  const columns = {
    ...{ entry: sql`l.journal_entry_id`, id: sql`l.id`, line: sql`l.line_id`, account: sql`l.account_id` },
    ...{ text: freeText(sql`l.description`), amount: sql`l.debit - l.credit`, more },
    ...(isSpread ? { day: sql`l.posting_date` } : {}),
  };
  const [lines] = await db.execute<ColumnTexts<keyof LineColumns>>(sql`
    select ${asColumns(columns)} from (
      select * from journal_lines where ${ofEntries} ${ofSpan}
      order by journal_entry_id, ${isSpread ? sql`posting_date,` : sql``} line_id) l`);
  const [dimensions] = await db.execute<ColumnTexts<(typeof dimensionFields)[number]>>(sql`
    select ${asColumns({ line: sql`d.journal_line_id`, type: sql`d.relation_type`, value: sql`d.relation_id` })} from (
      select journal_line_id, relation_type, relation_id from journal_line_dimensions where ${ofEntries}
      order by journal_line_id, relation_type, relation_id) d`);
  return {
    lines: columnsOf(lines!, isSpread ? [...lineFields, 'day'] : lineFields),
    dimensions: byLine(columnsOf(dimensions!, dimensionFields)),
  };
}

/** The dimensions of each line, in their order. */
function byLine({ line, type, value }: Columns<(typeof dimensionFields)[number]>): EntryPage['dimensions'] {
  const found = new Map<string, LineDimension[]>();
  for (let at = 0; at < line.length; at++) {
    const id = line[at]!;
    const dimension = { type: type[at] as DimensionType, id: value[at]! };
    const others = found.get(id);
    if (others) others.push(dimension);
    else found.set(id, [dimension]);
  }
  return found;
}
