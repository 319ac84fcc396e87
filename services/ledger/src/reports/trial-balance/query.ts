import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { accountIdsOf, describedAccounts, systemAccount } from '../../accounts/described-accounts.ts';
import { namedRelations } from '../relation-names.ts';
import { mandatoryDimensions, readPieces, type Splits } from './store.ts';
import { addPieces } from './sums.ts';
import { composeTrialBalance, splitOf, type TrialBalanceRow, UNDISTRIBUTED } from './trial-balance.ts';

/** What a caller asks for (docs/contract/reports.md, "Trial balance"). */
export interface TrialBalanceRequest {
  readonly clientAccountId: number;
  readonly from: string;
  readonly to: string;
  readonly codes?: readonly string[] | undefined;
  readonly dimensions: ReadonlyMap<DimensionType, readonly number[]>;
  readonly words: readonly string[];
  readonly includeDrafts: boolean;
  readonly includeDimensions: boolean;
  readonly includeZeroMovement: boolean;
  readonly includeCancelled: boolean;
  readonly groupBy?: DimensionType | undefined;
}

/** The rows of a trial balance; none when the span ends before it begins. */
export async function askTrialBalance(db: Executor, request: TrialBalanceRequest): Promise<readonly TrialBalanceRow[]> {
  const { clientAccountId, codes, from, to } = request;
  if (from > to) return [];
  const splits = await splitsOf(db, request);
  // Row 2099 is made of every result account.
  const accountIds =
    codes === undefined || codes.includes(UNDISTRIBUTED) ? undefined : await accountIdsOf(db, clientAccountId, codes);
  const sums = addPieces(await readPieces(db, { ...request, accountIds, splits }), splits);
  const [accounts, relations, undistributed] = await Promise.all([
    describedAccounts(db, clientAccountId, [...new Set(sums.map(({ accountId }) => accountId))]),
    namedRelations(
      db,
      clientAccountId,
      sums.flatMap(({ relation }) => relation ?? []),
    ),
    systemAccount(db, UNDISTRIBUTED),
  ]);
  return composeTrialBalance(sums, { accounts, relations, undistributed }, request);
}

async function splitsOf(
  db: Executor,
  { clientAccountId, groupBy, includeDimensions }: TrialBalanceRequest,
): Promise<Splits> {
  if (groupBy) return { all: groupBy };
  if (!includeDimensions) return { byAccount: new Map() };
  const mandatory = await mandatoryDimensions(db, clientAccountId);
  return {
    byAccount: new Map(
      [...mandatory].flatMap(([id, types]) => (splitOf(types) === null ? [] : [[id, splitOf(types)!]])),
    ),
  };
}
