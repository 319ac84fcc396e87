import { longDate, type ReportHead, type ReportTable } from '@app/reports';
import type { Language } from '@app/runtime';
import { type AccountRow, accountTable } from '../account-table.ts';
import { frameOf, type ReportFilters } from '../head.ts';

const words = {
  nob: {
    title: 'Balanse',
    balance: 'Saldo',
    grandTotal: 'Sum eiendeler, egenkapital og gjeld',
    someTotal: 'Sum av utvalget',
    sign: 'Fortegn: debet minus kredit; egenkapital og gjeld er negative.',
    empty: 'Ingen saldoer i utvalget.',
  },
  eng: {
    title: 'Balance sheet',
    balance: 'Balance',
    grandTotal: 'Total assets, equity and liabilities',
    someTotal: 'Total of the selection',
    sign: 'Sign: debit minus credit; equity and liabilities are negative.',
    empty: 'No balances match.',
  },
} as const;

export interface BalanceSheetFrame extends ReportHead {
  readonly date: string;
  readonly filters: ReportFilters;
}

/** The balance sheet as a table. */
export function balanceSheetTable(
  rows: readonly AccountRow[],
  frame: BalanceSheetFrame,
  language: Language,
): ReportTable {
  const say = words[language];
  const total = frame.filters.relations.length > 0 ? say.someTotal : say.grandTotal;
  return {
    ...frameOf(frame, frame.filters, language),
    title: say.title,
    fileName: `balance-sheet_${frame.date}`,
    period: longDate(frame.date, language),
    signRule: say.sign,
    ...accountTable(rows, { amounts: [say.balance], isSplit: false, total }, language),
    emptyText: say.empty,
  };
}
