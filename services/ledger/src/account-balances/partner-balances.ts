import { invalid } from '@app/contract';
import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';

export interface PartnerBalance {
  readonly businessPartnerId: number;
  readonly accountCode: string;
  /** Debit minus credit in the accounting currency, whatever the posting dates. */
  readonly balance: string;
}

interface Row extends Record<string, unknown> {
  readonly partner_id: string;
  readonly code: string;
  readonly balance: string;
}

const MAX_PARTNERS = 1_000;
const MAX_CODES = 100;

/** What stands on some accounts per business partner, from the posted lines that carry the partner; pairs without lines are left out. */
export async function partnerBalances(
  db: Executor,
  question: {
    readonly clientAccountId: number;
    readonly businessPartnerIds: readonly number[];
    readonly accountCodes: readonly string[];
  },
): Promise<readonly PartnerBalance[]> {
  const { clientAccountId, businessPartnerIds, accountCodes } = question;
  if (businessPartnerIds.length > MAX_PARTNERS || accountCodes.length > MAX_CODES)
    throw invalid(`At most ${MAX_PARTNERS} business partners and ${MAX_CODES} accounts can be asked about at once`);
  const rows = await db.execute<Row>(sql`
    select m.relation_id as partner_id, a.account_code as code,
      sum(m.debit - m.credit + m.cancelled_debit - m.cancelled_credit)::numeric(38, 2)::text as balance
    from monthly_dimension_balances m join accounts a on a.id = m.account_id
    where m.client_account_id = ${clientAccountId} and m.relation_type = 'businesspartner'
      and m.relation_id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(businessPartnerIds)}::jsonb))
      and a.account_code in (select jsonb_array_elements_text(${JSON.stringify(accountCodes)}::jsonb))
    group by m.relation_id, a.account_code having sum(m.line_count + m.cancelled_line_count) > 0
    order by m.relation_id, a.account_code`);
  return rows.map(({ partner_id, code, balance }) => ({ businessPartnerId: Number(partner_id), accountCode: code, balance }));
}
