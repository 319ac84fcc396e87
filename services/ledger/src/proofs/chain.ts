import { createHash } from 'node:crypto';

// The chain of hashes over the books of a company (docs/decisions/0107-proof-of-the-books.md). Entries are chained by
// their numbers, which are given while one writer holds the company's counter: they are the order of posting, and have
// no gap. What is chained can never be written down differently, so nothing here changes; another way to write an entry
// gets a format of its own.

/** How entries are written down here. */
export const FORMAT = 1;

/** A line as it was posted; amounts are the decimals that are stored, as text. */
export interface ChainedLine {
  readonly line: number;
  readonly date: string;
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
  readonly debit_fc: string;
  readonly credit_fc: string;
  readonly currency: string;
  readonly rate: string;
  readonly tax_code: string | null;
  readonly tax_base: string | null;
  readonly tax_base_fc: string | null;
  readonly tax: string | null;
  readonly tax_fc: string | null;
  readonly tax_line: boolean;
  readonly tax_for: number | null;
  readonly quantity: string | null;
  readonly description: string;
  /** Type and id of each dimension. */
  readonly dimensions: readonly (readonly [string, number])[];
}

/** What of a posted entry never changes: not its cancellation, which is an entry of its own, nor the caller's notes. */
export interface ChainedEntry {
  readonly number: number;
  readonly id: number;
  /** UTC, microseconds. */
  readonly posted_at: string;
  readonly posted_by: number;
  readonly description: string;
  readonly voucher: number | null;
  readonly relation_type: string | null;
  readonly relation_id: number | null;
  readonly external_id: string | null;
  readonly lines: readonly ChainedLine[];
}

/** A number whose entry a reset took while others stayed (docs/decisions/0168-entries-leave-with-their-documents.md). */
export interface ErasedNumber {
  readonly number: number;
  readonly erased: true;
}

/** What stands at a number of the chain. */
export type Chained = ChainedEntry | ErasedNumber;

/** What stands at a number as it is hashed: the entry, or that it was erased. */
export const textOf = (chained: Chained): string =>
  'erased' in chained ? JSON.stringify({ number: chained.number, erased: true }) : textOfEntry(chained);

/** The entry as it is hashed: JSON without white space, its fields always in this order. */
const textOfEntry = (entry: ChainedEntry): string =>
  JSON.stringify({
    number: entry.number,
    id: entry.id,
    posted_at: entry.posted_at,
    posted_by: entry.posted_by,
    description: entry.description,
    voucher: entry.voucher,
    relation_type: entry.relation_type,
    relation_id: entry.relation_id,
    external_id: entry.external_id,
    lines: [...entry.lines].sort((a, b) => a.line - b.line).map(lineOf),
  });

const lineOf = (line: ChainedLine): ChainedLine => ({
  line: line.line,
  date: line.date,
  account: line.account,
  debit: line.debit,
  credit: line.credit,
  debit_fc: line.debit_fc,
  credit_fc: line.credit_fc,
  currency: line.currency,
  rate: line.rate,
  tax_code: line.tax_code,
  tax_base: line.tax_base,
  tax_base_fc: line.tax_base_fc,
  tax: line.tax,
  tax_fc: line.tax_fc,
  tax_line: line.tax_line,
  tax_for: line.tax_for,
  quantity: line.quantity,
  description: line.description,
  // By code units, whatever the database sorts by.
  dimensions: [...line.dimensions].sort(([a, one], [b, other]) => (a < b ? -1 : a > b ? 1 : one - other)),
});

/**
 * What the first link follows.
 * @param after number of the last entry that a reset erased; 0 when there was none
 */
export const firstLink = (clientAccountId: number, after: number): Buffer =>
  createHash('sha256').update(`books of client account ${clientAccountId} after entry ${after}`).digest();

/** The link of an entry: the hash of the link before it and of its text. */
export const linkOf = (before: Uint8Array, text: string): Buffer =>
  createHash('sha256').update(before).update(text).digest();
