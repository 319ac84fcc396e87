import type { TrialBalanceRowOut } from '@app/api/ledger/reports';
import {
  type Cell,
  formatPeriod,
  grouped,
  type Level,
  type ReportColumn,
  type ReportHead,
  type ReportTable,
  type TotalText,
} from '@app/reports';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import { dimensionName, relationLabel, withoutDimension } from '../dimension-names.ts';
import { frameOf, type ReportFilters } from '../head.ts';

type Wire = z.input<typeof TrialBalanceRowOut>;

/** A row of the answer with its amounts as decimal text. */
export type PrintedRow = Omit<Wire, 'incoming_balance' | 'debit' | 'credit' | 'outgoing_balance'> & {
  readonly incoming: string;
  readonly debit: string;
  readonly credit: string;
  readonly outgoing: string;
};

const words = {
  nob: {
    title: 'Saldobalanse',
    code: 'Konto',
    name: 'Navn',
    accountName: 'Kontonavn',
    type: 'Dimensjon',
    id: 'Dimensjons-id',
    value: 'Dimensjonsverdi',
    incoming: 'Inngående balanse',
    debit: 'Debet',
    credit: 'Kredit',
    outgoing: 'Utgående balanse',
    class: 'Klasse',
    group: 'Gruppe',
    subgroup: 'Undergruppe',
    total: 'Sum',
    grandTotal: 'Sum alle kontoer',
    someTotal: 'Sum viste kontoer',
    empty: 'Ingen posteringer i utvalget.',
  },
  eng: {
    title: 'Trial balance',
    code: 'Account',
    name: 'Name',
    accountName: 'Account name',
    type: 'Dimension',
    id: 'Dimension id',
    value: 'Dimension value',
    incoming: 'Incoming balance',
    debit: 'Debit',
    credit: 'Credit',
    outgoing: 'Outgoing balance',
    class: 'Class',
    group: 'Group',
    subgroup: 'Subgroup',
    total: 'Total',
    grandTotal: 'Total, all accounts',
    someTotal: 'Total, accounts shown',
    empty: 'No postings match.',
  },
} as const;

export interface TrialBalanceFrame extends ReportHead {
  readonly from: string;
  readonly to: string;
  readonly filters: ReportFilters;
  /** The type that undimensioned postings of a split account lack, by account code. */
  readonly splitBy: ReadonlyMap<string, NonNullable<Wire['relation_type']>>;
  /** Some accounts may be missing: filters, or still accounts left out. */
  readonly isPartial: boolean;
}

/** The trial balance as a table: classes, groups with more than one account and split accounts are added up. */
export function trialBalanceTable(
  rows: readonly PrintedRow[],
  frame: TrialBalanceFrame,
  language: Language,
): ReportTable {
  const say = words[language];
  const columns = columnsOf(language);
  return {
    ...frameOf(frame, frame.filters, language),
    title: say.title,
    fileName: `trial-balance_${frame.from}_${frame.to}`,
    period: formatPeriod(frame.from, frame.to, language),
    columns,
    rows: grouped(rows, {
      columns,
      levels: levelsOf(language),
      cellsOf: (row, depth) => cellsOf(row, printedName(row, depth, frame, language), language),
      grandTotal: frame.isPartial ? say.someTotal : say.grandTotal,
    }),
    emptyText: say.empty,
  };
}

const columnsOf = (language: Language): readonly ReportColumn[] => {
  const say = words[language];
  return [
    { label: say.code, kind: 'code' },
    { label: say.name, kind: 'text', only: 'print', holdsLabel: true },
    { label: say.accountName, kind: 'text', only: 'sheet', holdsLabel: true },
    { label: say.type, kind: 'text', only: 'sheet' },
    { label: say.id, kind: 'code', only: 'sheet' },
    { label: say.value, kind: 'text', only: 'sheet' },
    { label: say.incoming, kind: 'money', added: true },
    { label: say.debit, kind: 'money', added: true },
    { label: say.credit, kind: 'money', added: true },
    { label: say.outgoing, kind: 'money', added: true },
    { label: say.class, kind: 'text', only: 'sheet' },
    { label: say.group, kind: 'text', only: 'sheet' },
    { label: say.subgroup, kind: 'text', only: 'sheet' },
  ];
};

const classOf = ({ grouping }: PrintedRow): string => `${grouping.level_1_code} ${grouping.level_1_name}`;
const groupOf = ({ grouping }: PrintedRow): string => `${grouping.level_2_code} ${grouping.level_2_name}`;
const subgroupOf = ({ grouping }: PrintedRow): string => `${grouping.level_3_code} ${grouping.level_3_name}`;
const accountOf = (row: PrintedRow): string => `${row.account_code} ${row.account_name}`;

/** Class, group and account. In a workbook a total names the groups that it lies in. */
function levelsOf(language: Language): readonly Level<PrintedRow>[] {
  const sumOf = (label: string, ...path: readonly string[]): TotalText => ({
    label: `${words[language].total} ${label}`,
    cells: [...Array<null>(10).fill(null), ...path],
  });
  return [
    {
      keyOf: ({ grouping }) => grouping.level_1_code,
      heading: classOf,
      total: (row) => sumOf(classOf(row), classOf(row)),
    },
    {
      keyOf: ({ grouping }) => grouping.level_2_code,
      heading: groupOf,
      total: (row) => sumOf(groupOf(row), classOf(row), groupOf(row)),
      totalled: 'ifSeveral',
    },
    {
      keyOf: ({ account_code }) => account_code,
      heading: accountOf,
      total: (row) => sumOf(accountOf(row), classOf(row), groupOf(row), subgroupOf(row)),
      headed: 'ifSeveral',
      totalled: 'ifSeveral',
    },
  ];
}

/** The name of an account, or of the dimension value under the heading of its account. */
function printedName(row: PrintedRow, depth: number, frame: TrialBalanceFrame, language: Language): string {
  if (depth < 3)
    return row.relation_id === null ? row.account_name : `${row.account_name} · ${shownValue(row, language)}`;
  const type = frame.splitBy.get(row.account_code);
  return row.relation_id === null && type !== undefined ? withoutDimension(type, language) : shownValue(row, language);
}

const shownValue = (row: PrintedRow, language: Language): string =>
  row.relation_type === null || row.relation_id === null
    ? ''
    : relationLabel({ type: row.relation_type, id: row.relation_id, name: row.relation_name }, language);

const cellsOf = (row: PrintedRow, printed: string, language: Language): readonly Cell[] => [
  row.account_code,
  printed,
  row.account_name,
  row.relation_type === null ? null : dimensionName(row.relation_type, language),
  row.relation_id === null ? null : String(row.relation_id),
  row.relation_name,
  row.incoming,
  row.debit,
  row.credit,
  row.outgoing,
  classOf(row),
  groupOf(row),
  subgroupOf(row),
];
