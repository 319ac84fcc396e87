import type { DimensionType } from '@app/api/ledger/dimensions';
import { type Executor, lookupOn } from '@app/db';
import { sql } from 'drizzle-orm';

/** The mandatory dimensions of every account that a client account sees. Raw: those of an account come as one array. */
export async function mandatoryDimensions(
  db: Executor,
  clientAccountId: number,
): Promise<ReadonlyMap<number, readonly DimensionType[]>> {
  const rows = await lookupOn(db).execute<{ account_id: string; types: DimensionType[] }>(sql`
    select d.account_id, array_agg(d.relation_type) as types from account_mandatory_dimensions d join accounts a on a.id = d.account_id
    where a.client_account_id is null or a.client_account_id = ${clientAccountId} group by d.account_id`);
  return new Map(rows.map(({ account_id, types }) => [Number(account_id), types]));
}
