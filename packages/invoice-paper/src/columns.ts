import { formatDecimal } from '@app/paper';
import { MARGIN, type Measure, widthOf } from '@app/paper/drawing';
import type { InvoicePaper, PaperLine } from './invoice-paper.ts';
import { formatNumber, formatPercent, isNothing } from './values.ts';
import { wordsOf } from './words.ts';

/** Size of the lines. */
export const SIZE = 9;
/** Size of column names and of what is said in small. */
export const SMALL = 7.6;

const GAP = 12;
/** What the description has at least; figures are set smaller before it gets less. */
const LEAST_FOR_WORDS = 170;
const SMALLEST = 0.55;

type ColumnName = 'item' | 'description' | 'quantity' | 'unitPrice' | 'discount' | 'tax' | 'amount';

export interface Column {
  readonly name: ColumnName;
  readonly label: string;
  readonly isFigure: boolean;
  readonly x: number;
  readonly width: number;
}

/** The columns that an invoice needs, as wide as what they hold, and the size of its figures. */
export interface Columns {
  readonly columns: readonly Column[];
  readonly figureSize: number;
}

/** What a line says in a column. */
export function cellOf(line: PaperLine, name: ColumnName, paper: InvoicePaper): string {
  const { language } = paper;
  switch (name) {
    case 'item':
      return line.itemCode ?? '';
    case 'description':
      return line.description;
    case 'quantity':
      return [formatNumber(line.quantity, 0, language), line.unit].filter((part) => part).join('\u00a0');
    case 'unitPrice':
      return formatNumber(line.unitPrice, 2, language);
    case 'discount':
      return line.discountPercent === null || isNothing(line.discountPercent)
        ? ''
        : formatPercent(line.discountPercent, language);
    case 'tax':
      return line.taxCategory === 'O' ? '' : formatPercent(line.taxRate, language);
    case 'amount':
      return formatDecimal(line.netAmount, language);
  }
}

export function placeColumns(paper: InvoicePaper, measure: Measure): Columns {
  const words = wordsOf(paper.language);
  const isUsed = (name: ColumnName): boolean => paper.lines.some((line) => cellOf(line, name, paper) !== '');
  const named: readonly (readonly [ColumnName, string])[] = [
    ['item', words.item],
    ['description', words.description],
    ['quantity', words.quantity],
    ['unitPrice', words.unitPrice],
    ['discount', words.discount],
    ['tax', words.tax],
    ['amount', words.amount],
  ];
  const used = named.filter(([name]) => !['item', 'discount', 'tax'].includes(name) || isUsed(name));
  const widths = new Map(
    used.map(([name, label]) => {
      const texts = name === 'description' ? [] : paper.lines.map((line) => cellOf(line, name, paper));
      const widest = Math.max(0, ...longest(texts).map((text) => measure(text, 'regular', SIZE)));
      // A code is broken into lines before it takes the room of words.
      const room = name === 'item' ? Math.min(widest, 80) : widest;
      return [name, Math.ceil(Math.max(room, measure(label, 'bold', SMALL)))];
    }),
  );
  const gaps = GAP * (used.length - 1);
  const ofFigures = sumOf(used.map(([name]) => (name === 'description' || name === 'item' ? 0 : widths.get(name)!)));
  const ofCodes = widths.get('item') ?? 0;
  const left = widthOf('portrait') - gaps - ofCodes - LEAST_FOR_WORDS;
  const scale = ofFigures > left ? Math.max(SMALLEST, left / ofFigures) : 1;
  const forWords = widthOf('portrait') - gaps - ofCodes - ofFigures * scale;
  let x = MARGIN;
  const columns = used.map(([name, label]): Column => {
    const isFigure = name !== 'description' && name !== 'item';
    const width = name === 'description' ? forWords : widths.get(name)! * (isFigure ? scale : 1);
    const placed = { name, label, isFigure, x, width };
    x += width + GAP;
    return placed;
  });
  return { columns, figureSize: SIZE * scale };
}

/** Figures are as wide as they are long; of words the few longest ones are measured. */
const longest = (texts: readonly string[]): readonly string[] =>
  texts.toSorted((a, b) => b.length - a.length).slice(0, 12);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
