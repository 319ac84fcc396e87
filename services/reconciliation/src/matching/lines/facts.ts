import type { Note } from '../note.ts';

/** A posted line of a partner that is not reconciled; amounts are decimals signed like debit minus credit. */
export interface OpenLine {
  readonly journalLineId: number;
  readonly journalEntryId: number;
  readonly accountId: number;
  readonly businessPartnerId: number;
  readonly postingDate: string;
  readonly description: string;
  readonly entryDescription: string;
  readonly currencyCode: string;
  readonly remainingAmount: string;
  readonly remainingAmountFc: string;
  /** Units of the accounting currency for one of the line's. */
  readonly exchangeRate: string;
  readonly relationType?: string | undefined;
  readonly relationId?: number | undefined;
  readonly relationNumber?: string | undefined;
}

/** What is known of a document that an entry belongs to. */
export interface NamedDocument {
  readonly documentType: string;
  readonly number: string | null;
  readonly paymentRef: string | null;
}

/** Lines that belong together and add up to nothing. */
export interface LineGroup {
  readonly businessPartnerId: number;
  readonly lines: readonly OpenLine[];
  /** The day of the latest of them. */
  readonly date: string;
  /** Which references, amount and dates made it. */
  readonly note: Note;
}
