import type { DimensionType } from '@app/api/ledger/dimensions';
import { anyOf, type Executor } from '@app/db';
import { asc, eq, sql } from 'drizzle-orm';
import { accountMandatoryDimensions } from '../schema/accounts.ts';
import { accountTaxCodes, taxCodes } from '../schema/tax-codes.ts';

export interface WhitelistedTaxCode {
  readonly id: number;
  readonly taxCodeId: number;
  readonly code: string;
}

export interface AccountStatistics {
  /** Posted lines, cancelled and reversing ones included. */
  readonly lineCount: number;
  readonly lastPostingDate: string | null;
  /** Debit minus credit. */
  readonly balance: string;
}

const idList = (ids: readonly number[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint)`;

function grouped<R, T>(
  rows: Iterable<R>,
  idOf: (row: R) => number,
  part: (row: R) => T,
): ReadonlyMap<number, readonly T[]> {
  const byId = new Map<number, T[]>();
  for (const row of rows) {
    const id = idOf(row);
    byId.set(id, [...(byId.get(id) ?? []), part(row)]);
  }
  return byId;
}

/** Dimensions that lines on these accounts should carry, per account. */
export async function mandatoryDimensionsOf(
  db: Executor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly DimensionType[]>> {
  const { accountId, relationType } = accountMandatoryDimensions;
  const rows = await db
    .select({ accountId, relationType })
    .from(accountMandatoryDimensions)
    .where(anyOf(accountId, ids))
    .orderBy(asc(accountId), asc(relationType));
  return grouped(
    rows,
    (row) => row.accountId,
    (row) => row.relationType,
  );
}

/** The tax codes that these accounts are restricted to, per account; none: no restriction. */
export async function taxCodesOf(
  db: Executor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly WhitelistedTaxCode[]>> {
  const { id, accountId, taxCodeId } = accountTaxCodes;
  const rows = await db
    .select({ id, accountId, taxCodeId, code: taxCodes.code })
    .from(accountTaxCodes)
    .innerJoin(taxCodes, eq(taxCodes.id, taxCodeId))
    .where(anyOf(accountId, ids))
    .orderBy(asc(accountId), asc(id));
  return grouped(
    rows,
    (row) => row.accountId,
    ({ accountId: _, ...part }) => part,
  );
}

/**
 * What a client account has posted on these accounts. Raw: the newest line of each account is found by its index, one
 * look per account.
 */
export async function statisticsOf(
  db: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AccountStatistics>> {
  const rows = await db.execute<{ account_id: string; line_count: string; balance: string; last: string | null }>(sql`
    select b.account_id, sum(b.line_count + b.cancelled_line_count) as line_count,
      sum(b.debit - b.credit + b.cancelled_debit - b.cancelled_credit)::numeric(38, 2)::text as balance,
      (select l.posting_date::text from journal_lines l
        join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id and not e.is_draft
        where l.client_account_id = ${clientAccountId} and l.account_id = b.account_id order by l.posting_date desc limit 1) as last
    from monthly_balances b where b.client_account_id = ${clientAccountId} and b.account_id in ${idList(ids)} group by b.account_id`);
  return new Map(
    rows.map((row) => [
      Number(row.account_id),
      { lineCount: Number(row.line_count), lastPostingDate: row.last, balance: row.balance },
    ]),
  );
}
