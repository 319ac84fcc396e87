/** Days, both ends included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** How a span of days is read: whole months from the maintained balances, broken ones line by line. */
export interface Reading {
  /** Months that begin before this day are read whole as well; null: nothing before the span is read. */
  readonly before: string | null;
  /** First days of the first and the last whole month inside the span. */
  readonly whole: Span | null;
  /** The parts of months that are left. */
  readonly broken: readonly Span[];
}

const startOfMonth = (date: string): string => `${date.slice(0, 8)}01`;

const endOfMonth = (date: string): string => {
  const day = Temporal.PlainDate.from(date);
  return day.with({ day: day.daysInMonth }).toString();
};

const nextMonth = (date: string): string => Temporal.PlainDate.from(startOfMonth(date)).add({ months: 1 }).toString();

const earlier = (a: string, b: string): string => (a < b ? a : b);

/**
 * Everything up to the end of a span, so that what is before it can be distinguished from what is in it: the first
 * broken month begins with the month, and months that begin before `before` lie wholly before the span and its broken
 * parts.
 *
 * @param from not after `to`
 */
export function readingOf(from: string, to: string): Reading & { readonly before: string } {
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

/**
 * A span and nothing before it.
 *
 * @param from not after `to`
 */
export function readingWithin(from: string, to: string): Reading {
  const { whole, broken } = readingOf(from, to);
  return {
    before: null,
    whole,
    broken: broken
      .map((span) => ({ from: from > span.from ? from : span.from, to: span.to }))
      .filter((span) => span.from <= span.to),
  };
}

/** Everything up to a day: months that begin before `before` are whole. */
export function readingUpTo(day: string): { readonly before: string; readonly broken: Span | null } {
  return day === endOfMonth(day)
    ? { before: nextMonth(day), broken: null }
    : { before: startOfMonth(day), broken: { from: startOfMonth(day), to: day } };
}
