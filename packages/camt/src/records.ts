import type { CamtKind } from './structure/versions.ts';

/** Amounts are texts of two decimals, days are `YYYY-MM-DD`, and null is what the file does not say. */

/** What begins a file. */
export interface CamtMessage {
  readonly kind: CamtKind;
  /** `053.001.02`. */
  readonly version: string;
  readonly messageId: string;
}

export interface CamtAccount {
  readonly iban: string | null;
  /** A number that is no IBAN: in Norway eleven digits. */
  readonly other: string | null;
  readonly currency: string | null;
  readonly owner: string | null;
}

/** A statement or a notification before its entries. Period and balances are those of statements. */
export interface CamtStatement {
  readonly reference: string;
  readonly account: CamtAccount;
  readonly currency: string | null;
  readonly period: CamtPeriod | null;
}

export interface CamtPeriod {
  readonly from: string;
  readonly to: string;
  /** Signed: what the account owes is below zero. */
  readonly opening: string;
  readonly closing: string;
}

/** A payment within an entry (`TxDtls`). Amounts are without sign. */
export interface CamtDetail {
  readonly messageId: string | null;
  readonly paymentId: string | null;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  /** What the bank calls it: the archive reference. */
  readonly reference: string | null;
  readonly uuid: string | null;
  readonly transactionType: string | null;
  readonly amount: CamtAmount | null;
  readonly instructed: CamtAmount | null;
  readonly exchangeRate: string | null;
  readonly charges: CamtAmount | null;
  readonly isCredit: boolean | null;
  readonly debtor: CamtParty;
  readonly creditor: CamtParty;
  /** Free text of who paid. */
  readonly text: string | null;
  /** A reference that the receiver gave: in Norway a KID. */
  readonly structuredReference: string | null;
  readonly invoiceNumber: string | null;
  readonly information: string | null;
}

export interface CamtAmount {
  readonly amount: string;
  readonly currency: string;
}

export interface CamtParty {
  readonly name: string | null;
  readonly address: string | null;
  readonly account: string | null;
}

/** An amount that moved on the account. */
export interface CamtEntry {
  /** Signed: above zero comes in (`CdtDbtInd`). */
  readonly amount: string;
  readonly currency: string;
  /** `BOOK`; what is pending (`PDNG`), only information (`INFO`) or of the future (`FUTR`) is not on the account yet. */
  readonly status: string;
  /** It takes back another: its parties are those of the other. */
  readonly isReversal: boolean;
  readonly bookingDate: string | null;
  readonly valueDate: string | null;
  /** What the bank calls it, the same in every message about it. */
  readonly reference: string | null;
  /** What stands in this file alone. */
  readonly ownReference: string | null;
  readonly transactionType: string | null;
  readonly information: string | null;
  /** Of a batch, which the details are parts of. */
  readonly batch: { readonly messageId: string | null; readonly paymentId: string | null } | null;
  readonly instructed: CamtAmount | null;
  readonly exchangeRate: string | null;
  readonly charges: CamtAmount | null;
  readonly details: readonly CamtDetail[];
}

/** The records of a file in their order: every statement is followed by its entries and its end. */
export type CamtRecord =
  | ({ readonly record: 'message' } & CamtMessage)
  | ({ readonly record: 'statement' } & CamtStatement)
  | ({ readonly record: 'entry' } & CamtEntry)
  /** `booked`: the sum of the entries that are on the account. */
  | { readonly record: 'end'; readonly booked: string };
