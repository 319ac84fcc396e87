import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import { readingUpTo } from '../reports/months.ts';

export interface BalanceQuestion {
  readonly clientAccountId: number;
  readonly asOf: string;
  readonly codes?: readonly string[] | undefined;
  readonly relationType?: DimensionType | undefined;
  readonly relationId?: number | undefined;
  readonly includeDrafts: boolean;
}

export interface AccountBalance {
  readonly accountId: number;
  readonly code: string;
  readonly nob: string;
  readonly eng: string | null;
  readonly relationId: number | null;
  readonly relationName: string | null;
  /** Debit minus credit. */
  readonly balance: string;
  readonly lineCount: number;
}

interface Row extends Record<string, unknown> {
  readonly account_id: string;
  readonly code: string;
  readonly nob: string;
  readonly eng: string | null;
  readonly relation_id: string | null;
  readonly relation_name: string | null;
  readonly balance: string;
  readonly lines: string;
}

/**
 * Balances on a day from the monthly balances, the last month line by line when it is broken. Per dimension value a
 * line counts under each of its values; lines without one are what is left of the account. Raw: a union of one to four
 * queries, as the question wants them, summed together.
 */
export async function balancesOn(db: Executor, question: BalanceQuestion): Promise<readonly AccountBalance[]> {
  const { clientAccountId, relationType, relationId } = question;
  const codes = question.codes
    ? sql`and a.account_code in (select jsonb_array_elements_text(${JSON.stringify(question.codes)}::jsonb))`
    : sql``;
  const value = relationId === undefined ? sql`` : sql`and p.relation_id = ${relationId}`;
  const rows = await db.execute<Row>(sql`
    with pieces (account_id, relation_id, amount, lines) as (${sql.join(piecesOf(question), sql` union all `)})
    select a.id as account_id, a.account_code as code, a.description_nob as nob, a.description_eng as eng, p.relation_id, r.name as relation_name,
      sum(p.amount)::numeric(38, 2)::text as balance, sum(p.lines)::text as lines
    from pieces p join accounts a on a.id = p.account_id
    left join reference_values r
      on r.client_account_id = ${clientAccountId} and r.relation_type = ${relationType ?? null} and r.relation_id = p.relation_id
    where (a.client_account_id is null or a.client_account_id = ${clientAccountId}) ${codes} ${value}
    group by a.id, p.relation_id, r.name having sum(p.lines) > 0
    order by a.account_code, p.relation_id nulls last`);
  return rows.map((row) => ({
    accountId: Number(row.account_id),
    code: row.code,
    nob: row.nob,
    eng: row.eng,
    relationId: row.relation_id === null ? null : Number(row.relation_id),
    relationName: row.relation_name,
    balance: row.balance,
    lineCount: Number(row.lines),
  }));
}

function piecesOf({ clientAccountId, asOf, relationType, includeDrafts }: BalanceQuestion): SQL[] {
  const { before, broken } = readingUpTo(asOf);
  const drafts = (column: string) => (includeDrafts ? sql.raw(` + ${column}`) : sql``);
  const amount = sql`debit - credit + cancelled_debit - cancelled_credit${drafts('draft_debit - draft_credit')}`;
  const lines = sql`line_count + cancelled_line_count${drafts('draft_line_count')}`;
  const pieces = [
    sql`select account_id, null::bigint, ${amount}, ${lines} from monthly_balances
      where client_account_id = ${clientAccountId} and month < ${before}::date`,
  ];
  if (relationType !== undefined) {
    const values = sql`from monthly_dimension_balances
      where client_account_id = ${clientAccountId} and relation_type = ${relationType} and month < ${before}::date`;
    // A line with several tags stands under each of them, and once under 0: that is what the account's rest goes down
    // by.
    const counted = relationType === 'tag' ? sql`relation_id = 0` : sql`relation_id > 0`;
    pieces.push(
      sql`select account_id, relation_id, ${amount}, ${lines} ${values} and relation_id > 0`,
      sql`select account_id, null::bigint, -(${amount}), -(${lines}) ${values} and ${counted}`,
    );
  }
  if (broken) {
    const dimension =
      relationType === undefined
        ? sql``
        : sql`left join journal_line_dimensions d on d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id
            and d.journal_line_id = l.id and d.relation_type = ${relationType}`;
    pieces.push(sql`
      select l.account_id, ${relationType === undefined ? sql`null::bigint` : sql`d.relation_id`}, l.debit - l.credit, 1
      from journal_lines l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id ${dimension}
      where l.client_account_id = ${clientAccountId} and l.posting_date between ${broken.from}::date and ${broken.to}::date
        ${includeDrafts ? sql`` : sql`and not e.is_draft`}`);
  }
  return pieces;
}
