import { type DemoEntry, RunningBalances } from './book.ts';
import type { Cast } from './cast.ts';
import { closedYears } from './open-year.ts';
import { annualPaymentsOf, type Distribution, distributionOf } from './plan/annual.ts';
import { dayOf } from './plan/calendar.ts';
import { termOf } from './plan/clearing.ts';
import { investmentsOf, openingOf } from './plan/investments.ts';
import { type Invoice, invoicesOf, isDocument, salesOf } from './plan/invoices.ts';
import { bankFeeOf, insuranceOf, loanOf, mistakeOf, yearEndOf } from './plan/months.ts';
import { type Bill, billsOf, foreignPurchasesOf, homePurchasesOf } from './plan/purchases.ts';
import type { Month, Step } from './plan/step.ts';
import { tillsOf } from './plan/tills.ts';
import { wagesOf } from './plan/wages.ts';

export interface Story {
  /** What is posted as entries, in posting order. */
  readonly entries: readonly DemoEntry[];
  /** All that the books have of it, documents among them, in the same order. */
  readonly booked: readonly DemoEntry[];
  /** Invoices that are documents. */
  readonly invoices: readonly Invoice[];
  readonly bills: readonly Bill[];
  /** What each year leaves whose accounts are settled. */
  readonly closed: readonly (Distribution & { readonly year: number })[];
}

/** The bill that is paid by a payment of its own, which has gone its whole way. */
export const isPaidApart = ({ trade, date }: Bill): boolean => trade === 'coffee' && date === '2026-01-06';

/**
 * The story of a small coffee roastery with a bar, from its foundation until a day: the same for the same cast on every
 * machine. What it says of a day does not depend on how far it goes: a later day adds to its end.
 * @param until the last day that something has happened on
 */
export function tellStory(cast: Cast, until: string): Story {
  const months = monthsUntil(until);
  const steps = months.flatMap((month) => stepsOf(month, cast)).filter(({ date }) => date <= until);
  const balances = new RunningBalances();
  const entries: DemoEntry[] = [];
  const booked: DemoEntry[] = [];
  for (const { entry, isPaper } of steps.sort(inOrder)) {
    const made = entry(balances);
    if (made === undefined) continue;
    balances.add(made);
    booked.push(made);
    if (!isPaper) entries.push(made);
  }
  const before = <P extends { readonly date: string }>(papers: readonly P[]) =>
    papers.filter(({ date }) => date <= until);
  return {
    ...{ entries, booked },
    invoices: before(months.flatMap((month) => invoicesOf(month, cast))).filter(isDocument),
    bills: before(months.flatMap((month) => billsOf(month, cast))),
    closed: closedYears(until).map((year) => ({ year, ...distributionOf(balances, year) })),
  };
}

const inOrder = (a: Step, b: Step): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.rank - b.rank);

function monthsUntil(until: string): readonly Month[] {
  const months: Month[] = [];
  for (let year = 2024; year <= Number(until.slice(0, 4)); year++)
    for (let month = 1; month <= 12; month++) if (dayOf(year, month, 1) <= until) months.push({ year, month });
  return months;
}

const stepsOf = (month: Month, cast: Cast): readonly Step[] => [
  ...openingOf(month, cast),
  ...tillsOf(month, cast),
  ...salesOf(month, cast),
  ...homePurchasesOf(month, cast, isPaidApart),
  ...foreignPurchasesOf(month, cast),
  ...investmentsOf(month, cast),
  ...mistakeOf(month, cast),
  ...insuranceOf(month, cast),
  ...loanOf(month),
  ...bankFeeOf(month),
  ...wagesOf(month, cast),
  ...yearEndOf(month),
  ...annualPaymentsOf(month),
  ...termOf(month),
];
