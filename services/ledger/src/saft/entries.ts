import type { DimensionType } from '@app/api/ledger/dimensions';
import type { SaftBooks } from './books.ts';
import type { Columns } from './columns.ts';

/** An entry, as the file says it. What there is none of is ''. */
export interface SaftEntry {
  readonly id: string;
  readonly number: string;
  readonly description: string;
  readonly voucherId: string;
  readonly relationType: string;
  readonly relationNumber: string;
  /** `C` for a reversal, `Y` for what it reverses. */
  readonly cancelled: string;
  readonly postedById: string;
  /** A calendar day in Oslo. */
  readonly postedOn: string;
  /** The first of its posting dates. */
  readonly day: string;
  /** Those in the span and beyond it. */
  readonly lineCount: number;
}

/** What is read of entries, by columns; `isMeant` says whether the file has it. */
export const entryFields = [
  ...(['id', 'number', 'description', 'voucherId', 'relationType', 'relationNumber', 'cancelled'] as const),
  ...(['postedById', 'postedOn', 'day', 'lineCount', 'isMeant'] as const),
] as const satisfies readonly (keyof SaftEntry | 'isMeant')[];
export type EntryField = (typeof entryFields)[number];

/**
 * What is read of lines, by columns: a line is its place in them. `line` is the number within the entry, `amount` is
 * debit minus credit. `more` is what hardly any line has (see `LineExtras`), else ''.
 */
export const lineFields = ['id', 'line', 'account', 'text', 'amount', 'more'] as const;
/** Of entries that have several posting dates: those lines alone that are in the span, and which they are. */
export const spreadFields = ['entry', 'day'] as const;
export type LineField = (typeof lineFields)[number];
export type SpreadField = (typeof spreadFields)[number];
export type LineColumns = Columns<LineField> & Partial<Columns<SpreadField>>;

/** What is read of the dimensions of lines, by columns. */
export const dimensionFields = ['line', 'type', 'value'] as const;
export type DimensionField = (typeof dimensionFields)[number];

/** What hardly any line has, in the order in which it stands in `more`, with `|` between. */
export const extraFields = ['currency', 'foreign', 'rate', 'tax', 'base', 'vat', 'quantity'] as const;

/**
 * Amounts are decimal text, and '' where there is none. The currency of the line, where that is another than the
 * accounting currency, with the amount in it and the rate. The record of the tax code, not on the lines of the tax
 * itself, with base and tax.
 */
export type LineExtras = Readonly<Record<(typeof extraFields)[number], string>>;

/** @param more as it was read, and not '' */
export function extrasOf(more: string): LineExtras {
  const values = more.split('|') as unknown as readonly [string, string, string, string, string, string, string];
  const [currency, foreign, rate, tax, base, vat, quantity] = values;
  return { currency, foreign, rate, tax, base, vat, quantity };
}

export interface LineDimension {
  readonly type: DimensionType;
  readonly id: string;
}

/** Entries with their lines: so many that a page is soon read and soon written. */
export interface EntryPage {
  readonly entries: readonly SaftEntry[];
  /** In the order of the ids of their entries; those of an entry by date and number. */
  readonly lines: LineColumns;
  /**
   * By the id of their line, as a number: V8 keeps each new text that a map is asked for in a table of its own, which
   * was a quarter of the time of a file.
   */
  readonly dimensions: ReadonlyMap<number, readonly LineDimension[]>;
}

/** Whose entries, up to which number, and what currency their books are kept in. */
export type BooksOfEntries = Pick<SaftBooks, 'clientAccountId' | 'lastSequenceNumber' | 'currency'>;

/** Where a page begins: behind this day and entry. */
export interface Place {
  readonly day: string;
  readonly id: string;
}

/** Entries of one posting date, found by it, then those of several, found by the span from the first to the last. */
export const kinds = ['dated', 'spread'] as const;
export type Kind = (typeof kinds)[number];
