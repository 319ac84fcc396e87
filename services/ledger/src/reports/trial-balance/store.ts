import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import { readingOf } from '../months.ts';

export interface TrialBalanceQuestion {
  readonly clientAccountId: number;
  readonly from: string;
  /** Not before `from`. */
  readonly to: string;
  /** Only these accounts; all of them when absent. */
  readonly accountIds?: readonly number[] | undefined;
  /** Values of one type are alternatives, different types must all match. */
  readonly dimensions: ReadonlyMap<DimensionType, readonly number[]>;
  /** Each must occur in a line's description, its entry's, or the code or name of its account. */
  readonly words: readonly string[];
  readonly includeDrafts: boolean;
  readonly includeCancelled: boolean;
  /** By which type an account is split; accounts without a type are not. */
  readonly splits: Splits;
}

/** One type for every account, or a type per account. */
export type Splits = { readonly all: DimensionType } | { readonly byAccount: ReadonlyMap<number, DimensionType> };

/**
 * Debits and credits in three parts: before the year of `from`, from there to `from`, and in the span. Decimal text.
 */
export interface PieceSums {
  readonly earlier: string;
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  readonly earlierLines: number;
  readonly lines: number;
}

/**
 * `account`: everything on an account, whatever its dimensions · `value`: the part of it under a dimension value ·
 * `line`: something that is in neither, under a value or under none.
 */
export interface Piece extends PieceSums {
  readonly of: 'account' | 'value' | 'line';
  readonly accountId: number;
  readonly relationId: number | null;
}

interface Row extends Record<string, unknown> {
  readonly part: Piece['of'];
  readonly account_id: string;
  readonly relation_id: string | null;
  readonly earlier: string;
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  readonly earlier_lines: string;
  readonly lines: string;
}

/**
 * What is posted, in pieces to be added up: whole months from the maintained balances, broken ones line by line.
 * Filters that the balances do not carry, and tags, of which a line may have several, are answered from the lines. One
 * statement, hence one state of the books; no joins but by key, so that its cost does not hang on the planner's idea of
 * a fresh database. Raw, for it is put together from what the question asks.
 */
export async function readPieces(db: Executor, question: TrialBalanceQuestion): Promise<readonly Piece[]> {
  const rows = await db.execute<Row>(sql.join(statementsOf(question), sql` union all `));
  return rows.map((row) => ({
    of: row.part,
    accountId: Number(row.account_id),
    relationId: row.relation_id === null ? null : Number(row.relation_id),
    earlier: row.earlier,
    opening: row.opening,
    debit: row.debit,
    credit: row.credit,
    earlierLines: Number(row.earlier_lines),
    lines: Number(row.lines),
  }));
}

const idList = (ids: Iterable<number>): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb)::bigint)`;

const splitType = (splits: Splits, accountId: SQL): SQL =>
  'all' in splits
    ? sql`${splits.all}::text`
    : sql`(${JSON.stringify(Object.fromEntries(splits.byAccount))}::jsonb ->> ${accountId}::text)`;

const accountsSplitBy = (splits: Splits, type: DimensionType): readonly number[] =>
  'all' in splits ? [] : [...splits.byAccount].filter(([, of]) => of === type).map(([id]) => id);

function statementsOf(question: TrialBalanceQuestion): SQL[] {
  const { clientAccountId, from, to, splits, accountIds } = question;
  const isFiltered = question.dimensions.size > 0 || question.words.length > 0;
  if (isFiltered || ('all' in splits && splits.all === 'tag'))
    return [linePieces(question, sql`l.posting_date <= ${to}::date`)];

  const { before, whole, broken } = readingOf(from, to);
  const tagged = accountsSplitBy(splits, 'tag');
  const inMonths = whole
    ? sql`(b.month < ${before}::date or b.month between ${whole.from}::date and ${whole.to}::date)`
    : sql`b.month < ${before}::date`;
  const where = sql.join(
    [
      sql`b.client_account_id = ${clientAccountId}`,
      inMonths,
      ...(accountIds ? [sql`b.account_id in ${idList(accountIds)}`] : []),
      ...(tagged.length > 0 ? [sql`b.account_id not in ${idList(tagged)}`] : []),
    ],
    sql` and `,
  );
  const sums = sumsOf(question, sql`b.month`, balanceFigures(question));
  const statements = [
    sql`select 'account' as part, b.account_id, null::bigint as relation_id, ${sums} from monthly_balances b where ${where} group by b.account_id`,
  ];
  const split = splitCondition(splits);
  if (split)
    statements.push(sql`
      select 'value', b.account_id, b.relation_id, ${sums} from monthly_dimension_balances b where ${where} and ${split}
      group by b.account_id, b.relation_id`);
  for (const span of broken) {
    const days = sql`l.posting_date between ${span.from}::date and ${span.to}::date`;
    statements.push(
      linePieces(question, tagged.length > 0 ? sql`${days} and l.account_id not in ${idList(tagged)}` : days),
    );
  }
  if (tagged.length > 0)
    statements.push(linePieces(question, sql`l.posting_date <= ${to}::date and l.account_id in ${idList(tagged)}`));
  return statements;
}

/** Types and accounts as constants: the key of the table begins with the type. */
function splitCondition(splits: Splits): SQL | undefined {
  if ('all' in splits) return sql`b.relation_type = ${splits.all}`;
  const types = new Set([...splits.byAccount.values()].filter((type) => type !== 'tag'));
  if (types.size === 0) return undefined;
  const alternatives = [...types].map(
    (type) => sql`(b.relation_type = ${type} and b.account_id in ${idList(accountsSplitBy(splits, type))})`,
  );
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

interface Figures {
  readonly debit: SQL;
  readonly credit: SQL;
  readonly lines: SQL;
}

function balanceFigures({ includeDrafts, includeCancelled }: TrialBalanceQuestion): Figures {
  const sumOf = (column: string) =>
    sql.raw(
      [
        `b.${column}`,
        ...(includeCancelled ? [`b.cancelled_${column}`] : []),
        ...(includeDrafts ? [`b.draft_${column}`] : []),
      ].join(' + '),
    );
  return { debit: sumOf('debit'), credit: sumOf('credit'), lines: sumOf('line_count') };
}

function sumsOf({ from }: TrialBalanceQuestion, day: SQL, { debit, credit, lines }: Figures): SQL {
  const yearStart = sql`${`${from.slice(0, 4)}-01-01`}::date`;
  const money = (amount: SQL, when: SQL) =>
    sql`coalesce(sum(${amount}) filter (where ${when}), 0)::numeric(38, 2)::text`;
  const balance = sql`${debit} - (${credit})`;
  return sql`
    ${money(balance, sql`${day} < ${yearStart}`)} as earlier,
    ${money(balance, sql`${day} >= ${yearStart} and ${day} < ${from}::date`)} as opening,
    ${money(debit, sql`${day} >= ${from}::date`)} as debit,
    ${money(credit, sql`${day} >= ${from}::date`)} as credit,
    coalesce(sum(${lines}) filter (where ${day} < ${yearStart}), 0)::text as earlier_lines,
    coalesce(sum(${lines}) filter (where ${day} >= ${yearStart}), 0)::text as lines`;
}

/** Lines under the value they count under; of several tags the one with the lowest id, so that no line counts twice. */
function linePieces(question: TrialBalanceQuestion, span: SQL): SQL {
  const { clientAccountId, includeDrafts, includeCancelled, dimensions, words, splits, accountIds } = question;
  const ofLine = sql`d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id`;
  const conditions = [sql`l.client_account_id = ${clientAccountId}`, span];
  if (accountIds) conditions.push(sql`l.account_id in ${idList(accountIds)}`);
  if (!includeDrafts) conditions.push(sql`not e.is_draft`);
  if (!includeCancelled) conditions.push(sql`e.cancelled is null`);
  for (const [type, ids] of dimensions)
    conditions.push(
      sql`exists (select from journal_line_dimensions d where ${ofLine} and d.relation_type = ${type} and d.relation_id in ${idList(ids)})`,
    );
  for (const word of words) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(sql`(l.description ilike ${pattern} or e.description ilike ${pattern} or n.account_code ilike ${pattern}
      or n.description_nob ilike ${pattern} or n.description_eng ilike ${pattern})`);
  }
  const figures = { debit: sql`x.debit`, credit: sql`x.credit`, lines: sql`1` };
  return sql`
    select 'line' as part, x.account_id, x.relation_id, ${sumsOf(question, sql`x.posting_date`, figures)} from (
      select l.account_id, l.posting_date, l.debit, l.credit, (
        select min(d.relation_id) from journal_line_dimensions d where ${ofLine} and d.relation_type = ${splitType(splits, sql`l.account_id`)}
      ) as relation_id
      from journal_lines l
      join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
      ${words.length > 0 ? sql`join accounts n on n.id = l.account_id` : sql``}
      where ${sql.join(conditions, sql` and `)}
    ) x group by x.account_id, x.relation_id`;
}

/** The mandatory dimensions of every account that a client account sees. Raw: those of an account come as one array. */
export async function mandatoryDimensions(
  db: Executor,
  clientAccountId: number,
): Promise<ReadonlyMap<number, readonly DimensionType[]>> {
  const rows = await db.execute<{ account_id: string; types: DimensionType[] }>(sql`
    select d.account_id, array_agg(d.relation_type) as types from account_mandatory_dimensions d join accounts a on a.id = d.account_id
    where a.client_account_id is null or a.client_account_id = ${clientAccountId} group by d.account_id`);
  return new Map(rows.map(({ account_id, types }) => [Number(account_id), types]));
}
