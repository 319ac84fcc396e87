import { formatDecimal, oneLine } from '@app/paper';
import { breakLines, type Measure, widthOf } from '@app/paper/drawing';
import { SIZE, SMALL } from './columns.ts';
import type { InvoicePaper, PaperTax } from './invoice-paper.ts';
import { formatNumber, formatPercent, isNothing } from './values.ts';
import { wordsOf } from './words.ts';

/** One sum: what it is and how much; the last one is what is paid. */
export interface Sum {
  readonly label: string;
  readonly amount: string;
  readonly isLast: boolean;
}

/** The specification of VAT: a row per category and rate, in the currency and, when that is another, in kroner. */
export interface Specification {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly total: readonly string[] | null;
}

export interface Totals {
  readonly sums: readonly Sum[];
  /** Null for a seller outside VAT. */
  readonly specification: Specification | null;
  /** Below both, in lines as wide as the page. */
  readonly notes: readonly string[];
  /** Lines of notes that do not stand there any more: they go on on pages of their own. */
  readonly moreNotes: readonly string[];
  readonly height: number;
}

/** Heights in points. */
export const SUM_ROW = 15;
export const SPECIFICATION_ROW = 12;
export const NOTE_ROW = 11.4;
/** Above the sums, and between them and the notes. */
export const ABOVE = 14;
const BETWEEN = 12;
/** Lines of notes below the totals, so that these fit on a page. */
const MOST_NOTES = 24;

export function totalsOf(paper: InvoicePaper, measure: Measure): Totals {
  const sums = sumsOf(paper);
  const specification = specificationOf(paper);
  const all = notesOf(paper).flatMap((text) =>
    breakLines(oneLine(text), widthOf('portrait'), (part) => measure(part, 'regular', SIZE - 0.6)),
  );
  const notes = all.slice(0, MOST_NOTES);
  const ofSpecification = specification === null ? 0 : (specification.rows.length + 3) * SPECIFICATION_ROW;
  const height =
    ABOVE +
    Math.max(sums.length * SUM_ROW + 8, ofSpecification) +
    (notes.length > 0 ? BETWEEN + notes.length * NOTE_ROW : 0);
  return { sums, specification, notes, moreNotes: all.slice(MOST_NOTES), height };
}

function sumsOf(paper: InvoicePaper): readonly Sum[] {
  const { language, kind } = paper;
  const words = wordsOf(language);
  const isTaxed = paper.taxes.some(({ category }) => category !== 'O');
  const rows: readonly (readonly [string, string, boolean])[] = [
    [words.net, paper.netAmount, isTaxed],
    [words.tax, paper.taxAmount, isTaxed],
    [words.total, paper.totalAmount, !isNothing(paper.prepaidAmount) || !isNothing(paper.rounding)],
    [words.prepaid, negated(paper.prepaidAmount), !isNothing(paper.prepaidAmount)],
    [words.rounding, paper.rounding, !isNothing(paper.rounding)],
  ];
  const shown = rows
    .filter(([, , isShown]) => isShown)
    .map(([label, amount]) => ({ label, amount: formatDecimal(amount, language), isLast: false }));
  const last = `${words.payable[kind]} ${paper.currency}`;
  return [...shown, { label: last, amount: formatDecimal(paper.payableAmount, language), isLast: true }];
}

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

function specificationOf(paper: InvoicePaper): Specification | null {
  const { language, currency, taxes } = paper;
  const taxed = taxes.filter(({ category }) => category !== 'O');
  if (taxed.length === 0) return null;
  const words = wordsOf(language);
  const isForeign = taxes.some(({ amountInKroner }) => amountInKroner !== null);
  const money = (text: string | null): string => (text === null ? '' : formatDecimal(text, language));
  const inKroner = (cells: readonly string[]): readonly string[] => (isForeign ? cells : []);
  return {
    heads: [
      words.rate,
      `${words.base} ${currency}`,
      `${words.tax} ${currency}`,
      ...inKroner([`${words.base} NOK`, `${words.tax} NOK`]),
    ],
    rows: taxes.map((tax) => [
      rateOf(tax, paper),
      money(tax.base),
      money(tax.amount),
      ...inKroner([money(tax.baseInKroner), money(tax.amountInKroner)]),
    ]),
    total:
      taxes.length === 1
        ? null
        : [
            words.total,
            money(paper.netAmount),
            money(paper.taxAmount),
            ...inKroner(['', money(paper.taxAmountInKroner)]),
          ],
  };
}

const rateOf = ({ category, rate }: PaperTax, { language }: InvoicePaper): string =>
  category === 'S' ? formatPercent(rate, language) : wordsOf(language).categories[category];

function notesOf(paper: InvoicePaper): readonly string[] {
  const words = wordsOf(paper.language);
  const rate = paper.exchangeRate;
  const notes = [
    rate === null ? null : words.exchangeRate(paper.currency, formatNumber(rate, 2, paper.language)),
    paper.taxes.some(({ category }) => category === 'AE') ? words.reverseCharge : null,
    paper.kind === 'ARPIN' ? words.noVoucher : null,
    paper.paymentTerms === null ? null : `${words.terms}: ${paper.paymentTerms}`,
    ...(paper.note?.split(/\r\n|\r|\n/) ?? []),
  ];
  return notes.filter((text): text is string => text !== null && text.trim() !== '');
}

/** Size of notes and of the specification. */
export const NOTE_SIZE = SIZE - 0.6;
export const SPECIFICATION_SIZE = SMALL + 0.6;
