import { oneLine } from '@app/paper';
import { breakLines, type Measure } from '@app/paper/drawing';
import { type Columns, SIZE, SMALL } from './columns.ts';
import { periodOf } from './facts.ts';
import type { InvoicePaper, PaperLine } from './invoice-paper.ts';

/** One line of text of a row. */
export interface RowText {
  readonly text: string;
  readonly isItem: boolean;
}

/** A line of the invoice, or a part of one that is too tall to stand on one page. */
export interface Row {
  readonly line: PaperLine;
  /** Figures and code stand on the first part of a line only. */
  readonly isFirst: boolean;
  readonly codes: readonly string[];
  readonly texts: readonly RowText[];
  readonly height: number;
}

/** How close lines stand; points above and below each. */
export type Density = 'roomy' | 'close';
const PADDING: Readonly<Record<Density, number>> = { roomy: 4.2, close: 2 };

export const LEADING = SIZE * 1.28;
export const SMALL_LEADING = SMALL * 1.3;

/** Texts of one part: two parts and the totals always fit on a page. */
const MOST_TEXTS = 18;

export const paddingOf = (density: Density): number => PADDING[density];

export const rowsOf = (
  paper: InvoicePaper,
  { columns }: Columns,
  measure: Measure,
  density: Density,
): readonly Row[] => {
  const width = (name: string): number => columns.find((column) => column.name === name)?.width ?? 0;
  return paper.lines.flatMap((line) => {
    const codes =
      line.itemCode === null ? [] : broken(line.itemCode, width('item'), SIZE, measure).slice(0, MOST_TEXTS);
    return parts(textsOf(line, width('description'), paper, measure)).map((texts, index): Row => {
      const isFirst = index === 0;
      const ofWords = texts.reduce((sum, { isItem }) => sum + (isItem ? LEADING : SMALL_LEADING), 0);
      const ofCodes = isFirst ? codes.length * LEADING : 0;
      return {
        line,
        isFirst,
        codes: isFirst ? codes : [],
        texts,
        height: Math.max(ofWords, ofCodes, LEADING) + 2 * PADDING[density],
      };
    });
  });
};

/** The item first, what is said of it below, and the period of the line. */
function textsOf(line: PaperLine, width: number, paper: InvoicePaper, measure: Measure): readonly RowText[] {
  const [item = '', ...more] = line.description.split(/\r\n|\r|\n|\u2028|\u2029/);
  const period = periodOf({ ...line, language: paper.language });
  const small = [...more, period ?? ''].filter((text) => text.trim() !== '');
  return [
    ...broken(item, width, SIZE, measure).map((text) => ({ text, isItem: true })),
    ...small.flatMap((text) => broken(text, width, SMALL, measure)).map((text) => ({ text, isItem: false })),
  ];
}

const broken = (text: string, width: number, size: number, measure: Measure): readonly string[] =>
  breakLines(oneLine(text), width, (part) => measure(part, 'regular', size));

/** At least one part, if an empty one. */
function parts(texts: readonly RowText[]): readonly (readonly RowText[])[] {
  const found: RowText[][] = [texts.slice(0, MOST_TEXTS)];
  for (let at = MOST_TEXTS; at < texts.length; at += MOST_TEXTS) found.push(texts.slice(at, at + MOST_TEXTS));
  return found;
}
