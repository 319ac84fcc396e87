/** What the workflow knows of a voucher from one step to the next; kept as JSON. */
export interface Reading {
  /** Answers of people, by the type of their question. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Of an electronic invoice. */
  readonly invoice?: {
    readonly kind: 'INVOICE' | 'CREDIT_NOTE';
    readonly number: string;
    readonly organizationNumber: string | null;
    readonly total: string;
    readonly currency: string;
  };
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
