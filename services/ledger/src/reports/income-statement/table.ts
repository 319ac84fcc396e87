import { addMoney } from '@app/money';
import { formatPeriod, type ReportHead, type ReportTable, shortMonth } from '@app/reports';
import type { Language } from '@app/runtime';
import { type AccountRow, accountTable } from '../account-table.ts';
import { frameOf, type ReportFilters } from '../head.ts';
import { type Month, type MonthColumn, monthColumns } from './period.ts';

const words = {
  nob: {
    title: 'Resultatregnskap',
    sum: 'Sum',
    grandTotal: 'Resultat',
    someTotal: 'Resultat av utvalget',
    sign: 'Fortegn: debet minus kredit; inntekter og overskudd er negative.',
    empty: 'Ingen posteringer i utvalget.',
  },
  eng: {
    title: 'Income statement',
    sum: 'Total',
    grandTotal: 'Result',
    someTotal: 'Result of the selection',
    sign: 'Sign: debit minus credit; income and profit are negative.',
    empty: 'No postings match.',
  },
} as const;

/** A row with its movements by month, decimal text. */
export type StatementRow = Omit<AccountRow, 'amounts'> & { readonly movements: Readonly<Record<Month, string>> };

export interface IncomeStatementFrame extends ReportHead {
  readonly from: string;
  readonly to: string;
  readonly filters: ReportFilters;
}

/** The income statement as a table: the months of the span, and their sum; a span in one month has its sum alone. */
export function incomeStatementTable(
  rows: readonly StatementRow[],
  frame: IncomeStatementFrame,
  language: Language,
): ReportTable {
  const say = words[language];
  const { from, to, filters } = frame;
  const touched = from > to ? [] : monthColumns(from, to);
  const months = touched.length > 1 ? touched : [];
  const printed = rows.map(({ movements, ...row }) => ({
    ...row,
    amounts: [...months.map(({ month }) => movements[month]), addMoney(...Object.values(movements))],
  }));
  const isPartial = filters.relations.length > 0 || Boolean(filters.freeText);
  const table = {
    amounts: [...months.map((month) => labelOf(month, language)), say.sum],
    isSplit: filters.groupBy !== undefined,
    total: isPartial ? say.someTotal : say.grandTotal,
  };
  return {
    ...frameOf(frame, filters, language),
    title: say.title,
    fileName: `income-statement_${from}_${to}`,
    period: formatPeriod(from, to, language),
    signRule: say.sign,
    ...accountTable(printed, table, language),
    emptyText: say.empty,
  };
}

const labelOf = ({ month, year }: MonthColumn, language: Language): string =>
  year === null ? shortMonth(month, language) : `${shortMonth(month, language)} ${year}`;
