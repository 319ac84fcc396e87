import type { Style } from 'exceljs';
import type { ColumnKind, Language } from './table.ts';

/** One object per look: the library writes a style once per object that it meets. */
export interface SheetStyles {
  readonly title: Style;
  readonly facts: Style;
  readonly columnHead: Style;
  readonly columnHeadRight: Style;
  /** Of a line and of a total. */
  cell(kind: ColumnKind, isTotal: boolean): Style;
  /** A figure with more digits than a number cell keeps: text at the right. */
  exactText(isTotal: boolean): Style;
}

const INK = 'FF1B2420';
const SOFT = 'FF55615B';
const ACCENT = 'FF0F5F49';
const RULE = 'FFB6BEB8';

/** Text: what begins like a formula stays text also when somebody edits the cell. */
const TEXT = '@';
/** Negative figures carry the real minus; separators are those of the reader's own language setting. */
const MONEY = '#,##0.00;"\u2212"#,##0.00';
const INTEGER = '#,##0;"\u2212"#,##0';

const font = (size: number, argb: string, bold = false): Style['font'] => ({
  name: 'Calibri',
  family: 2,
  size,
  bold,
  color: { argb },
});

const style = (parts: Partial<Style>): Style =>
  ({ protection: {}, border: {}, alignment: {}, numFmt: TEXT, ...parts }) as Style;

export function sheetStyles(language: Language): SheetStyles {
  const formats: Readonly<Record<ColumnKind, string>> = {
    text: TEXT,
    code: TEXT,
    money: MONEY,
    integer: INTEGER,
    date: language === 'nob' ? 'dd.mm.yyyy' : 'd mmm yyyy',
  };
  const line = (numFmt: string) => style({ numFmt, font: font(11, INK) });
  const total = (numFmt: string) =>
    style({ numFmt, font: font(11, INK, true), border: { top: { style: 'thin', color: { argb: RULE } } } });
  const pair = (numFmt: string) => [line(numFmt), total(numFmt)] as const;
  const cells = {
    text: pair(formats.text),
    code: pair(formats.code),
    money: pair(formats.money),
    integer: pair(formats.integer),
    date: pair(formats.date),
  };
  const right = pair(TEXT).map((each) => ({ ...each, alignment: { horizontal: 'right' } }) as Style);
  const head = (alignment: Style['alignment']) =>
    style({
      font: font(11, 'FFFFFFFF', true),
      fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: ACCENT } },
      alignment,
    });
  return {
    title: style({ font: font(14, INK, true) }),
    facts: style({ font: font(10, SOFT) }),
    columnHead: head({ vertical: 'middle', wrapText: true }),
    columnHeadRight: head({ vertical: 'middle', wrapText: true, horizontal: 'right' }),
    cell: (kind, isTotal) => cells[kind][isTotal ? 1 : 0],
    exactText: (isTotal) => right[isTotal ? 1 : 0]!,
  };
}
