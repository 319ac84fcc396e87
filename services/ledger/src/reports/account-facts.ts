import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';

/** What the head of a report says of the company. */
export interface CompanyFacts {
  readonly name: string;
  readonly organizationNumber: string | null;
  readonly currency: string;
}

/** From the projection of the client account; a company that nothing is known of yet has kroner and no name. */
export async function accountFacts(db: Executor, clientAccountId: number): Promise<CompanyFacts> {
  const rows = await db.execute<{ name: string; number: string | null; currency: string }>(sql`
    select display_name as name, organization_number as number, accounting_currency as currency
    from account_facts where client_account_id = ${clientAccountId}`);
  const row = rows[0];
  return { name: row?.name ?? '', organizationNumber: row?.number ?? null, currency: row?.currency ?? 'NOK' };
}
