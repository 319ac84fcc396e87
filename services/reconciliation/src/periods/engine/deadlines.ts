import { nextBusinessDay } from './business-days.ts';
import { endOfMonth, type MonthsPerTerm, type Span, termOf } from './calendar.ts';

/** How often a company files VAT, in months of a term. */
export const VAT_TERMS: Readonly<Record<string, MonthsPerTerm>> = { MONTHLY: 1, BIMONTHLY: 2, YEARLY: 12 };

/**
 * The last day on which the return of a VAT term may be filed (skatteforvaltningsforskriften § 8-3-10): one month and
 * ten days after the term, 31 August for that of May and June, 10 March for that of a year; when nobody works on that
 * day, the next day on which somebody does (skatteforvaltningsloven § 5-5).
 */
export function filingDate(term: Span, months: MonthsPerTerm): string {
  const end = Temporal.PlainDate.from(term.end);
  if (months === 2 && end.month === 6) return nextBusinessDay(end.with({ month: 8, day: 31 }).toString());
  const added = months === 12 ? 3 : 2;
  return nextBusinessDay(end.with({ day: 1 }).add({ months: added }).with({ day: 10 }).toString());
}

/**
 * The day until which a month waits for what is missing (RPD-R34): the filing date of the VAT term that it is in where
 * the company is liable for VAT, else four months after its end.
 */
export function deadlineOf(monthEnd: string, isVatLiable: boolean, months: MonthsPerTerm): string {
  if (isVatLiable) return filingDate(termOf(monthEnd, months), months);
  const later = Temporal.PlainDate.from(monthEnd).add({ months: 4 }).toString();
  return endOfMonth(later);
}
