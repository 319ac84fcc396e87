import type { DimensionType } from '@app/api/ledger/dimensions';
import { type Executor, lookupOn } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import { isOpen, isReversedAfter, isStanding } from '../../journal-entry-lines/day-end.ts';
import type { Reading, Span } from '../months.ts';
import type { PostedSelection, Splits } from './selection.ts';

/** What a figure is added up from: a month with its sums, or the day of one line. */
export interface Moved {
  readonly day: SQL;
  readonly debit: SQL;
  readonly credit: SQL;
  readonly lines: SQL;
}

/** The figures of a report by name: each a sum over what was moved, as decimal text. */
export type Figures<F extends string> = (moved: Moved) => Readonly<Record<F, SQL>>;

/**
 * `account`: everything on an account, whatever its dimensions · `value`: the part of it under a dimension value ·
 * `line`: something that is in neither, under a value or under none.
 */
export interface Piece<F extends string> {
  readonly of: 'account' | 'value' | 'line';
  readonly accountId: number;
  readonly relationId: number | null;
  readonly figures: Readonly<Record<F, string>>;
}

/** Which lines, when they were posted, and what is added up of them. */
export interface PostedQuestion<F extends string> {
  readonly selection: PostedSelection;
  /** Both days included; without a first one from the beginning of the books. */
  readonly dates: { readonly from: string | null; readonly to: string };
  /** The same days, in months and parts of months. */
  readonly reading: Reading;
  readonly figures: Figures<F>;
}

/** A sum of money as decimal text, of what is posted `when`. */
export const money = (amount: SQL, when: SQL): SQL =>
  sql`coalesce(sum(${amount}) filter (where ${when}), 0)::numeric(38, 2)::text`;

/** How many lines are posted `when`. */
export const count = (lines: SQL, when: SQL): SQL => sql`coalesce(sum(${lines}) filter (where ${when}), 0)::text`;

interface Row extends Record<string, unknown> {
  readonly part: 'account' | 'value' | 'line';
  readonly account_id: string;
  readonly relation_id: string | null;
}

/**
 * What is posted, in pieces to be added up: whole months from the maintained balances, broken ones line by line.
 * Filters that the balances do not carry, and tags, of which a line may have several, are answered from the lines. One
 * statement, hence one state of the books; no joins but by key, so that its cost does not hang on the planner's idea of
 * a fresh database. Raw, for it is put together from what the question asks.
 */
export async function readPieces<F extends string>(
  db: Executor,
  question: PostedQuestion<F>,
): Promise<readonly Piece<F>[]> {
  const { ofBalances, ofLines } = statementsOf(question);
  if (ofBalances.length === 0 && ofLines.length === 0) return [];
  // Balances are as many as accounts and months; of lines there may be millions, and a plan for those of this company.
  const executor = ofLines.length === 0 ? lookupOn(db) : db;
  const rows = await executor.execute<Row>(sql.join([...ofBalances, ...ofLines], sql` union all `));
  return rows.map(({ part, account_id, relation_id, ...figures }) => ({
    of: part,
    accountId: Number(account_id),
    relationId: relation_id === null ? null : Number(relation_id),
    figures: figures as Record<F, string>,
  }));
}

const idList = (ids: Iterable<number>): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb)::bigint)`;

const isUnsplit = (splits: Splits): boolean => !('all' in splits) && splits.byAccount.size === 0;

const splitType = (splits: Splits, accountId: SQL): SQL =>
  'all' in splits
    ? sql`${splits.all}::text`
    : sql`(${JSON.stringify(Object.fromEntries(splits.byAccount))}::jsonb ->> ${accountId}::text)`;

const accountsSplitBy = (splits: Splits, type: DimensionType): readonly number[] =>
  'all' in splits ? [] : [...splits.byAccount].filter(([, of]) => of === type).map(([id]) => id);

const named = (figures: Readonly<Record<string, SQL>>): SQL =>
  sql.join(
    Object.entries(figures).map(([name, figure]) => sql`${figure} as ${sql.identifier(name)}`),
    sql`, `,
  );

interface Statements {
  readonly ofBalances: readonly SQL[];
  readonly ofLines: readonly SQL[];
}

function statementsOf<F extends string>(question: PostedQuestion<F>): Statements {
  const { selection, dates, reading } = question;
  const { clientAccountId, splits, accountIds } = selection;
  const isFiltered =
    selection.dimensions.size > 0 ||
    selection.words.length > 0 ||
    selection.taxCodes !== undefined ||
    selection.isOpenOnly === true ||
    (selection.asOf !== undefined && !selection.includeCancelled);
  const ofDays = (span: Span): SQL => sql`l.posting_date between ${span.from}::date and ${span.to}::date`;
  const ofAll =
    dates.from === null ? sql`l.posting_date <= ${dates.to}::date` : ofDays({ from: dates.from, to: dates.to });
  if (isFiltered || ('all' in splits && splits.all === 'tag'))
    return { ofBalances: [], ofLines: [linePieces(question, ofAll)] };

  const tagged = accountsSplitBy(splits, 'tag');
  const ofBalances: SQL[] = [];
  const ofLines: SQL[] = [];
  const months = monthsOf(reading);
  if (months) {
    const where = sql.join(
      [
        sql`b.client_account_id = ${clientAccountId}`,
        months,
        ...(accountIds ? [sql`b.account_id in ${idList(accountIds)}`] : []),
        ...(tagged.length > 0 ? [sql`b.account_id not in ${idList(tagged)}`] : []),
      ],
      sql` and `,
    );
    const sums = named(question.figures(monthMoved(selection)));
    ofBalances.push(
      sql`select 'account' as part, b.account_id, null::bigint as relation_id, ${sums} from monthly_balances b where ${where} group by b.account_id`,
    );
    const split = splitCondition(splits);
    if (split)
      ofBalances.push(sql`
        select 'value' as part, b.account_id, b.relation_id, ${sums} from monthly_dimension_balances b where ${where} and ${split}
        group by b.account_id, b.relation_id`);
  }
  for (const span of reading.broken)
    ofLines.push(
      linePieces(
        question,
        tagged.length > 0 ? sql`${ofDays(span)} and l.account_id not in ${idList(tagged)}` : ofDays(span),
      ),
    );
  if (tagged.length > 0) ofLines.push(linePieces(question, sql`${ofAll} and l.account_id in ${idList(tagged)}`));
  return { ofBalances, ofLines };
}

/** The months that are read whole; nothing when there are none. */
function monthsOf({ before, whole }: Reading): SQL | undefined {
  const earlier = before === null ? undefined : sql`b.month < ${before}::date`;
  const inside = whole === null ? undefined : sql`b.month between ${whole.from}::date and ${whole.to}::date`;
  return earlier && inside ? sql`(${earlier} or ${inside})` : (earlier ?? inside);
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

function monthMoved({ includeDrafts, includeCancelled }: PostedSelection): Moved {
  const sumOf = (column: string) =>
    sql.raw(
      [
        `b.${column}`,
        ...(includeCancelled ? [`b.cancelled_${column}`] : []),
        ...(includeDrafts ? [`b.draft_${column}`] : []),
      ].join(' + '),
    );
  return { day: sql`b.month`, debit: sumOf('debit'), credit: sumOf('credit'), lines: sumOf('line_count') };
}

const remainingOfLine = sql`l.debit - l.credit - coalesce((
  select c.internal from line_claim_totals c where c.client_account_id = l.client_account_id and c.journal_line_id = l.id), 0)`;

/** Lines under the value they count under; of several tags the one with the lowest id, so that no line counts twice. */
function linePieces<F extends string>({ selection, figures }: PostedQuestion<F>, span: SQL): SQL {
  const { clientAccountId, includeDrafts, includeCancelled, dimensions, words, splits, accountIds } = selection;
  const { taxCodes, isOpenOnly, asOf } = selection;
  const ofLine = sql`d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id`;
  const conditions = [sql`l.client_account_id = ${clientAccountId}`, span];
  if (accountIds) conditions.push(sql`l.account_id in ${idList(accountIds)}`);
  if (!includeDrafts) conditions.push(sql`not e.is_draft`);
  if (!includeCancelled) conditions.push(isStanding(sql`e.cancelled`, asOf ? [isReversedAfter(asOf)] : []));
  for (const [type, ids] of dimensions)
    conditions.push(
      sql`exists (select from journal_line_dimensions d where ${ofLine} and d.relation_type = ${type} and d.relation_id in ${idList(ids)})`,
    );
  for (const word of words) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(sql`(l.description ilike ${pattern} or e.description ilike ${pattern} or n.account_code ilike ${pattern}
      or n.description_nob ilike ${pattern} or n.description_eng ilike ${pattern})`);
  }
  if (taxCodes)
    conditions.push(
      sql`l.tax_code_id in (select t.id from tax_codes t where t.code in (select jsonb_array_elements_text(${JSON.stringify(taxCodes)}::jsonb)))`,
    );
  if (isOpenOnly) conditions.push(isOpen(remainingOfLine, selection));
  const relation = isUnsplit(splits)
    ? sql`null::bigint`
    : sql`(select min(d.relation_id) from journal_line_dimensions d
        where ${ofLine} and d.relation_type = ${splitType(splits, sql`l.account_id`)})`;
  const sums = figures({ day: sql`x.posting_date`, debit: sql`x.debit`, credit: sql`x.credit`, lines: sql`1` });
  return sql`
    select 'line' as part, x.account_id, x.relation_id, ${named(sums)} from (
      select l.account_id, l.posting_date, l.debit, l.credit, ${relation} as relation_id
      from journal_lines l
      join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
      ${words.length > 0 ? sql`join accounts n on n.id = l.account_id` : sql``}
      where ${sql.join(conditions, sql` and `)}
    ) x group by x.account_id, x.relation_id`;
}
