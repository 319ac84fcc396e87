import { type DimensionType, dimensionTypes } from '@app/api/ledger/dimensions';
import { decimal, formatMoney, sum } from '@app/money';
import { compareNames } from '@app/reports';
import type { DescribedAccount } from '../../accounts/described-accounts.ts';
import { type Relation, relationKey } from '../relation-names.ts';
import type { PostedSums } from './sums.ts';

/** Amounts are decimal text; balances are debit minus credit. */
export interface TrialBalanceRow {
  readonly account: DescribedAccount;
  readonly relation: Relation | null;
  readonly incoming: string;
  readonly debit: string;
  readonly credit: string;
  readonly outgoing: string;
}

/** The account in whose place the result of earlier years stands; nothing is ever posted to it. */
export const UNDISTRIBUTED = '2099';

const undistributedName = { nob: 'Udisponert resultat', eng: 'Undistributed result' } as const;

const isResultAccount = ({ code }: DescribedAccount): boolean => code[0]! >= '3';

export interface Names {
  readonly accounts: ReadonlyMap<number, DescribedAccount>;
  readonly relations: ReadonlyMap<string, Relation>;
  /** Account 2099 of the chart. */
  readonly undistributed: DescribedAccount;
}

export interface Selection {
  readonly codes?: readonly string[] | undefined;
  readonly includeZeroMovement: boolean;
}

/**
 * The rows of a trial balance (docs/contract/reports.md, "Trial balance"): one per account with postings, or one per
 * dimension value and one for postings without. Balance accounts open with all that was ever posted before, result
 * accounts with what the year has; what earlier years left untransferred stands in row 2099, so that every column adds
 * up to zero.
 */
export function composeTrialBalance(
  sums: readonly PostedSums[],
  names: Names,
  selection: Selection,
): readonly TrialBalanceRow[] {
  const wanted = selection.codes === undefined ? undefined : new Set(selection.codes);
  const known = sums.flatMap((each) => {
    const account = names.accounts.get(each.accountId);
    return account ? [{ ...each, account }] : [];
  });
  const shown = known.filter(
    ({ account, lines, earlierLines }) =>
      (wanted === undefined || wanted.has(account.code)) &&
      (isResultAccount(account) ? lines : lines + earlierLines) > 0,
  );
  const rows = withoutSettledValues(shown.map((each) => rowOf(each, names))).filter(
    (row) => selection.includeZeroMovement || !isStill(row),
  );
  const left = sum(known.filter(({ account }) => isResultAccount(account)).map(({ earlier }) => earlier));
  if (selection.includeZeroMovement && !left.isZero() && (wanted === undefined || wanted.has(UNDISTRIBUTED))) {
    const account = { ...names.undistributed, ...undistributedName };
    rows.push({
      account,
      relation: null,
      incoming: formatMoney(left),
      debit: '0.00',
      credit: '0.00',
      outgoing: formatMoney(left),
    });
  }
  return rows.sort(compareRows);
}

function rowOf(each: PostedSums & { readonly account: DescribedAccount }, { relations }: Names): TrialBalanceRow {
  const { account, relation, debit, credit } = each;
  const incoming = isResultAccount(account) ? each.opening : each.earlier.plus(each.opening);
  return {
    account,
    relation: relation === null ? null : (relations.get(relationKey(relation)) ?? { ...relation, name: null }),
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

/** By code; the values of an account by name, postings without a value last. */
function compareRows(a: TrialBalanceRow, b: TrialBalanceRow): number {
  if (a.account.code !== b.account.code) return a.account.code < b.account.code ? -1 : 1;
  if (a.relation === null || b.relation === null) return Number(a.relation === null) - Number(b.relation === null);
  return compareNames(a.relation.name ?? '', b.relation.name ?? '') || a.relation.id - b.relation.id;
}

/** Which of several mandatory dimensions an account is split by: the first in the order of the types. */
export const splitOf = (mandatory: readonly DimensionType[]): DimensionType | null =>
  dimensionTypes.find((type) => mandatory.includes(type)) ?? null;
