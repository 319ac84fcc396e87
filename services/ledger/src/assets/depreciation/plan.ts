import { type Decimal, decimal, roundMoney, ZERO } from '@app/money';

/** What an asset moved on the accounts of its class in one month: debit minus credit of its posted lines. */
export interface Movement {
  /** Its first day. */
  readonly month: string;
  readonly onAsset: Decimal;
  /** Nothing for a class that is written down on the asset account itself. */
  readonly onAccumulated: Decimal;
}

export interface Depreciable {
  readonly method: 'STRAIGHT_LINE' | 'DECLINING_BALANCE';
  /** Of the straight line. */
  readonly lifeMonths: number;
  /** Of the declining balance, percent per year; null: the class has none, and nothing is written down. */
  readonly rate: Decimal | null;
  /** Null: the first month in which something was booked on the asset account. */
  readonly acquisitionDate: string | null;
  readonly retirementDate: string | null;
  /** Whether depreciation is credited to the asset account. */
  readonly isOnAssetAccount: boolean;
}

/** A month to be written down. */
export interface PlannedMonth {
  readonly month: string;
  readonly amount: Decimal;
}

/** What is known of an asset when months are planned. */
export interface BooksOfAsset {
  /** In any order. */
  readonly movements: readonly Movement[];
  /** The months that were written down, by their first day. */
  readonly booked: ReadonlyMap<string, Decimal>;
  /** Months up to this day are passed over. */
  readonly lockedUntil: string | null;
}

const ONE_YEAR_OF_PERCENT = decimal('1200');
const smaller = (a: Decimal, b: Decimal): Decimal => (a.lessThan(b) ? a : b);
const total = (values: readonly Decimal[]): Decimal => values.reduce((sum, value) => sum.plus(value), ZERO);

/**
 * The months until a day that are to be written down and were not (AST-R37, AST-R66): the month of acquisition
 * counts whole. By the straight line each takes cost / life, and the last month of the life, or the first after it,
 * what is left. By the declining balance each takes a twelfth of the rate of the book value at the start of the
 * calendar year, of the cost in the first. The book value, as it is and as it was in that month, never falls below
 * zero.
 * @param until the last day of a month
 */
export function planMonths(asset: Depreciable, books: BooksOfAsset, until: string): readonly PlannedMonth[] {
  const first = firstMonth(asset, books);
  if (first === undefined) return [];
  const last = asset.retirementDate !== null && asset.retirementDate < until ? asset.retirementDate : until;
  const planned: PlannedMonth[] = [];
  let age = 0;
  for (let month = first; month.toString() <= last; month = month.add({ months: 1 }), age++) {
    const key = month.toString();
    const isLocked = books.lockedUntil !== null && lastDayOf(key) <= books.lockedUntil;
    if (books.booked.has(key) || isLocked) continue;
    const left = smaller(bookValue(books.movements, planned, key), bookValue(books.movements, planned));
    if (!left.isPositive() || left.isZero()) continue;
    const amount = smaller(shareOf(asset, books, planned, { key, age, left }), left);
    if (amount.greaterThan(ZERO)) planned.push({ month: key, amount });
  }
  return planned;
}

export const lastDayOf = (month: string): string =>
  Temporal.PlainDate.from(month).toPlainYearMonth().toPlainDate({ day: 31 }).toString();

function firstMonth({ acquisitionDate }: Depreciable, { movements }: BooksOfAsset): Temporal.PlainDate | undefined {
  const booked = movements.filter(({ onAsset }) => !onAsset.isZero()).map(({ month }) => month);
  const date = acquisitionDate ?? booked.sort()[0];
  return date === undefined ? undefined : Temporal.PlainDate.from(date).with({ day: 1 });
}

/** @param upTo the last month that counts; all of them when absent */
function bookValue(movements: readonly Movement[], planned: readonly PlannedMonth[], upTo?: string): Decimal {
  const counted = movements.filter(({ month }) => upTo === undefined || month <= upTo);
  const net = total(counted.map(({ onAsset, onAccumulated }) => onAsset.plus(onAccumulated)));
  return net.minus(total(planned.map(({ amount }) => amount)));
}

function shareOf(
  asset: Depreciable,
  books: BooksOfAsset,
  planned: readonly PlannedMonth[],
  { key, age, left }: { readonly key: string; readonly age: number; readonly left: Decimal },
): Decimal {
  if (asset.method === 'STRAIGHT_LINE') {
    if (age >= asset.lifeMonths - 1) return left;
    return roundMoney(costIn(asset, books, key).div(asset.lifeMonths));
  }
  if (asset.rate === null) return ZERO;
  const isFirstYear = age < 12 && firstMonth(asset, books)!.year === Number(key.slice(0, 4));
  const base = isFirstYear ? costIn(asset, books, key) : baseOfYear(books, planned, key);
  return roundMoney(base.times(asset.rate).div(ONE_YEAR_OF_PERCENT));
}

/** What was booked on the asset account until a month, without depreciation. */
function costIn({ isOnAssetAccount }: Depreciable, { movements, booked }: BooksOfAsset, upTo: string): Decimal {
  const moved = total(movements.filter(({ month }) => month <= upTo).map(({ onAsset }) => onAsset));
  if (!isOnAssetAccount) return moved;
  return moved.plus(total([...booked].filter(([month]) => month <= upTo).map(([, amount]) => amount)));
}

/** The book value at the start of the year with what the year has added: as if none of its months was written down. */
function baseOfYear({ movements, booked }: BooksOfAsset, planned: readonly PlannedMonth[], month: string): Decimal {
  const year = month.slice(0, 4);
  const isEarlier = (other: string): boolean => other.startsWith(year) && other < month;
  const ofYear = [...booked, ...planned.map((one) => [one.month, one.amount] as const)];
  const written = total(ofYear.filter(([other]) => isEarlier(other)).map(([, amount]) => amount));
  return bookValue(movements, planned, month).plus(written);
}
