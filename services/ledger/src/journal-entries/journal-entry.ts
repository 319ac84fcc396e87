import type { Metadata } from '@app/api/caller-references';
import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Fault } from './fault.ts';
import type { CompleteFields, LineFields, SentFields } from './line-fields.ts';

/** Y: cancelled. C: the reversal of a cancelled entry. */
export type Cancelled = 'Y' | 'C';

/** A value a line is tagged with. */
export interface Dimension {
  readonly id: number;
  readonly relationType: DimensionType;
  readonly relationId: number;
  /** Null for a record that no projection knows any more. */
  readonly name: string | null;
}

/** A line of the books. */
export interface JournalLine extends LineFields {
  readonly dimensions: readonly Dimension[];
}

/** A balanced set of lines. Timestamps are UTC with whole seconds. */
export interface JournalEntry {
  readonly id: number;
  readonly clientAccountId: number;
  /** Null while draft. */
  readonly sequenceNumber: number | null;
  readonly isDraft: boolean;
  readonly description: string;
  readonly voucherId: number | null;
  readonly relationType: string | null;
  readonly relationId: number | null;
  readonly relationNumber: string | null;
  /** The caller's own id, and what else it keeps with the entry. */
  readonly externalId: string | null;
  readonly metadata: Metadata | null;
  readonly cancelled: Cancelled | null;
  readonly cancelledById: number | null;
  readonly cancellationEntryId: number | null;
  readonly cancellationReason: string | null;
  readonly createdAt: string;
  readonly createdById: number;
  readonly updatedAt: string;
  readonly updatedById: number;
  readonly postedAt: string | null;
  readonly postedById: number | null;
  /** In the order of their `lineId`. */
  readonly lines: readonly JournalLine[];
}

/** A value to tag a line with. */
type DimensionRequest = Pick<Dimension, 'relationType' | 'relationId'>;

/** A line as somebody wants it; what is absent is found or computed. */
export interface LineRequest extends SentFields {
  /**
   * A difference of exchange rates: it has a currency and a rate, and moves nothing in that currency. Not for the
   * public API.
   */
  readonly isExchangeDifference?: boolean | undefined;
  readonly dimensions?: readonly DimensionRequest[] | null | undefined;
}

/** A line that keeps every rule that needs no look into the books. */
export interface NewLine extends CompleteFields {
  /** Where it stood in the request, from 0: what faults are reported by. */
  readonly position: number;
  readonly dimensions: readonly DimensionRequest[];
}

/** What an entry is besides its lines. */
export interface EntryHeader {
  readonly isDraft: boolean;
  readonly description: string;
  readonly voucherId: number | null;
  readonly relationType: string | null;
  readonly relationId: number | null;
  readonly relationNumber: string | null;
  readonly externalId: string | null;
  readonly metadata: Metadata | null;
}

/** The tax of a line as it is stored: amounts with two decimals, null where the line has none. */
export interface LineTax {
  readonly taxBaseAmount: string | null;
  readonly taxBaseAmountFc: string | null;
  readonly taxAmount: string | null;
  readonly taxAmountFc: string | null;
}

/** What the ground adds to a line: its account, its code, its tax. */
export interface FoundLine extends LineTax {
  /** 0 and '' where no account was found: such a line has a fault. */
  readonly accountId: number;
  readonly accountCode: string;
  readonly taxCodeId: number | null;
}

/** An entry that was judged. */
export interface NewEntry {
  readonly header: EntryHeader;
  /** In the order of their line ids. */
  readonly lines: readonly NewLine[];
  /** What the ground adds to each of the lines, in the same order. */
  readonly found: readonly FoundLine[];
  /** The rules of the ground that it breaks. */
  readonly faults: readonly Fault[];
}
