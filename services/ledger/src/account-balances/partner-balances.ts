import { invalid } from '@app/contract/failure';
import type { Database } from '@app/db';
import { sql } from 'drizzle-orm';

export interface PartnerBalance {
  readonly businessPartnerId: number;
  readonly accountCode: string;
  /** Debit minus credit in the accounting currency. */
  readonly balance: string;
}

interface Row extends Record<string, unknown> {
  readonly relation_id: string;
  readonly account_code: string;
  readonly balance: string;
}

/**
 * What stands on some accounts per business partner, from the maintained balances: cancelled entries and their reversals count, and add
 * up to nothing once both are in. Pairs never posted are left out.
 * @throws Failure 400 for an account code that is none
 */
export async function partnerBalances(
  db: Database,
  clientAccountId: number,
  partnerIds: readonly number[],
  accountCodes: readonly string[],
): Promise<readonly PartnerBalance[]> {
  const wrong = accountCodes.find((code) => !/^\d{4,6}$/.test(code));
  if (wrong !== undefined) throw invalid(`"${wrong.slice(0, 20)}" is not an account code: it has four to six digits`);
  const rows = await db.executor.execute<Row>(sql`
    select b.relation_id, a.account_code, sum(b.debit + b.cancelled_debit - b.credit - b.cancelled_credit)::numeric(38, 2)::text as balance
    from monthly_dimension_balances b join accounts a on a.id = b.account_id
    where b.client_account_id = ${clientAccountId} and b.relation_type = 'businesspartner'
      and b.relation_id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(partnerIds)}::jsonb))
      and a.account_code in (select jsonb_array_elements_text(${JSON.stringify(accountCodes)}::jsonb))
    group by b.relation_id, a.account_code having sum(b.line_count + b.cancelled_line_count) > 0
    order by b.relation_id, a.account_code`);
  return rows.map((row) => ({ businessPartnerId: Number(row.relation_id), accountCode: row.account_code, balance: row.balance }));
}
