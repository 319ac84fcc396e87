import type { Decimal } from '@app/money';
import type { Note } from '../note.ts';

/** One payment of a movement, where the bank names several; else the movement itself. */
export interface Part {
  /** Signed like the movement. */
  readonly amount: Decimal;
  /** References that the bank carries as such: a KID, or what the payer's bank was given as one. */
  readonly references: readonly string[];
  /** What the payer wrote. */
  readonly text: string;
}

/** What moved on a house account, as far as it says what was paid. */
export interface Movement {
  readonly id: number;
  /** In the currency of the account; above zero for money that came in. */
  readonly amount: Decimal;
  readonly currency: string;
  /** Booking date, a calendar day. */
  readonly date: string;
  /** The other side's name and account, as the bank says them; null where it does not. */
  readonly counterpartyName: string | null;
  readonly counterpartyAccount: string | null;
  /** At least one; their amounts add up to that of the movement. */
  readonly parts: readonly Part[];
}

/** A posted document of which something is open. */
export interface OpenDocument {
  readonly id: number;
  readonly documentType: string;
  /** Who owes: a receivable is paid by money that comes in, a payable by money that goes out. */
  readonly side: 'receivable' | 'payable';
  readonly number: string | null;
  readonly paymentRef: string | null;
  readonly currency: string;
  /** Above zero. */
  readonly openAmount: Decimal;
  readonly date: string;
  readonly dueDate: string;
  readonly partnerId: number | null;
  readonly partnerName: string | null;
  /** Account numbers that are known to be the partner's. */
  readonly partnerAccounts: readonly string[];
}

/** What made a proposal: a payment reference, a document number in what the payer wrote, or who paid how much. */
export type Basis = 'payment_ref' | 'document_number' | 'partner_and_amount';

/** That a movement pays documents; a document gets at most what is open of it, over all proposals together. */
export interface Proposal {
  readonly movementId: number;
  readonly basis: Basis;
  readonly documents: readonly ProposedDocument[];
  /** What the movement has above the documents, never below zero. */
  readonly surplus: Decimal;
}

export interface ProposedDocument {
  readonly documentId: number;
  /** Above zero. */
  readonly amount: Decimal;
  /** What names the document: a reference or a number; null where nothing does. */
  readonly reference: string | null;
  /** Which reference, amount and date made it. */
  readonly note: Note;
}
