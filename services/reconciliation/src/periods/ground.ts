import { decimal } from '@app/money';
import type { PeriodCompany } from './company.ts';
import type { BookPart, HouseAccount, PeriodBooks, PeriodGround } from './engine/books.ts';
import { monthEndsIn, type Span, startOfMonth } from './engine/calendar.ts';
import type { House, KnownMonth } from './house-accounts.ts';

/** What a period is prepared from, gathered from the ledger, the bank and organisation. */
export interface Gathered {
  readonly span: Span;
  readonly today: string;
  readonly company: PeriodCompany;
  readonly books: PeriodBooks;
  readonly houses: readonly House[];
  readonly months: readonly KnownMonth[];
  /** By `<bank account>:<date>`, of accounts in a currency that is not that of the books. */
  readonly foreign: ReadonlyMap<string, string>;
}

/** The ends of those months of a period that have begun. */
export const monthEndsUntil = (span: Span, today: string): readonly string[] =>
  monthEndsIn(span).filter((end) => startOfMonth(end) <= today);

export function groundOf({ span, today, company, books, houses, months, foreign }: Gathered): PeriodGround {
  const byHouse = Map.groupBy(months, ({ bankAccountId }) => bankAccountId);
  return {
    span,
    today,
    isVatLiable: company.isVatLiable,
    vatReturnFrequency: company.vatReturnFrequency,
    books,
    houseAccounts: houses.map((house) => houseAccount(house, { books, foreign }, byHouse.get(house.id) ?? [])),
  };
}

function houseAccount(
  { isActive, currencyCode, ...house }: House,
  { books, foreign }: Pick<Gathered, 'books' | 'foreign'>,
  months: readonly KnownMonth[],
): HouseAccount {
  const account = books.accounts.find(({ code }) => code === house.accountCode);
  const part = books.parts.find(({ accountId, relationId }) => accountId === account?.id && relationId === house.id);
  const shown = months.filter((month) => isAlive(month, isActive, part));
  const balances = shown.flatMap(({ monthEnd }) => {
    const balance = foreign.get(`${house.id}:${monthEnd}`);
    return balance === undefined ? [] : [[monthEnd, balance] as const];
  });
  return {
    ...house,
    currencyCode: currencyCode ?? books.currencyCode,
    months: new Map(shown.map(({ monthEnd, hasBegun: _, ...month }) => [monthEnd, month])),
    foreignBalances: new Map(balances),
  };
}

/**
 * A month is looked at once the bank or the books know the account; of an account that is no longer used only while
 * something stands on it or is open.
 */
function isAlive(
  { monthEnd, hasBegun, openCount, statement }: KnownMonth,
  isActive: boolean,
  part?: BookPart,
): boolean {
  const booked = part?.months.filter(({ month }) => month <= monthEnd) ?? [];
  const isBooked = part !== undefined && (part.earlierLines > 0 || booked.length > 0);
  if (!hasBegun && !isBooked) return false;
  if (isActive) return true;
  const movesNow = booked.some(({ month }) => month === startOfMonth(monthEnd));
  const standsOn = part !== undefined && !decimal(part.openingBalance).plus(decimal(part.movement)).isZero();
  const hasMoney = statement !== null && !decimal(statement.balance).isZero();
  return movesNow || standsOn || openCount > 0 || hasMoney;
}
