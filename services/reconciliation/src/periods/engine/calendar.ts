/** Days, both ends included. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

/** How many months a period or a VAT term has; terms begin with the year. */
export type MonthsPerTerm = 1 | 2 | 6 | 12;

const dayOf = (date: string): Temporal.PlainDate => Temporal.PlainDate.from(date);

export const startOfMonth = (date: string): string => `${date.slice(0, 8)}01`;

export const endOfMonth = (date: string): string => {
  const day = dayOf(date);
  return day.with({ day: day.daysInMonth }).toString();
};

export const dayAfter = (date: string): string => dayOf(date).add({ days: 1 }).toString();

export const dayBefore = (date: string): string => dayOf(date).subtract({ days: 1 }).toString();

/** The term of so many months that a day is in. */
export function termOf(date: string, months: MonthsPerTerm): Span {
  const day = dayOf(date);
  const first = Math.floor((day.month - 1) / months) * months + 1;
  const start = Temporal.PlainDate.from({ year: day.year, month: first, day: 1 });
  return { start: start.toString(), end: start.add({ months }).subtract({ days: 1 }).toString() };
}

/** The terms that end in a span, in their order. */
export function termsEndingIn({ start, end }: Span, months: MonthsPerTerm): readonly Span[] {
  const terms: Span[] = [];
  for (let term = termOf(start, months); term.end <= end; term = termOf(dayAfter(term.end), months)) terms.push(term);
  return terms;
}

/** The last days of the months that end in a span, in their order. */
export const monthEndsIn = (span: Span): readonly string[] => termsEndingIn(span, 1).map(({ end }) => end);
