import { type Decimal, decimal, formatMoney, ZERO } from '@app/money';
import type { Rows } from './rows.ts';
import type { Cell, ReportColumn, ReportRow } from './table.ts';

/** The label of a total, and what its row says besides the sums; cells in the order of the columns, none by default. */
export interface TotalText {
  readonly label: string;
  readonly cells?: readonly Cell[];
}

/** One level of groups: neighbours with the same key stand under one heading and are added up. */
export interface Level<L> {
  readonly keyOf: (line: L) => string;
  readonly heading: (line: L) => string;
  readonly total: (line: L) => TotalText;
  /** `ifSeveral`: a group of one line has no heading, and the line stands a level higher. */
  readonly headed?: 'always' | 'ifSeveral';
  /** `ifSeveral`: a group of one part (a group of the next level, or a line of the last one) has no total. */
  readonly totalled?: 'always' | 'ifSeveral';
}

/** A balance that runs down the lines of a group and begins anew with the next. */
export interface RunningBalance<L> {
  /** The place of its column. */
  readonly column: number;
  /** The level whose groups it runs through, counted from 1. */
  readonly level: number;
  /** What a line adds to it: decimal text, debit minus credit. */
  readonly amountOf: (line: L) => string;
  /** What it begins with, and the cells of the row that says so; nothing, and no row, without it. */
  readonly opening?: (firstLine: L) => { readonly amount: string; readonly cells: readonly Cell[] };
  /** The report's own total shows the sum of what the groups end with. */
  readonly isTotalled?: boolean;
}

export interface Grouping<L> {
  readonly columns: readonly ReportColumn[];
  /** From the widest to the narrowest. */
  readonly levels: readonly Level<L>[];
  /** False of what only opens its group: a group without lines, which has its frame, what it begins with and a total. */
  readonly isLine?: (line: L) => boolean;
  /** The cells of a line that stands below `depth` headings. The running balance is filled in. */
  readonly cellsOf: (line: L, depth: number) => readonly Cell[];
  readonly running?: RunningBalance<L>;
  /** The label of the report's own total; none without it. */
  readonly grandTotal?: string;
}

interface Group<L> {
  readonly key: string;
  readonly firstLine: L;
  readonly isHeaded: boolean;
  readonly sums: Decimal[];
  parts: number;
}

/**
 * Rows with headings, running balances and totals per level, made from sorted lines. Holds the open groups and one line
 * ahead, whatever the number of lines; sums are exact decimals.
 */
export async function* grouped<L>(lines: Rows<L>, grouping: Grouping<L>): AsyncGenerator<ReportRow, void> {
  const { columns, levels, running } = grouping;
  const added = columns.flatMap((column, at) => (column.added ? [at] : []));
  const nothing = (): Decimal[] => added.map(() => ZERO);
  const all = nothing();
  const open: Group<L>[] = [];
  let balance = ZERO;
  let closing = ZERO;
  let isEmpty = true;

  const totalRow = (level: number, { label, cells = [] }: TotalText, sums: readonly Decimal[]): ReportRow => {
    const filled: Cell[] = columns.map((_, at) => cells[at] ?? null);
    for (const [index, at] of added.entries()) filled[at] = formatMoney(sums[index]!);
    if (running?.level === level) filled[running.column] = formatMoney(balance);
    if (running?.isTotalled && level === 0) filled[running.column] = formatMoney(closing);
    return { kind: 'total', level, label, cells: filled };
  };

  function* close(downTo: number): Iterable<ReportRow> {
    while (open.length > downTo) {
      const { firstLine, sums, parts } = open.pop()!;
      const { total, totalled } = levels[open.length]!;
      addTo(open.at(-1)?.sums ?? all, sums);
      if (running?.level === open.length + 1) closing = closing.plus(balance);
      if (totalled !== 'ifSeveral' || parts > 1) yield totalRow(open.length + 1, total(firstLine), sums);
    }
  }

  function* openFor(line: L, next: L | undefined): Iterable<ReportRow> {
    while (open.length < levels.length) {
      const { keyOf, heading, headed } = levels[open.length]!;
      const goesOn =
        next !== undefined &&
        levels.slice(0, open.length + 1).every((level) => level.keyOf(next) === level.keyOf(line));
      const isHeaded = headed !== 'ifSeveral' || goesOn;
      if (open.length > 0) open.at(-1)!.parts++;
      open.push({ key: keyOf(line), firstLine: line, isHeaded, sums: nothing(), parts: 0 });
      if (isHeaded) yield { kind: 'heading', level: open.length, label: heading(line) };
      if (running?.level === open.length) yield* begin(line);
    }
  }

  const depth = (): number => open.filter(({ isHeaded }) => isHeaded).length;

  const withBalance = (cells: readonly Cell[]): readonly Cell[] =>
    running === undefined ? cells : cells.with(running.column, formatMoney(balance));

  function* begin(line: L): Iterable<ReportRow> {
    const opening = running?.opening?.(line);
    balance = opening === undefined ? ZERO : decimal(opening.amount);
    if (opening) yield { kind: 'line', level: depth(), cells: withBalance(opening.cells) };
  }

  for await (const [line, next] of withNext(lines)) {
    isEmpty = false;
    const same = levels.findIndex(({ keyOf }, index) => open[index]?.key !== keyOf(line));
    yield* close(same === -1 ? levels.length : same);
    yield* openFor(line, next);
    if (grouping.isLine?.(line) === false) continue;
    if (open.length > 0) open.at(-1)!.parts++;
    if (running) balance = balance.plus(decimal(running.amountOf(line)));
    const cells = withBalance(grouping.cellsOf(line, depth()));
    addTo(
      open.at(-1)?.sums ?? all,
      added.map((at) => decimal(cells[at] ?? '0')),
    );
    yield { kind: 'line', level: depth(), cells };
  }
  yield* close(0);
  if (grouping.grandTotal !== undefined && !isEmpty) yield totalRow(0, { label: grouping.grandTotal }, all);
}

function addTo(sums: Decimal[], amounts: readonly Decimal[]): void {
  for (const [index, amount] of amounts.entries()) sums[index] = sums[index]!.plus(amount);
}

/** Each line with the one after it. */
async function* withNext<L>(lines: Rows<L>): AsyncGenerator<readonly [line: L, next: L | undefined], void> {
  let waiting: { readonly line: L } | undefined;
  for await (const line of lines) {
    if (waiting) yield [waiting.line, line];
    waiting = { line };
  }
  if (waiting) yield [waiting.line, undefined];
}
