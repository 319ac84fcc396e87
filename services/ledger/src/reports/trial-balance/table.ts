import { formatPeriod, type ReportHead, type ReportTable } from '@app/reports';
import type { Language } from '@app/runtime';
import { type AccountRow, accountTable } from '../account-table.ts';
import { frameOf, type ReportFilters } from '../head.ts';

const words = {
  nob: {
    title: 'Saldobalanse',
    amounts: ['Inngående balanse', 'Debet', 'Kredit', 'Utgående balanse'],
    grandTotal: 'Sum alle kontoer',
    someTotal: 'Sum viste kontoer',
    empty: 'Ingen posteringer i utvalget.',
  },
  eng: {
    title: 'Trial balance',
    amounts: ['Incoming balance', 'Debit', 'Credit', 'Outgoing balance'],
    grandTotal: 'Total, all accounts',
    someTotal: 'Total, accounts shown',
    empty: 'No postings match.',
  },
} as const;

export interface TrialBalanceFrame extends ReportHead {
  readonly from: string;
  readonly to: string;
  readonly filters: ReportFilters;
  /** Some accounts may be missing: filters, or still accounts left out. */
  readonly isPartial: boolean;
}

/** The trial balance as a table. */
export function trialBalanceTable(
  rows: readonly AccountRow[],
  frame: TrialBalanceFrame,
  language: Language,
): ReportTable {
  const say = words[language];
  const total = frame.isPartial ? say.someTotal : say.grandTotal;
  return {
    ...frameOf(frame, frame.filters, language),
    title: say.title,
    fileName: `trial-balance_${frame.from}_${frame.to}`,
    period: formatPeriod(frame.from, frame.to, language),
    ...accountTable(rows, { amounts: say.amounts, isSplit: true, total }, language),
    emptyText: say.empty,
  };
}
