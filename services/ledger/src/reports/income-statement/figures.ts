import { sql } from 'drizzle-orm';
import { type Figures, money } from '../posted/store.ts';
import { MONTHS, type Month } from './period.ts';

/** Debit minus credit of each month of the calendar, and debit plus credit of all of them: whether anything moved. */
export type IncomeStatementFigure = `month_${Month}` | 'moved';

export const incomeStatementFigures: Figures<IncomeStatementFigure> = ({ day, debit, credit }) => {
  const movement = sql`${debit} - (${credit})`;
  const months = MONTHS.map(
    (month) => [`month_${month}`, money(movement, sql`extract(month from ${day}) = ${month}::int`)] as const,
  );
  const moved = money(sql`${debit} + ${credit}`, sql`true`);
  return { ...(Object.fromEntries(months) as Record<`month_${Month}`, typeof moved>), moved };
};
