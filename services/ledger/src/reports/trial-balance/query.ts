import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { accountIdsOf, systemAccount } from '../../accounts/described-accounts.ts';
import { readingOf } from '../months.ts';
import { askPosted } from '../posted/ask.ts';
import { type PostedSelection, type Splits, UNSPLIT } from '../posted/selection.ts';
import { UNDISTRIBUTED } from '../result.ts';
import { trialBalanceFigures } from './figures.ts';
import { mandatoryDimensions } from './mandatory-dimensions.ts';
import { composeTrialBalance, splitOf, type TrialBalanceRow } from './trial-balance.ts';

/** What a caller asks for (docs/contract/reports.md, "Trial balance"). */
export interface TrialBalanceRequest extends Omit<PostedSelection, 'accountIds' | 'splits'> {
  readonly from: string;
  readonly to: string;
  readonly codes?: readonly string[] | undefined;
  readonly includeDimensions: boolean;
  readonly includeZeroMovement: boolean;
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
  const parts = await askPosted(
    db,
    {
      selection: { ...request, accountIds, splits },
      dates: { from: null, to },
      reading: readingOf(from, to),
      figures: trialBalanceFigures(from),
    },
    ['lines', 'earlier_lines'],
  );
  return composeTrialBalance(parts, await systemAccount(db, UNDISTRIBUTED), request);
}

async function splitsOf(
  db: Executor,
  { clientAccountId, groupBy, includeDimensions }: TrialBalanceRequest,
): Promise<Splits> {
  if (groupBy) return { all: groupBy };
  if (!includeDimensions) return UNSPLIT;
  const mandatory = await mandatoryDimensions(db, clientAccountId);
  return {
    byAccount: new Map(
      [...mandatory].flatMap(([id, types]) => (splitOf(types) === null ? [] : [[id, splitOf(types)!]])),
    ),
  };
}
