import { sql } from 'drizzle-orm';
import { count, type Figures, money } from '../posted/store.ts';

/**
 * Debits and credits in three parts: before the year of the span, from there to the span, and in the span; balances are
 * debit minus credit.
 */
export type TrialBalanceFigure = 'earlier' | 'opening' | 'debit' | 'credit' | 'earlier_lines' | 'lines';

/** @param from the first day of the span */
export function trialBalanceFigures(from: string): Figures<TrialBalanceFigure> {
  const yearStart = sql`${`${from.slice(0, 4)}-01-01`}::date`;
  return ({ day, debit, credit, lines }) => {
    const balance = sql`${debit} - (${credit})`;
    return {
      earlier: money(balance, sql`${day} < ${yearStart}`),
      opening: money(balance, sql`${day} >= ${yearStart} and ${day} < ${from}::date`),
      debit: money(debit, sql`${day} >= ${from}::date`),
      credit: money(credit, sql`${day} >= ${from}::date`),
      earlier_lines: count(lines, sql`${day} < ${yearStart}`),
      lines: count(lines, sql`${day} >= ${yearStart}`),
    };
  };
}
