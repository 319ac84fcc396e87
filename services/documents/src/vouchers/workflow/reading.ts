/** What is proposed of a paper: amounts as `1234.50`, dates as `2026-01-31`. Null for what was not read. */
export interface Paper {
  readonly total: string;
  readonly vat: string | null;
  readonly date: string | null;
  readonly dueDate: string | null;
  readonly number: string | null;
  /** Of its sender. */
  readonly organizationNumber: string | null;
  readonly paymentReference: string | null;
  /** Code of ISO 4217. */
  readonly currency: string | null;
}

/** What the workflow knows of a voucher from one step to the next; kept as JSON. */
export interface Reading {
  /** Answers of people, by the type of their question. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Of an electronic invoice, or of a paper whose number was read: what another copy of it would have as well. */
  readonly invoice?: {
    readonly kind: 'INVOICE' | 'CREDIT_NOTE';
    readonly number: string;
    readonly organizationNumber: string | null;
    readonly total: string;
    readonly currency: string;
  };
  /** Of a paper: what enough speaks for. */
  readonly paper?: Paper;
  readonly businessPartnerId?: number;
  /** Every field came from the file and from what is known of its sender: nobody was asked. */
  readonly isStructured?: boolean;
  /** Level of the partner, where it has one of its own. */
  readonly autonomy?: string;
  readonly accountCode?: string;
  /** Movements of a bank that pay documents of the voucher; absent where nobody could be asked. */
  readonly matches?: readonly {
    readonly bankTransactionId: number;
    readonly documentId: number;
    readonly amount: string;
    readonly bookingDate: string;
    readonly note: string;
  }[];
}
