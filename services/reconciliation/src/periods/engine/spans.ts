import { dayAfter, dayBefore, type MonthsPerTerm, type Span, termOf } from './calendar.ts';
import { VAT_TERMS } from './deadlines.ts';

/** What the settings say of periods; a frequency of null reads as yearly (RPD-R13). */
export interface PeriodSettings {
  readonly reconciliationFrequency: string | null;
  readonly vatReturnFrequency: string;
}

/** How many months a new period has (RPD-R31). */
export function monthsOfPeriod({ reconciliationFrequency, vatReturnFrequency }: PeriodSettings): MonthsPerTerm {
  if (reconciliationFrequency === 'HALF_YEARLY') return 6;
  if (reconciliationFrequency === 'VAT_TERM') return monthsOfVatTerm(vatReturnFrequency);
  return 12;
}

export const monthsOfVatTerm = (vatReturnFrequency: string): MonthsPerTerm => VAT_TERMS[vatReturnFrequency] ?? 2;

/**
 * The spans that periods have from the first posting to today (RPD-R03): those that keep theirs, and between them the
 * terms of the frequency, cut where they would lie in one that is kept (RPD-R14).
 * @param kept spans that stay as they are, none in another, in any order
 * @returns the others, in their order; together with the kept ones they leave no gap
 */
export function openSpans(
  kept: readonly Span[],
  months: MonthsPerTerm,
  { first, today }: { readonly first: string; readonly today: string },
): readonly Span[] {
  const fixed = kept.toSorted((a, b) => (a.start < b.start ? -1 : 1));
  const last = termOf(today > first ? today : first, months).end;
  const spans: Span[] = [];
  for (let day = termOf(first, months).start; day <= last; ) {
    const around = fixed.find(({ start, end }) => start <= day && day <= end);
    if (around) {
      day = dayAfter(around.end);
      continue;
    }
    const next = fixed.find(({ start }) => start > day);
    const { end } = termOf(day, months);
    const span = { start: day, end: next && next.start <= end ? dayBefore(next.start) : end };
    if (span.end >= first) spans.push(span);
    day = dayAfter(span.end);
  }
  return spans;
}
