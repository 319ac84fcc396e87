import { type SaldoGroup, saldoGroups } from '@app/api/ledger/asset-classes';
import { type Decimal, decimal, roundMoney, sum, ZERO } from '@app/money';
import { TAX_GROUPS } from '../assets/classes.ts';

/** What one asset added to or took off the tax balance of its group in a year. */
export interface TaxMovement {
  readonly group: SaldoGroup;
  readonly assetId: number;
  readonly year: number;
  /** Positive adds: an acquisition. */
  readonly added: Decimal;
  /** Proceeds, positive. */
  readonly proceeds: Decimal;
  readonly isDisposed: boolean;
}

export interface TaxBalance {
  readonly group: SaldoGroup;
  readonly opening: Decimal;
  readonly additions: Decimal;
  readonly disposals: Decimal;
  readonly basis: Decimal;
  readonly rate: Decimal;
  readonly depreciation: Decimal;
  readonly closing: Decimal;
}

const HUNDRED = decimal('100');

/**
 * The tax balances of a year (AST-R39, AST-R60): opening balance plus additions minus disposals is the
 * basis, which is written down by the rate of the group for the full year, whatever the books do. Each balance is
 * worked out from its first year on, rounded once a year. In the groups e to i each asset has a balance of its own, and
 * its disposal takes all of it off: what differs from the proceeds is gain or loss.
 */
export function taxBalances(movements: readonly TaxMovement[], year: number): readonly TaxBalance[] {
  return saldoGroups.flatMap((group) => {
    const own = movements.filter((one) => one.group === group && one.year <= year);
    const { rate, isPerObject } = TAX_GROUPS[group];
    const pools = isPerObject ? [...Map.groupBy(own, ({ assetId }) => assetId).values()] : [own];
    const years = pools
      .filter(({ length }) => length > 0)
      .map((pool) => yearOf(pool, year, decimal(rate), isPerObject));
    const of = (part: (one: Year) => Decimal) => sum(years.map(part));
    const balance = {
      ...{ group, rate: decimal(rate), opening: of((one) => one.opening), additions: of((one) => one.additions) },
      ...{ disposals: of((one) => one.disposals), basis: of((one) => one.basis) },
      ...{ depreciation: of((one) => one.depreciation), closing: of((one) => one.closing) },
    };
    const isEmpty = [balance.opening, balance.additions, balance.disposals].every((amount) => amount.isZero());
    return isEmpty ? [] : [balance];
  });
}

type Year = Omit<TaxBalance, 'group' | 'rate'>;

function yearOf(pool: readonly TaxMovement[], last: number, rate: Decimal, isPerObject: boolean): Year {
  let year = Math.min(...pool.map((one) => one.year));
  let current = inYear(pool, year, ZERO, rate, isPerObject);
  while (year < last) current = inYear(pool, ++year, current.closing, rate, isPerObject);
  return current;
}

function inYear(
  pool: readonly TaxMovement[],
  year: number,
  opening: Decimal,
  rate: Decimal,
  isPerObject: boolean,
): Year {
  const own = pool.filter((one) => one.year === year);
  const additions = sum(own.map(({ added }) => added));
  const isGone = isPerObject && own.some(({ isDisposed }) => isDisposed);
  const disposals = isGone ? opening.plus(additions) : sum(own.map(({ proceeds }) => proceeds));
  const basis = opening.plus(additions).minus(disposals);
  const depreciation = roundMoney(basis.times(rate).div(HUNDRED));
  return { opening, additions, disposals, basis, depreciation, closing: basis.minus(depreciation) };
}
