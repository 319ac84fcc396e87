import { type DimensionType, dimensionTypes } from '@app/api/ledger/dimensions';
import { decimal, formatMoney, sum } from '@app/money';
import type { DescribedAccount } from '../../accounts/described-accounts.ts';
import { type AccountPart, compareParts } from '../account-order.ts';
import type { PostedPart } from '../posted/ask.ts';
import { isResultAccount, UNDISTRIBUTED, undistributedName } from '../result.ts';
import type { TrialBalanceFigure } from './figures.ts';

/** Amounts are decimal text; balances are debit minus credit. */
export interface TrialBalanceRow extends AccountPart {
  readonly incoming: string;
  readonly debit: string;
  readonly credit: string;
  readonly outgoing: string;
}

export interface Selection {
  readonly codes?: readonly string[] | undefined;
  readonly includeZeroMovement: boolean;
}

type Part = PostedPart<TrialBalanceFigure>;

/**
 * The rows of a trial balance (docs/contract/reports.md, "Trial balance"): one per account with postings, or one per
 * dimension value and one for postings without. Balance accounts open with all that was ever posted before, result
 * accounts with what the year has; what earlier years left untransferred stands in row 2099, so that every column adds
 * up to zero.
 *
 * @param undistributed account 2099 of the chart
 */
export function composeTrialBalance(
  parts: readonly Part[],
  undistributed: DescribedAccount,
  selection: Selection,
): readonly TrialBalanceRow[] {
  const wanted = selection.codes === undefined ? undefined : new Set(selection.codes);
  const shown = parts.filter(
    ({ account, figures: { lines, earlier_lines } }) =>
      (wanted === undefined || wanted.has(account.code)) &&
      (isResultAccount(account) ? lines : lines.plus(earlier_lines)).greaterThan(0),
  );
  const rows = withoutSettledValues(shown.map(rowOf)).filter((row) => selection.includeZeroMovement || !isStill(row));
  const left = sum(parts.filter(({ account }) => isResultAccount(account)).map(({ figures }) => figures.earlier));
  if (selection.includeZeroMovement && !left.isZero() && (wanted === undefined || wanted.has(UNDISTRIBUTED))) {
    const account = { ...undistributed, ...undistributedName };
    rows.push({
      account,
      relation: null,
      incoming: formatMoney(left),
      debit: '0.00',
      credit: '0.00',
      outgoing: formatMoney(left),
    });
  }
  return rows.sort(compareParts);
}

function rowOf({ account, relation, figures }: Part): TrialBalanceRow {
  const { earlier, opening, debit, credit } = figures;
  const incoming = isResultAccount(account) ? opening : earlier.plus(opening);
  return {
    account,
    relation,
    incoming: formatMoney(incoming),
    debit: formatMoney(debit),
    credit: formatMoney(credit),
    outgoing: formatMoney(incoming.plus(debit).minus(credit)),
  };
}

const isZero = (amount: string): boolean => decimal(amount).isZero();

const isStill = (row: TrialBalanceRow): boolean => isZero(row.debit) && isZero(row.credit);

/** Customers that settled everything long ago would fill pages with noughts; of an account at least one row stays. */
function withoutSettledValues(rows: readonly TrialBalanceRow[]): TrialBalanceRow[] {
  const kept = rows.filter((row) => row.relation === null || !isStill(row) || !isZero(row.incoming));
  const seen = new Set(kept.map(({ account }) => account.id));
  for (const row of rows) {
    if (seen.has(row.account.id)) continue;
    seen.add(row.account.id);
    kept.push({ ...row, relation: null });
  }
  return kept;
}

/** Which of several mandatory dimensions an account is split by: the first in the order of the types. */
export const splitOf = (mandatory: readonly DimensionType[]): DimensionType | null =>
  dimensionTypes.find((type) => mandatory.includes(type)) ?? null;
