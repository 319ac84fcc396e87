/** A payment as a bank writes it; amounts are decimal texts, signed where they are of an account. */
export interface PaymentOut {
  /** Signed: above zero comes in. */
  readonly amount: string;
  /** `YYYY-MM-DD`. */
  readonly bookingDate: string;
  /** The booking date unless it says something else; null for none. */
  readonly valueDate?: string | null;
  /** What the bank calls it. */
  readonly reference?: string;
  /** `BOOK` unless it says something else. */
  readonly status?: 'BOOK' | 'PDNG' | 'INFO';
  readonly isReversal?: boolean;
  readonly information?: string;
  /** Three codes with `/` between them; `PMNT/RCDT/DMCT` or `PMNT/ICDT/DMCT` by its direction; null for none. */
  readonly transactionType?: string | null;
  /** None: the entry stands without payments. Several: a batch. */
  readonly details?: readonly DetailOut[];
}

export interface DetailOut {
  readonly reference?: string;
  readonly endToEndId?: string;
  readonly instructionId?: string;
  readonly paymentId?: string;
  readonly messageId?: string;
  /** Without sign; that of the entry where it is not said. */
  readonly amount?: string;
  /** What was asked to be paid, in its own currency. */
  readonly instructed?: { readonly amount: string; readonly currency: string; readonly rate?: string };
  readonly debtor?: PartyOut;
  readonly creditor?: PartyOut;
  readonly text?: readonly string[];
  /** A KID. */
  readonly structuredReference?: string;
  readonly invoiceNumber?: string;
}

export interface PartyOut {
  readonly name?: string;
  readonly addressLines?: readonly string[];
  /** An IBAN, or a Norwegian account number of eleven digits. */
  readonly account?: string;
}

export interface AccountOut {
  /** An IBAN, or a Norwegian account number of eleven digits. */
  readonly account: string;
  readonly owner?: string;
  readonly currency: string;
}

export interface StatementOut extends AccountOut {
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  /** Signed, as the closing balance; entries that are booked lead from one to the other. */
  readonly opening: string;
  readonly closing: string;
  readonly entries: Iterable<PaymentOut>;
}

export interface NotificationOut extends AccountOut {
  readonly reference: string;
  readonly entries: Iterable<PaymentOut>;
}
