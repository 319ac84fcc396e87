/** The months of the calendar, January first. */
export const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
export type Month = (typeof MONTHS)[number];

/** A column of an income statement: a month of one year, or of all years where several are added together. */
export interface MonthColumn {
  readonly month: Month;
  readonly year: number | null;
}

/**
 * The months that a span touches, in their order; the twelve of the calendar where a month comes back, since its years
 * are added together [REP-R38]. The year is named where there are two of them.
 *
 * @param from not after `to`
 */
export function monthColumns(from: string, to: string): readonly MonthColumn[] {
  const first = Temporal.PlainYearMonth.from(from.slice(0, 7));
  const last = Temporal.PlainYearMonth.from(to.slice(0, 7));
  const others = first.until(last, { largestUnit: 'months' }).months;
  if (others >= MONTHS.length) return MONTHS.map((month) => ({ month, year: null }));
  return Array.from({ length: others + 1 }, (_, index) => {
    const { month, year } = first.add({ months: index });
    return { month: month as Month, year: first.year === last.year ? null : year };
  });
}
