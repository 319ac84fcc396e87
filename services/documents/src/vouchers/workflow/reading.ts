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
  readonly accountCode?: string;
}
