import { formatMoney, sum } from '@app/money';
import type { DescribedAccount } from '../../accounts/described-accounts.ts';
import { compareParts } from '../account-order.ts';
import type { PostedPart } from '../posted/ask.ts';
import { isResultAccount, undistributedName } from '../result.ts';
import type { BalanceSheetFigure } from './figures.ts';

export interface BalanceSheetRow {
  readonly account: DescribedAccount;
  /** Debit minus credit, decimal text. */
  readonly balance: string;
}

/**
 * The rows of a balance sheet (docs/contract/reports.md, "Balance sheet and income statement"): balance accounts that
 * are not zero, and what no closing entry has transferred of every year's result in row 2099, so that all rows add up
 * to zero.
 *
 * @param parts whole accounts, result accounts among them
 * @param undistributed account 2099 of the chart
 */
export function composeBalanceSheet(
  parts: readonly PostedPart<BalanceSheetFigure>[],
  undistributed: DescribedAccount,
): readonly BalanceSheetRow[] {
  const isResult = ({ account }: PostedPart<BalanceSheetFigure>): boolean => isResultAccount(account);
  const left = sum(parts.filter(isResult).map(({ figures }) => figures.balance));
  const balances = [
    ...parts.filter((part) => !isResult(part)).map(({ account, figures }) => ({ account, balance: figures.balance })),
    { account: { ...undistributed, ...undistributedName }, balance: left },
  ];
  return balances
    .filter(({ balance }) => !balance.isZero())
    .map(({ account, balance }) => ({ account, relation: null, balance: formatMoney(balance) }))
    .sort(compareParts);
}
