import type { Executor } from '@app/db';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { accountMandatoryDimensions, accounts } from '../schema/accounts.ts';
import { monthlyDimensionBalances } from '../schema/balances.ts';
import { ASSET } from './asset.ts';

/** The balance of an asset on one account: debit minus credit of its posted lines, never nothing. */
export interface AssetBalance {
  readonly assetId: number;
  readonly accountCode: string;
  readonly balance: string;
}

const balances = monthlyDimensionBalances;
const net = sql<string>`sum(${balances.debit} - ${balances.credit})::numeric(19, 2)::text`;

/** Balances of assets of one company over all their lines, by account. @param only those of accounts that ask for assets */
export async function balancesOf(
  ex: Executor,
  clientAccountId: number,
  assetIds: readonly number[],
  only?: 'mandatory',
): Promise<readonly AssetBalance[]> {
  if (assetIds.length === 0) return [];
  const asksForAssets = sql`exists (select from ${accountMandatoryDimensions}
    where ${accountMandatoryDimensions.accountId} = ${accounts.id} and ${accountMandatoryDimensions.relationType} = ${ASSET})`;
  return ex
    .select({ assetId: balances.relationId, accountCode: accounts.accountCode, balance: net })
    .from(balances)
    .innerJoin(accounts, eq(accounts.id, balances.accountId))
    .where(
      and(
        eq(balances.clientAccountId, clientAccountId),
        eq(balances.relationType, ASSET),
        inArray(balances.relationId, [...assetIds]),
        only === 'mandatory' ? asksForAssets : undefined,
      ),
    )
    .groupBy(balances.relationId, accounts.accountCode)
    .having(sql`sum(${balances.debit} - ${balances.credit}) <> 0`)
    .orderBy(asc(balances.relationId), asc(accounts.accountCode));
}
