import type { TrialBalanceRowOut } from '@app/api/ledger/reports';
import type { z } from 'zod';
import type { Language } from '../../language.ts';
import { dimensionName, relationLabel, withoutDimension } from '../dimension-names.ts';
import { frameOf, type ReportFilters, type ReportHead } from '../head.ts';
import { formatPeriod } from '../render/format.ts';
import type { Cell, ReportColumn, ReportRow, ReportTable } from '../render/table.ts';
import { totalsOf } from './trial-balance.ts';

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
export function trialBalanceTable(rows: readonly PrintedRow[], frame: TrialBalanceFrame, language: Language): ReportTable {
  const say = words[language];
  return {
    ...frameOf(frame, frame.filters, language),
    title: say.title,
    fileName: `trial-balance_${frame.from}_${frame.to}`,
    period: formatPeriod(frame.from, frame.to, language),
    columns: columnsOf(language),
    rows:
      rows.length === 0 ? [] : [...grouped(rows, frame, language), total(0, frame.isPartial ? say.someTotal : say.grandTotal, rows, [])],
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
    { label: say.incoming, kind: 'money' },
    { label: say.debit, kind: 'money' },
    { label: say.credit, kind: 'money' },
    { label: say.outgoing, kind: 'money' },
    { label: say.class, kind: 'text', only: 'sheet' },
    { label: say.group, kind: 'text', only: 'sheet' },
    { label: say.subgroup, kind: 'text', only: 'sheet' },
  ];
};

function* grouped(rows: readonly PrintedRow[], frame: TrialBalanceFrame, language: Language): Iterable<ReportRow> {
  const say = words[language];
  for (const [, ofClass] of runs(rows, ({ grouping }) => grouping.level_1_code)) {
    const { level_1_code, level_1_name } = ofClass[0]!.grouping;
    yield { kind: 'heading', level: 1, label: `${level_1_code} ${level_1_name}` };
    for (const [, ofGroup] of runs(ofClass, ({ grouping }) => grouping.level_2_code)) {
      const { level_2_code, level_2_name } = ofGroup[0]!.grouping;
      const accounts = runs(ofGroup, ({ account_code }) => account_code);
      yield { kind: 'heading', level: 2, label: `${level_2_code} ${level_2_name}` };
      for (const [, ofAccount] of accounts) yield* accountRows(ofAccount, frame, language);
      if (accounts.length > 1)
        yield total(2, `${say.total} ${level_2_code} ${level_2_name}`, ofGroup, [classOf(ofGroup[0]!), groupOf(ofGroup[0]!)]);
    }
    yield total(1, `${say.total} ${level_1_code} ${level_1_name}`, ofClass, [classOf(ofClass[0]!)]);
  }
}

function* accountRows(rows: readonly PrintedRow[], frame: TrialBalanceFrame, language: Language): Iterable<ReportRow> {
  const first = rows[0]!;
  const title = `${first.account_code} ${first.account_name}`;
  if (rows.length === 1) {
    yield line(
      first,
      2,
      first.relation_id === null ? first.account_name : `${first.account_name} · ${shownValue(first, language)}`,
      language,
    );
    return;
  }
  yield { kind: 'heading', level: 3, label: title };
  for (const row of rows) {
    const type = frame.splitBy.get(row.account_code);
    const label = row.relation_id === null && type !== undefined ? withoutDimension(type, language) : shownValue(row, language);
    yield line(row, 3, label, language);
  }
  const { grouping } = first;
  yield total(3, `${words[language].total} ${title}`, rows, [
    classOf(first),
    groupOf(first),
    `${grouping.level_3_code} ${grouping.level_3_name}`,
  ]);
}

const classOf = ({ grouping }: PrintedRow): string => `${grouping.level_1_code} ${grouping.level_1_name}`;
const groupOf = ({ grouping }: PrintedRow): string => `${grouping.level_2_code} ${grouping.level_2_name}`;

const shownValue = (row: PrintedRow, language: Language): string =>
  row.relation_type === null || row.relation_id === null
    ? ''
    : relationLabel({ type: row.relation_type, id: row.relation_id, name: row.relation_name }, language);

const line = (row: PrintedRow, level: number, printed: string, language: Language): ReportRow => ({
  kind: 'line',
  level,
  cells: [
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
    `${row.grouping.level_3_code} ${row.grouping.level_3_name}`,
  ],
});

function total(level: number, label: string, rows: readonly PrintedRow[], path: readonly string[]): ReportRow {
  const { incoming, debit, credit, outgoing } = totalsOf(rows);
  const groups: readonly Cell[] = [path[0] ?? null, path[1] ?? null, path[2] ?? null];
  return { kind: 'total', level, label, cells: [null, null, null, null, null, null, incoming, debit, credit, outgoing, ...groups] };
}

/** Neighbours with the same key, together. */
function runs<T>(rows: readonly T[], keyOf: (row: T) => string): readonly (readonly [string, readonly T[]])[] {
  const found: [string, T[]][] = [];
  for (const row of rows) {
    const key = keyOf(row);
    if (found.at(-1)?.[0] !== key) found.push([key, []]);
    found.at(-1)![1].push(row);
  }
  return found;
}
