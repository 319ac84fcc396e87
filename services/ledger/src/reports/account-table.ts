import type { DimensionType } from '@app/api/ledger/dimensions';
import { type Cell, grouped, type Level, type ReportColumn, type ReportTable, type TotalText } from '@app/reports';
import type { Language } from '@app/runtime';
import { dimensionName, relationLabel, withoutDimension } from './dimension-names.ts';

/** A row of an answer that has one row per account, or one per dimension value of it. */
export interface AccountRow {
  readonly grouping: {
    readonly level_1_code: string;
    readonly level_1_name: string;
    readonly level_2_code: string;
    readonly level_2_name: string;
    readonly level_3_code: string;
    readonly level_3_name: string;
  };
  readonly account_code: string;
  readonly account_name: string;
  readonly relation_type: DimensionType | null;
  readonly relation_id: number | null;
  readonly relation_name: string | null;
  /** Decimal text, in the order of the columns. */
  readonly amounts: readonly string[];
}

/** What differs between tables of accounts. */
export interface AccountTable {
  /** The heads of the columns of amounts. */
  readonly amounts: readonly string[];
  /** Accounts may stand in parts, one per dimension value. */
  readonly isSplit: boolean;
  /** The label of the report's own total. */
  readonly total: string;
}

const words = {
  nob: {
    code: 'Konto',
    name: 'Navn',
    accountName: 'Kontonavn',
    type: 'Dimensjon',
    id: 'Dimensjons-id',
    value: 'Dimensjonsverdi',
    class: 'Klasse',
    group: 'Gruppe',
    subgroup: 'Undergruppe',
    total: 'Sum',
  },
  eng: {
    code: 'Account',
    name: 'Name',
    accountName: 'Account name',
    type: 'Dimension',
    id: 'Dimension id',
    value: 'Dimension value',
    class: 'Class',
    group: 'Group',
    subgroup: 'Subgroup',
    total: 'Total',
  },
} as const;

/** Columns and rows of a table of accounts: classes, groups with more than one account and split accounts are added up. */
export function accountTable(
  rows: readonly AccountRow[],
  table: AccountTable,
  language: Language,
): Pick<ReportTable, 'columns' | 'rows'> {
  const columns = columnsOf(table, language);
  const splitBy = splitsIn(rows);
  return {
    columns,
    rows: grouped(rows, {
      columns,
      levels: levelsOf(columns.length, language),
      cellsOf: (row, depth) => cellsOf(row, printedName(row, depth, splitBy, language), table.isSplit, language),
      grandTotal: table.total,
    }),
  };
}

/** Under which type an account is split; its row without a value is named after that. */
function splitsIn(rows: readonly AccountRow[]): ReadonlyMap<string, DimensionType> {
  return new Map(
    rows.flatMap(({ account_code, relation_type }) =>
      relation_type === null ? [] : [[account_code, relation_type] as const],
    ),
  );
}

const columnsOf = ({ amounts, isSplit }: AccountTable, language: Language): readonly ReportColumn[] => {
  const say = words[language];
  const ofSplit: readonly ReportColumn[] = [
    { label: say.type, kind: 'text', only: 'sheet' },
    { label: say.id, kind: 'code', only: 'sheet' },
    { label: say.value, kind: 'text', only: 'sheet' },
  ];
  return [
    { label: say.code, kind: 'code' },
    { label: say.name, kind: 'text', only: 'print', holdsLabel: true },
    { label: say.accountName, kind: 'text', only: 'sheet', holdsLabel: true },
    ...(isSplit ? ofSplit : []),
    ...amounts.map((label) => ({ label, kind: 'money', added: true }) as const),
    { label: say.class, kind: 'text', only: 'sheet' },
    { label: say.group, kind: 'text', only: 'sheet' },
    { label: say.subgroup, kind: 'text', only: 'sheet' },
  ];
};

const classOf = ({ grouping }: AccountRow): string => `${grouping.level_1_code} ${grouping.level_1_name}`;
const groupOf = ({ grouping }: AccountRow): string => `${grouping.level_2_code} ${grouping.level_2_name}`;
const subgroupOf = ({ grouping }: AccountRow): string => `${grouping.level_3_code} ${grouping.level_3_name}`;
const accountOf = (row: AccountRow): string => `${row.account_code} ${row.account_name}`;

/** Class, group and account. In a workbook a total names the groups that it lies in, in the last three columns. */
function levelsOf(columns: number, language: Language): readonly Level<AccountRow>[] {
  const sumOf = (label: string, ...path: readonly string[]): TotalText => ({
    label: `${words[language].total} ${label}`,
    cells: [...Array<null>(columns - 3).fill(null), ...path],
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
function printedName(
  row: AccountRow,
  depth: number,
  splitBy: ReadonlyMap<string, DimensionType>,
  language: Language,
): string {
  if (depth < 3)
    return row.relation_id === null ? row.account_name : `${row.account_name} · ${shownValue(row, language)}`;
  const type = splitBy.get(row.account_code);
  return row.relation_id === null && type !== undefined ? withoutDimension(type, language) : shownValue(row, language);
}

const shownValue = (row: AccountRow, language: Language): string =>
  row.relation_type === null || row.relation_id === null
    ? ''
    : relationLabel({ type: row.relation_type, id: row.relation_id, name: row.relation_name }, language);

const cellsOf = (row: AccountRow, printed: string, isSplit: boolean, language: Language): readonly Cell[] => [
  row.account_code,
  printed,
  row.account_name,
  ...(isSplit
    ? [
        row.relation_type === null ? null : dimensionName(row.relation_type, language),
        row.relation_id === null ? null : String(row.relation_id),
        row.relation_name,
      ]
    : []),
  ...row.amounts,
  classOf(row),
  groupOf(row),
  subgroupOf(row),
];
