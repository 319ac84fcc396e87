import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';
import type { Chained, ChainedEntry, ChainedLine } from './chain.ts';

/** Numbers of a client account that follow each other, both ends included. */
interface Numbers {
  readonly clientAccountId: number;
  readonly first: number;
  readonly last: number;
}

/** What stands at numbers, in their order. */
export interface FoundNumbers extends Numbers {
  readonly chained: readonly Chained[];
}

/**
 * What stands at the numbers of some ranges, no two of them of one account.
 * @param mostLines so many are read at once, or a single entry that has more; what is behind is left out
 */
export async function readChained(
  db: Executor,
  ranges: readonly Numbers[],
  mostLines = Number.POSITIVE_INFINITY,
): Promise<readonly FoundNumbers[]> {
  const heads = await readHeads(db, ranges);
  const taken = firstOf(heads, mostLines);
  const lines = await readLines(
    db,
    taken.filter(({ id }) => id !== null),
  );
  const byPlace = Map.groupBy(taken, ({ place }) => Number(place) - 1);
  // Behind the range in which reading ended nothing was read.
  const end = taken.length < heads.length ? Number(taken.at(-1)!.place) : ranges.length;
  return ranges.slice(0, end).map((range, place) => {
    const found = byPlace.get(place) ?? [];
    const isCut = place === end - 1 && taken.length < heads.length;
    return {
      ...range,
      last: isCut ? Number(found.at(-1)!.number) : range.last,
      chained: found.map((head) => chainedOf(head, lines)),
    };
  });
}

/**
 * Raw: what is erased and what is not in one look, each range by one step of an index. Moments are text with all that is
 * stored of them.
 */
const readHeads = (db: Executor, ranges: readonly Numbers[]): Promise<readonly Head[]> => {
  const column = (name: keyof Numbers) => sql`${`{${ranges.map((range) => range[name]).join(',')}}`}::bigint[]`;
  return db.execute<Head>(sql`
    select r.place, r.account, n.* from unnest(${column('clientAccountId')}, ${column('first')}, ${column('last')})
      with ordinality as r (account, first, last, place)
    cross join lateral (
      select sequence_number as number, id, line_count as lines,
        to_char(posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as posted_at, posted_by_id as posted_by, description,
        voucher_id as voucher, relation_type, relation_id, external_id
      from journal_entries where client_account_id = r.account and sequence_number between r.first and r.last
      union all
      select number, null, 0, null, null, null, null, null, null, null
      from erased_numbers where client_account_id = r.account and number between r.first and r.last) n
    order by r.place, n.number`);
};

/** As many as have no more lines than that, and at least one. */
function firstOf(heads: readonly Head[], mostLines: number): readonly Head[] {
  let lines = 0;
  const end = heads.findIndex((head, index) => {
    lines += head.lines;
    return lines > mostLines && index > 0;
  });
  return end === -1 ? heads : heads.slice(0, end);
}

/**
 * The lines by the ids of their entries. Raw: rows cost the database a third of JSON that it would write itself
 * (docs/decisions/0249-chains-of-many-companies-grow-together.md).
 */
async function readLines(
  db: Executor,
  entries: readonly Pick<Head, 'account' | 'id'>[],
): Promise<ReadonlyMap<number, readonly ChainedLine[]>> {
  const column = (name: 'account' | 'id') => sql`${`{${entries.map((entry) => entry[name]).join(',')}}`}::bigint[]`;
  const asked = sql`unnest(${column('account')}, ${column('id')}) as asked (account, entry)`;
  const rows = await db.execute<LineRow>(sql`
    select l.journal_entry_id as entry, l.id, l.line_id as line, l.posting_date::text as date, a.account_code as account, l.debit, l.credit,
      l.debit_fc, l.credit_fc, l.currency_code as currency, l.exchange_rate as rate, t.code as tax_code, l.tax_base_amount as tax_base,
      l.tax_base_amount_fc as tax_base_fc, l.tax_amount as tax, l.tax_amount_fc as tax_fc, l.tax_line, l.tax_for_line as tax_for, l.quantity,
      l.description
    from ${asked} join journal_lines l on l.client_account_id = asked.account and l.journal_entry_id = asked.entry
    join accounts a on a.id = l.account_id left join tax_codes t on t.id = l.tax_code_id`);
  const dimensions = await db.execute<LineDimension>(sql`
    select d.journal_line_id as line, d.relation_type as type, d.relation_id as value
    from ${asked} join journal_line_dimensions d on d.client_account_id = asked.account and d.journal_entry_id = asked.entry`);
  // By numbers: V8 takes each new text that a map is asked for into a table of its own.
  const byLine = Map.groupBy(dimensions, ({ line }) => Number(line));
  const found = new Map<number, ChainedLine[]>();
  for (const row of rows) {
    const line = lineOf(row, byLine.get(Number(row.id)));
    const others = found.get(Number(row.entry));
    if (others) others.push(line);
    else found.set(Number(row.entry), [line]);
  }
  return found;
}

const lineOf = (row: LineRow, dimensions: readonly LineDimension[] = []): ChainedLine => ({
  line: Number(row.line),
  date: row.date,
  account: row.account,
  debit: row.debit,
  credit: row.credit,
  debit_fc: row.debit_fc,
  credit_fc: row.credit_fc,
  currency: row.currency,
  rate: row.rate,
  tax_code: row.tax_code,
  tax_base: row.tax_base,
  tax_base_fc: row.tax_base_fc,
  tax: row.tax,
  tax_fc: row.tax_fc,
  tax_line: row.tax_line,
  tax_for: numberOrNull(row.tax_for),
  quantity: row.quantity,
  description: row.description,
  dimensions: dimensions.map(({ type, value }) => [type, Number(value)]),
});

function chainedOf(head: Head, lines: ReadonlyMap<number, readonly ChainedLine[]>): Chained {
  const number = Number(head.number);
  if (head.id === null) return { number, erased: true };
  const { posted_at, description, relation_type, external_id } = head;
  return {
    ...{ number, id: Number(head.id), posted_at, posted_by: Number(head.posted_by), description },
    ...{ voucher: numberOrNull(head.voucher), relation_type, relation_id: numberOrNull(head.relation_id), external_id },
    lines: lines.get(Number(head.id)) ?? [],
  };
}

/** Without an id where the entry was erased. */
interface Head
  extends Record<string, unknown>,
    Pick<ChainedEntry, 'description' | 'posted_at' | 'relation_type' | 'external_id'> {
  readonly place: string;
  readonly account: string;
  readonly number: string;
  readonly id: string | null;
  readonly lines: number;
  readonly posted_by: string;
  readonly voucher: string | null;
  readonly relation_id: string | null;
}

interface LineDimension extends Record<string, unknown> {
  readonly line: string;
  readonly type: string;
  readonly value: string;
}

type LineRow = Omit<ChainedLine, 'line' | 'tax_for' | 'dimensions'> & {
  readonly entry: string;
  readonly id: string;
  readonly line: string;
  readonly tax_for: string | null;
};

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));
