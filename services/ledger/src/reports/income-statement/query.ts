import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { formatMoney } from '@app/money';
import { accountIdsBetween } from '../../accounts/described-accounts.ts';
import { type AccountPart, compareParts } from '../account-order.ts';
import { readingWithin } from '../months.ts';
import { askPosted } from '../posted/ask.ts';
import { type PostedSelection, UNSPLIT } from '../posted/selection.ts';
import { incomeStatementFigures } from './figures.ts';
import { MONTHS, type Month } from './period.ts';

/** What a caller asks for (docs/contract/reports.md, "Balance sheet and income statement"). */
export interface IncomeStatementRequest
  extends Pick<PostedSelection, 'clientAccountId' | 'dimensions' | 'words' | 'includeDrafts'> {
  readonly from: string;
  readonly to: string;
  readonly groupBy?: DimensionType | undefined;
}

export interface IncomeStatementRow extends AccountPart {
  /** Debit minus credit by month of the calendar, decimal text. */
  readonly movements: Readonly<Record<Month, string>>;
}

/** Accounts of an income statement: 3000 up to, not including, the transfers of the result. */
const FIRST = '3000';
const TRANSFERS = '8900';

/** The rows of an income statement: accounts with movement; none when the span ends before it begins. */
export async function askIncomeStatement(
  db: Executor,
  request: IncomeStatementRequest,
): Promise<readonly IncomeStatementRow[]> {
  const { from, to, groupBy, ...selection } = request;
  if (from > to) return [];
  const accountIds = await accountIdsBetween(db, request.clientAccountId, FIRST, TRANSFERS);
  const splits = groupBy === undefined ? UNSPLIT : { all: groupBy };
  const parts = await askPosted(
    db,
    {
      selection: { ...selection, accountIds, includeCancelled: true, splits },
      dates: { from, to },
      reading: readingWithin(from, to),
      figures: incomeStatementFigures,
    },
    ['moved'],
  );
  return parts
    .map(({ account, relation, figures }) => {
      const movements = MONTHS.map((month) => [month, formatMoney(figures[`month_${month}`])] as const);
      return { account, relation, movements: Object.fromEntries(movements) as Record<Month, string> };
    })
    .sort(compareParts);
}
