import { type DimensionType, dimensionTypes } from '@app/api/ledger/dimensions';
import { type Decimal, decimal, formatMoney, sum, ZERO } from '@app/money';
import { type AccountCategory, nameOf } from '../../accounts/account.ts';
import type { Language } from '../../language.ts';
import { compareNames } from '../render/format.ts';

export interface ReportAccount {
  readonly id: number;
  readonly code: string;
  readonly nob: string;
  readonly eng: string | null;
  readonly categories: readonly [AccountCategory, AccountCategory, AccountCategory];
}

export interface Relation {
  readonly type: DimensionType;
  readonly id: number;
  readonly name: string | null;
}

/** What is posted on an account, or on one dimension value of it, in decimal text. */
export interface PostedSums {
  readonly account: ReportAccount;
  readonly relation: Relation | null;
  /** Debit minus credit before the span: all of it on balance accounts, since 1 January on result accounts. */
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  /** Debit minus credit of result accounts in earlier years. */
  readonly earlierYears: string;
  /** Lines behind opening, debit and credit. */
  readonly lineCount: number;
}

export interface TrialBalanceRow {
  readonly account: ReportAccount;
  readonly relation: Relation | null;
  readonly incoming: string;
  readonly debit: string;
  readonly credit: string;
  readonly outgoing: string;
}

/** The account in whose place the result of earlier years stands; nothing is ever posted to it. */
export const UNDISTRIBUTED = '2099';

const undistributedName = { nob: 'Udisponert resultat', eng: 'Undistributed result' } as const;

export const isResultAccount = (code: string): boolean => code[0]! >= '3';

export interface Composition {
  readonly codes?: readonly string[] | undefined;
  readonly includeZeroMovement: boolean;
  readonly language: Language;
}

/**
 * The rows of a trial balance (document 4 sections 11 point 6 and 22.2 point 1): one per account with postings, or one per dimension value
 * and one for postings without; what earlier years left untransferred in a row of its own, so that every column adds up to zero.
 *
 * @param undistributed account 2099 of the chart
 */
export function composeTrialBalance(
  sums: readonly PostedSums[],
  undistributed: ReportAccount,
  { codes, includeZeroMovement, language }: Composition,
): readonly TrialBalanceRow[] {
  const wanted = codes === undefined ? undefined : new Set(codes);
  const shown = sums.filter(({ account, lineCount }) => lineCount > 0 && (wanted === undefined || wanted.has(account.code)));
  const rows = withoutSettledValues(shown.map(rowOf)).filter((row) => includeZeroMovement || !isStill(row));
  const left = earlierYears(sums);
  if (includeZeroMovement && !left.isZero() && (wanted === undefined || wanted.has(UNDISTRIBUTED))) {
    const balance = formatMoney(left);
    rows.push({
      account: { ...undistributed, ...undistributedName },
      relation: null,
      incoming: balance,
      debit: '0.00',
      credit: '0.00',
      outgoing: balance,
    });
  }
  return rows.sort((a, b) => compareRows(a, b, language));
}

const rowOf = ({ account, relation, opening, debit, credit }: PostedSums): TrialBalanceRow => ({
  account,
  relation,
  incoming: opening,
  debit,
  credit,
  outgoing: formatMoney(decimal(opening).plus(decimal(debit)).minus(decimal(credit))),
});

const earlierYears = (sums: readonly PostedSums[]): Decimal => sum(sums.map((each) => decimal(each.earlierYears)));

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
function compareRows(a: TrialBalanceRow, b: TrialBalanceRow, language: Language): number {
  if (a.account.code !== b.account.code) return a.account.code < b.account.code ? -1 : 1;
  if (a.relation === null || b.relation === null) return Number(a.relation === null) - Number(b.relation === null);
  return (
    compareNames(a.relation.name ?? '', b.relation.name ?? '') ||
    a.relation.id - b.relation.id ||
    compareNames(nameOf(a.account, language), nameOf(b.account, language))
  );
}

/** Which of several mandatory dimensions an account is split by: the first in the order of the types. */
export function splitOf(mandatory: readonly DimensionType[]): DimensionType | null {
  return dimensionTypes.find((type) => mandatory.includes(type)) ?? null;
}

/** The totals of some rows. */
export function totalsOf(rows: readonly Pick<TrialBalanceRow, 'incoming' | 'debit' | 'credit' | 'outgoing'>[]) {
  let [incoming, debit, credit, outgoing] = [ZERO, ZERO, ZERO, ZERO];
  for (const row of rows) {
    incoming = incoming.plus(decimal(row.incoming));
    debit = debit.plus(decimal(row.debit));
    credit = credit.plus(decimal(row.credit));
    outgoing = outgoing.plus(decimal(row.outgoing));
  }
  return { incoming: formatMoney(incoming), debit: formatMoney(debit), credit: formatMoney(credit), outgoing: formatMoney(outgoing) };
}
