import type { ColumnKind, Language } from './table.ts';

/** Places in `cellXfs` below: plain cells by kind, then the same in bold for totals, then the frame. */
const kinds: readonly ColumnKind[] = ['text', 'code', 'money', 'integer', 'date'];

export const styleOf = (kind: ColumnKind, total: boolean): number => kinds.indexOf(kind) + (total ? kinds.length : 0);
/** Text that a program might take for a formula: the cell carries the mark that it is text. */
export const QUOTED = 10;
export const QUOTED_TOTAL = 11;
export const TITLE = 12;
export const FACTS = 13;
export const COLUMN_HEAD = 14;
export const COLUMN_HEAD_RIGHT = 15;

/** Negative figures carry the real minus; separators are those of the reader's own language setting. */
const MONEY = 164;
const INTEGER = 165;
const DATE = 166;

const formatIds: Readonly<Record<ColumnKind, number>> = { text: 49, code: 49, money: MONEY, integer: INTEGER, date: DATE };

const cell = (kind: ColumnKind, total: boolean, quoted = false): string =>
  `<xf numFmtId="${formatIds[kind]}" fontId="${total ? 1 : 0}" fillId="0" borderId="${total ? 1 : 0}" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1"${quoted ? ' quotePrefix="1"' : ''}/>`;

export function stylesXml(language: Language): string {
  const date = language === 'nob' ? 'dd\\.mm\\.yyyy' : 'd\\ mmm\\ yyyy';
  const minus = '&quot;\u2212&quot;';
  const cells = [
    ...kinds.map((kind) => cell(kind, false)),
    ...kinds.map((kind) => cell(kind, true)),
    cell('text', false, true),
    cell('text', true, true),
    '<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
    '<xf numFmtId="49" fontId="3" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
    '<xf numFmtId="49" fontId="4" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>',
    '<xf numFmtId="49" fontId="4" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment horizontal="right" vertical="center" wrapText="1"/></xf>',
  ];
  const font = (size: number, extra = '', color = 'FF1B2420') =>
    `<font>${extra}<sz val="${size}"/><color rgb="${color}"/><name val="Calibri"/><family val="2"/></font>`;
  return (
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<numFmts count="3"><numFmt numFmtId="${MONEY}" formatCode="#,##0.00;${minus}#,##0.00"/><numFmt numFmtId="${INTEGER}" formatCode="#,##0;${minus}#,##0"/><numFmt numFmtId="${DATE}" formatCode="${date}"/></numFmts>` +
    `<fonts count="5">${font(11)}${font(11, '<b/>')}${font(14, '<b/>')}${font(10, '', 'FF55615B')}${font(11, '<b/>', 'FFFFFFFF')}</fonts>` +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF0F5F49"/></patternFill></fill></fills>' +
    '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top style="thin"><color rgb="FFB6BEB8"/></top><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
