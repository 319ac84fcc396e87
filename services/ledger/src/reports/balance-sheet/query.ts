import type { Executor } from '@app/db';
import { systemAccount } from '../../accounts/described-accounts.ts';
import { readingUpTo } from '../months.ts';
import { askPosted } from '../posted/ask.ts';
import { type PostedSelection, UNSPLIT } from '../posted/selection.ts';
import { UNDISTRIBUTED } from '../result.ts';
import { type BalanceSheetRow, composeBalanceSheet } from './balance-sheet.ts';
import { balanceSheetFigures } from './figures.ts';

/** What a caller asks for (docs/contract/reports.md, "Balance sheet and income statement"). */
export interface BalanceSheetRequest extends Pick<PostedSelection, 'clientAccountId' | 'dimensions' | 'includeDrafts'> {
  readonly date: string;
}

/** The rows of a balance sheet at the end of a day. */
export async function askBalanceSheet(db: Executor, request: BalanceSheetRequest): Promise<readonly BalanceSheetRow[]> {
  const { date, ...selection } = request;
  const { before, broken } = readingUpTo(date);
  const parts = await askPosted(
    db,
    {
      selection: { ...selection, words: [], includeCancelled: true, splits: UNSPLIT },
      dates: { from: null, to: date },
      reading: { before, whole: null, broken: broken === null ? [] : [broken] },
      figures: balanceSheetFigures,
    },
    ['lines'],
  );
  return composeBalanceSheet(parts, await systemAccount(db, UNDISTRIBUTED));
}
