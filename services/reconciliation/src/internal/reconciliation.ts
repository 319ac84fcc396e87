import type { Decimal } from '@app/money';

/** What a reconciliation takes of one line: on one side alone, decimals with two places. */
export interface Taken {
  readonly journalEntryId: number;
  readonly journalEntryLineId: number;
  readonly debit: string;
  readonly credit: string;
  /** In the currency of the line, on the same side. */
  readonly debitFc: string;
  readonly creditFc: string;
  /** Units of the accounting currency for one unit of the currency of the line, six decimals. */
  readonly exchangeRate: string;
}

export interface Entry extends Taken {
  readonly id: number;
}

/** Lines of the ledger matched with each other. */
export interface Reconciliation {
  readonly id: number;
  readonly clientAccountId: number;
  /** Null for a draft. */
  readonly sequenceNumber: number | null;
  /** A calendar day. */
  readonly reconciliationDate: string;
  /** What made the proposal. */
  readonly note: string | null;
  /** The journal entry of its exchange difference. */
  readonly exchangeEntryId: number | null;
  readonly createdAt: Date;
  readonly createdById: number;
  readonly deletedAt: Date | null;
  readonly deletedById: number | null;
}

export const isDraft = ({ sequenceNumber }: Pick<Reconciliation, 'sequenceNumber'>): boolean => sequenceNumber === null;

/** A line of the ledger as a reconciliation judges it; amounts are signed like debit minus credit. */
export interface Line {
  readonly id: number;
  readonly journalEntryId: number;
  readonly accountCode: string;
  readonly currencyCode: string;
  readonly accountingCurrency: string;
  readonly exchangeRate: string;
  readonly amount: Decimal;
  /** In the currency of the line; zero for a line that is an exchange difference. */
  readonly amountFc: Decimal;
  readonly open: Decimal;
  readonly openFc: Decimal;
  readonly state: 'standing' | 'draft' | 'cancelled' | 'reversal';
  readonly dimensions: readonly { readonly relationType: string; readonly relationId: number }[];
}

export const isForeign = ({ currencyCode, accountingCurrency }: Line): boolean => currencyCode !== accountingCurrency;
