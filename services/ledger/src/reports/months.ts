/** Days, both ends included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** How a span of days is read: whole months from the maintained balances, broken ones line by line. */
export interface Reading {
  /** Months that begin before this day lie wholly before the span and its broken parts. */
  readonly before: string;
  /** First days of the first and the last whole month inside the span. */
  readonly whole: Span | null;
  /** Broken months; the first one begins with the month, so that it also holds the days before the span. */
  readonly broken: readonly Span[];
}

const startOfMonth = (date: string): string => `${date.slice(0, 8)}01`;

const endOfMonth = (date: string): string => {
  const day = Temporal.PlainDate.from(date);
  return day.with({ day: day.daysInMonth }).toString();
};

const nextMonth = (date: string): string => Temporal.PlainDate.from(startOfMonth(date)).add({ months: 1 }).toString();

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** @param from not after `to` */
export function readingOf(from: string, to: string): Reading {
  const before = startOfMonth(from);
  const first = from === before ? before : nextMonth(from);
  const last =
    to === endOfMonth(to)
      ? startOfMonth(to)
      : Temporal.PlainDate.from(startOfMonth(to)).subtract({ months: 1 }).toString();
  const broken: Span[] = [];
  if (from !== before) broken.push({ from: before, to: earlier(to, endOfMonth(from)) });
  const endsBroken = to !== endOfMonth(to);
  if (endsBroken && startOfMonth(to) >= first) broken.push({ from: startOfMonth(to), to });
  return { before, whole: first <= last ? { from: first, to: last } : null, broken };
}

/** Everything up to a day: months that begin before `before` are whole. */
export function readingUpTo(day: string): { readonly before: string; readonly broken: Span | null } {
  return day === endOfMonth(day)
    ? { before: nextMonth(day), broken: null }
    : { before: startOfMonth(day), broken: { from: startOfMonth(day), to: day } };
}
