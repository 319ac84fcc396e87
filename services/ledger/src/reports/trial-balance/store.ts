import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import type { AccountCategory } from '../../accounts/account.ts';
import { readingOf } from '../months.ts';
import { type PostedSums, type ReportAccount, splitOf, UNDISTRIBUTED } from './trial-balance.ts';

export interface TrialBalanceQuestion {
  readonly clientAccountId: number;
  readonly from: string;
  /** Not before `from`. */
  readonly to: string;
  readonly codes?: readonly string[] | undefined;
  /** Values of one type are alternatives, different types must all match. */
  readonly dimensions: ReadonlyMap<DimensionType, readonly number[]>;
  /** Each must occur in a line's description, its entry's, or the code or name of its account. */
  readonly words: readonly string[];
  readonly includeDrafts: boolean;
  readonly includeCancelled: boolean;
  /** Split accounts by their mandatory dimension, all of them by one type, or none. */
  readonly splitBy: 'mandatory' | DimensionType | null;
}

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly code: string;
  readonly nob: string;
  readonly eng: string | null;
  readonly categories: [AccountCategory, AccountCategory, AccountCategory];
  readonly split_by: DimensionType | null;
  readonly relation_id: string | null;
  readonly relation_name: string | null;
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  readonly earlier: string;
  readonly lines: string;
}

const described = sql`a.id, a.account_code as code, a.description_nob as nob, a.description_eng as eng,
  jsonb_build_array(
    jsonb_build_object('code', c1.code, 'nob', c1.description_nob, 'eng', c1.description_eng),
    jsonb_build_object('code', c2.code, 'nob', c2.description_nob, 'eng', c2.description_eng),
    jsonb_build_object('code', left(a.account_code, 3), 'nob', coalesce(c3.description_nob, c2.description_nob),
      'eng', coalesce(c3.description_eng, c2.description_eng))) as categories`;

const accountsWithCategories = sql`accounts a
  join account_categories c1 on c1.code = left(a.account_code, 1)
  join account_categories c2 on c2.code = left(a.account_code, 2)
  left join account_categories c3 on c3.code = left(a.account_code, 3)`;

const accountOf = (row: Pick<Row, 'id' | 'code' | 'nob' | 'eng' | 'categories'>): ReportAccount => ({
  id: Number(row.id),
  code: row.code,
  nob: row.nob,
  eng: row.eng,
  categories: row.categories,
});

/** Account 2099 of the system chart. */
export async function undistributedAccount(db: Executor): Promise<ReportAccount> {
  const rows = await db.execute<Row>(
    sql`select ${described} from ${accountsWithCategories} where a.client_account_id is null and a.account_code = ${UNDISTRIBUTED}`,
  );
  return accountOf(rows[0]!);
}

/** The dimension by which each account is split. Accounts that are not in the map are not. */
async function splitsOf(db: Executor, clientAccountId: number): Promise<ReadonlyMap<number, DimensionType>> {
  const rows = await db.execute<{ account_id: string; types: DimensionType[] }>(sql`
    select d.account_id, array_agg(d.relation_type) as types from account_mandatory_dimensions d join accounts a on a.id = d.account_id
    where a.client_account_id is null or a.client_account_id = ${clientAccountId} group by d.account_id`);
  return new Map(rows.flatMap(({ account_id, types }) => (splitOf(types) === null ? [] : [[Number(account_id), splitOf(types)!]])));
}

/**
 * What is posted per account and, where accounts are split, per dimension value: whole months from the maintained balances, broken
 * ones line by line. Filters that the balances do not carry, and tags, of which a line may have several, are answered from the lines.
 * One statement, hence one state of the books.
 */
export async function postedSums(db: Executor, question: TrialBalanceQuestion): Promise<readonly PostedSums[]> {
  const { clientAccountId, splitBy } = question;
  const splits = splitBy === 'mandatory' ? await splitsOf(db, clientAccountId) : new Map<number, DimensionType>();
  const pieces = piecesOf(question, splits);
  const yearStart = `${question.from.slice(0, 4)}-01-01`;
  const asked = question.codes ? sql`and (${codeCondition(question.codes)})` : sql``;
  const rows = await db.execute<Row>(sql`
    with splits as (select s.account_id, s.relation_type from jsonb_to_recordset(${jsonOf(splits)}::jsonb) as s (account_id bigint, relation_type text)),
    scope as (
      select a.id, a.account_code >= '3' as is_result, ${splitBy === 'mandatory' ? sql`s.relation_type` : sql`${splitBy}::text`} as split_by
      from accounts a left join splits s on s.account_id = a.id
      where (a.client_account_id is null or a.client_account_id = ${clientAccountId}) ${asked}
        and exists (select from monthly_balances b where b.client_account_id = ${clientAccountId} and b.account_id = a.id)),
    pieces (account_id, relation_id, day, debit, credit, lines) as (${sql.join(pieces, sql` union all `)}),
    sums as (
      select s.id, s.split_by, p.relation_id,
        sum(case when p.day < ${question.from}::date and not (s.is_result and p.day < ${yearStart}::date) then p.debit - p.credit else 0 end) as opening,
        sum(case when p.day >= ${question.from}::date then p.debit else 0 end) as debit,
        sum(case when p.day >= ${question.from}::date then p.credit else 0 end) as credit,
        sum(case when s.is_result and p.day < ${yearStart}::date then p.debit - p.credit else 0 end) as earlier,
        sum(case when s.is_result and p.day < ${yearStart}::date then 0 else p.lines end) as lines
      from pieces p join scope s on s.id = p.account_id group by s.id, s.split_by, p.relation_id having sum(p.lines) > 0)
    select ${described}, sums.split_by, sums.relation_id, r.name as relation_name, sums.opening::numeric(38, 2)::text as opening,
      sums.debit::numeric(38, 2)::text as debit, sums.credit::numeric(38, 2)::text as credit, sums.earlier::numeric(38, 2)::text as earlier, sums.lines::text as lines
    from sums join ${accountsWithCategories} on a.id = sums.id
    left join reference_values r
      on r.client_account_id = ${clientAccountId} and r.relation_type = sums.split_by and r.relation_id = sums.relation_id`);
  return rows.map((row) => ({
    account: accountOf(row),
    relation: row.relation_id === null ? null : { type: row.split_by!, id: Number(row.relation_id), name: row.relation_name },
    opening: row.opening,
    debit: row.debit,
    credit: row.credit,
    earlierYears: row.earlier,
    lineCount: Number(row.lines),
  }));
}

/** The accounts asked for; row 2099 needs every result account. */
function codeCondition(codes: readonly string[]): SQL {
  const named = sql`a.account_code in (select jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb))`;
  return codes.includes(UNDISTRIBUTED) ? sql`${named} or a.account_code >= '3'` : named;
}

const jsonOf = (splits: ReadonlyMap<number, DimensionType>): string =>
  JSON.stringify([...splits].map(([account_id, relation_type]) => ({ account_id, relation_type })));

function piecesOf(question: TrialBalanceQuestion, splits: ReadonlyMap<number, DimensionType>): SQL[] {
  const { clientAccountId, from, to, splitBy } = question;
  const isFiltered = question.dimensions.size > 0 || question.words.length > 0;
  if (isFiltered || splitBy === 'tag') return [linesBetween(question, sql`l.posting_date <= ${to}::date`)];

  const { before, whole, broken } = readingOf(from, to);
  const byLine = [...splits].filter(([, type]) => type === 'tag').map(([accountId]) => accountId);
  const notByLine = byLine.length === 0 ? sql`` : sql`and s.split_by is distinct from 'tag'`;
  const months =
    whole === null
      ? sql`b.month < ${before}::date`
      : sql`(b.month < ${before}::date or b.month between ${whole.from}::date and ${whole.to}::date)`;
  const figures = figuresOf(question);
  const pieces = [
    sql`select b.account_id, null::bigint, b.month, ${figures.debit}, ${figures.credit}, ${figures.lines}
      from monthly_balances b join scope s on s.id = b.account_id ${notByLine}
      where b.client_account_id = ${clientAccountId} and ${months}`,
  ];
  if (splitBy !== null) {
    // What stands under a value is taken from what stands under none; lines without a value are what is left.
    const values = sql`from monthly_dimension_balances b join scope s on s.id = b.account_id and s.split_by = b.relation_type ${notByLine}
      where b.client_account_id = ${clientAccountId} and ${typesOf(splitBy, splits)} and ${months}`;
    pieces.push(
      sql`select b.account_id, b.relation_id, b.month, ${figures.debit}, ${figures.credit}, ${figures.lines} ${values}`,
      sql`select b.account_id, null::bigint, b.month, -(${figures.debit}), -(${figures.credit}), -(${figures.lines}) ${values}`,
    );
  }
  for (const span of broken)
    pieces.push(linesBetween(question, sql`l.posting_date between ${span.from}::date and ${span.to}::date`, notByLine));
  if (byLine.length > 0)
    pieces.push(
      linesBetween(
        question,
        sql`l.posting_date <= ${to}::date and l.account_id in (select jsonb_array_elements_text(${JSON.stringify(byLine)}::jsonb)::bigint)`,
      ),
    );
  return pieces;
}

/** The types to read, as constants: the key of the table begins with them. */
function typesOf(splitBy: 'mandatory' | DimensionType, splits: ReadonlyMap<number, DimensionType>): SQL {
  const types = splitBy === 'mandatory' ? [...new Set(splits.values())] : [splitBy];
  return types.length === 0
    ? sql`false`
    : sql`b.relation_type in (${sql.join(
        types.map((type) => sql`${type}`),
        sql`, `,
      )})`;
}

function figuresOf({ includeDrafts, includeCancelled }: TrialBalanceQuestion) {
  const sumOf = (column: string) =>
    sql.raw(
      [`b.${column}`, ...(includeCancelled ? [`b.cancelled_${column}`] : []), ...(includeDrafts ? [`b.draft_${column}`] : [])].join(' + '),
    );
  return { debit: sumOf('debit'), credit: sumOf('credit'), lines: sumOf('line_count') };
}

/** Lines with the value they count under; of several tags the one with the lowest id, so that no line counts twice. */
function linesBetween(question: TrialBalanceQuestion, span: SQL, scope: SQL = sql``): SQL {
  const { clientAccountId, includeDrafts, includeCancelled, dimensions, words } = question;
  const conditions = [sql`l.client_account_id = ${clientAccountId}`, span];
  if (!includeDrafts) conditions.push(sql`not e.is_draft`);
  if (!includeCancelled) conditions.push(sql`e.cancelled is null`);
  for (const [type, ids] of dimensions)
    conditions.push(sql`exists (select from journal_line_dimensions d
      where d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id
        and d.relation_type = ${type} and d.relation_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint))`);
  for (const word of words) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(sql`(l.description ilike ${pattern} or e.description ilike ${pattern} or n.account_code ilike ${pattern}
      or n.description_nob ilike ${pattern} or n.description_eng ilike ${pattern})`);
  }
  const names = words.length > 0 ? sql`join accounts n on n.id = l.account_id` : sql``;
  return sql`
    select l.account_id,
      case when s.split_by is not null then (
        select min(d.relation_id) from journal_line_dimensions d
        where d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id
          and d.relation_type = s.split_by) end,
      l.posting_date, l.debit, l.credit, 1
    from journal_lines l join scope s on s.id = l.account_id ${scope}
    join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id ${names}
    where ${sql.join(conditions, sql` and `)}`;
}

/** Names of dimension values, for the head of a report. */
export async function relationNames(
  db: Executor,
  clientAccountId: number,
  dimensions: ReadonlyMap<DimensionType, readonly number[]>,
): Promise<readonly { readonly type: DimensionType; readonly id: number; readonly name: string | null }[]> {
  const asked = [...dimensions].flatMap(([type, ids]) => ids.map((id) => ({ type, id })));
  if (asked.length === 0) return [];
  const rows = await db.execute<{ type: DimensionType; id: string; name: string | null }>(sql`
    select q.type, q.id, r.name from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as q (type text, id bigint)
    left join reference_values r on r.client_account_id = ${clientAccountId} and r.relation_type = q.type and r.relation_id = q.id`);
  return rows.map(({ type, id, name }) => ({ type, id: Number(id), name }));
}
