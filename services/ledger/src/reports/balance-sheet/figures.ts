import { sql } from 'drizzle-orm';
import { count, type Figures, money } from '../posted/store.ts';

/** Debit minus credit, and from how many lines. */
export type BalanceSheetFigure = 'balance' | 'lines';

const always = sql`true`;

export const balanceSheetFigures: Figures<BalanceSheetFigure> = ({ debit, credit, lines }) => ({
  balance: money(sql`${debit} - (${credit})`, always),
  lines: count(lines, always),
});
