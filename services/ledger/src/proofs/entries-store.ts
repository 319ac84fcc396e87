import type { Executor } from '@app/db';
import { and, between, eq, sql } from 'drizzle-orm';
import { erasedNumbers } from '../schema/erased-entries.ts';
import type { Chained, ChainedEntry, ChainedLine } from './chain.ts';

/** Entries of a block, and lines: an entry may have many, and a block is in memory whole. */
const MAX_ENTRIES = 500;
const MAX_LINES = 20_000;

/**
 * The number up to which the next block goes: never more lines than are read at once, but at least one entry.
 * @returns undefined when nothing was posted after `after`
 */
export async function endOfBlock(db: Executor, clientAccountId: number, after: number): Promise<number | undefined> {
  const rows = await db.execute<{ sequence_number: string; line_count: number }>(sql`
    (select sequence_number, line_count from journal_entries
      where client_account_id = ${clientAccountId} and sequence_number > ${after} order by sequence_number limit ${MAX_ENTRIES})
    union all
    (select number, 0 from erased_numbers
      where client_account_id = ${clientAccountId} and number > ${after} order by number limit ${MAX_ENTRIES})
    order by sequence_number limit ${MAX_ENTRIES}`);
  let end: number | undefined;
  let lines = 0;
  for (const row of rows) {
    lines += row.line_count;
    if (end !== undefined && lines > MAX_LINES) break;
    end = Number(row.sequence_number);
  }
  return end;
}

/** What stands at the numbers of a range, in their order. */
export async function readChained(
  db: Executor,
  clientAccountId: number,
  range: { readonly first: number; readonly last: number },
): Promise<readonly Chained[]> {
  const erased = await db
    .select({ number: erasedNumbers.number })
    .from(erasedNumbers)
    .where(
      and(eq(erasedNumbers.clientAccountId, clientAccountId), between(erasedNumbers.number, range.first, range.last)),
    );
  const entries = await readEntries(db, clientAccountId, range);
  if (erased.length === 0) return entries;
  const gone = new Set(erased.map(({ number }) => number));
  return [
    // An entry that is read behind its number went between the two.
    ...entries.filter(({ number }) => !gone.has(number)),
    ...erased.map(({ number }) => ({ number, erased: true }) as const),
  ].sort((a, b) => a.number - b.number);
}

/**
 * Posted entries by their numbers, as they are chained. Raw: an entry comes with all of its lines in one row, every
 * number as text, which JSON would cut.
 */
async function readEntries(
  db: Executor,
  clientAccountId: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly ChainedEntry[]> {
  const rows = await db.execute<Row>(sql`
    select e.sequence_number, e.id, to_char(e.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as posted_at, e.posted_by_id, e.description,
      e.voucher_id, e.relation_type, e.relation_id, e.external_id, (
        select json_agg(json_build_object('line', l.line_id, 'date', l.posting_date, 'account', a.account_code, 'debit', l.debit::text,
          'credit', l.credit::text, 'debit_fc', l.debit_fc::text, 'credit_fc', l.credit_fc::text, 'currency', l.currency_code,
          'rate', l.exchange_rate::text, 'tax_code', t.code, 'tax_base', l.tax_base_amount::text, 'tax_base_fc', l.tax_base_amount_fc::text,
          'tax', l.tax_amount::text, 'tax_fc', l.tax_amount_fc::text, 'tax_line', l.tax_line, 'tax_for', l.tax_for_line, 'quantity', l.quantity::text,
          'description', l.description, 'dimensions', coalesce((
            select json_agg(json_build_array(d.relation_type, d.relation_id)) from journal_line_dimensions d
            where d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id), '[]')))
        from journal_lines l
        join accounts a on a.id = l.account_id
        left join tax_codes t on t.id = l.tax_code_id
        where l.client_account_id = e.client_account_id and l.journal_entry_id = e.id) as lines
    from journal_entries e
    where e.client_account_id = ${clientAccountId} and e.sequence_number between ${first} and ${last}
    order by e.sequence_number`);
  return rows.map((row) => ({
    number: Number(row.sequence_number),
    id: Number(row.id),
    posted_at: row.posted_at,
    posted_by: Number(row.posted_by_id),
    description: row.description,
    voucher: numberOrNull(row.voucher_id),
    relation_type: row.relation_type,
    relation_id: numberOrNull(row.relation_id),
    external_id: row.external_id,
    lines: row.lines ?? [],
  }));
}

interface Row extends Record<string, unknown> {
  readonly sequence_number: string;
  readonly id: string;
  readonly posted_at: string;
  readonly posted_by_id: string;
  readonly description: string;
  readonly voucher_id: string | null;
  readonly relation_type: string | null;
  readonly relation_id: string | null;
  readonly external_id: string | null;
  readonly lines: readonly ChainedLine[] | null;
}

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));
