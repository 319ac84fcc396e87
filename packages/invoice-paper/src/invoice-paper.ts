import type { Language } from '@app/pages';

/**
 * `ARINV` invoice · `ARCRN` credit note · `ARCIN` cash invoice, paid at once · `ARPIN` pro forma invoice, which is no
 * voucher · `ARDEB` debit note.
 */
export type PaperKind = 'ARINV' | 'ARCRN' | 'ARCIN' | 'ARPIN' | 'ARDEB';

/** VAT categories as electronic invoices name them (UNCL5305). */
export type PaperTaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';

/** Where somebody is; parts that are not known are null. */
export interface PaperAddress {
  readonly streetAddress: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  /** ISO 3166-1, two letters. */
  readonly countryCode: string;
}

export interface PaperSeller extends PaperAddress {
  readonly name: string;
  /** Nine digits. */
  readonly organizationNumber: string | null;
  /** Puts `MVA` behind the organization number. */
  readonly isVatRegistered: boolean;
  /** AS, ASA, NUF and others say that they are in the register of business enterprises (foretaksregisterloven § 10-2). */
  readonly isInBusinessRegister: boolean;
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
}

export interface PaperBuyer extends PaperAddress {
  readonly name: string;
  readonly organizationNumber: string | null;
  readonly customerNumber: string | null;
}

export interface PaperLine {
  readonly itemCode: string | null;
  /** Lines of text; the first one is the item. */
  readonly description: string;
  /** Decimal text; surplus zeros are not shown. */
  readonly quantity: string;
  readonly unit: string | null;
  readonly unitPrice: string;
  /** Percent; null or zero for none. */
  readonly discountPercent: string | null;
  readonly taxCategory: PaperTaxCategory;
  /** Percent. */
  readonly taxRate: string;
  /** Without VAT, two decimals. */
  readonly netAmount: string;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
}

/** VAT of one category and rate; two decimals. */
export interface PaperTax {
  readonly category: PaperTaxCategory;
  readonly rate: string;
  readonly base: string;
  readonly amount: string;
  /** In kroner, when the invoice is in another currency (bokføringsforskriften § 5-1-1 nr. 7). */
  readonly baseInKroner: string | null;
  readonly amountInKroner: string | null;
}

/**
 * A sales document as it is printed: plain data, already computed. Amounts are decimal text, positive for the usual
 * case of the document: a credit note of 100 has `100.00`. Dates are `YYYY-MM-DD`.
 */
export interface InvoicePaper {
  readonly kind: PaperKind;
  readonly language: Language;
  /** Null for a draft. */
  readonly number: string | null;
  readonly issueDate: string;
  readonly dueDate: string | null;
  readonly deliveryDate: string | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  /** Where it was delivered, in one line, when it is not the buyer's address. */
  readonly deliveryPlace: string | null;
  readonly currency: string;
  /** Kroner for one unit of the currency; null for an invoice in kroner. */
  readonly exchangeRate: string | null;
  readonly seller: PaperSeller;
  /** PNG, JPEG or WebP. */
  readonly logo: Uint8Array | null;
  readonly buyer: PaperBuyer;
  readonly buyerReference: string | null;
  readonly sellerReference: string | null;
  readonly orderReference: string | null;
  readonly project: string | null;
  /** Numbers of the invoices that are credited. */
  readonly credited: readonly string[];
  readonly lines: readonly PaperLine[];
  readonly taxes: readonly PaperTax[];
  readonly netAmount: string;
  readonly taxAmount: string;
  readonly taxAmountInKroner: string | null;
  readonly rounding: string;
  readonly totalAmount: string;
  readonly prepaidAmount: string;
  readonly payableAmount: string;
  /** Where to pay; of an account one of the two is enough. */
  readonly payment: {
    /** Eleven digits. */
    readonly accountNumber: string | null;
    readonly iban: string | null;
    readonly bic: string | null;
    readonly paymentReference: string | null;
  };
  readonly paymentTerms: string | null;
  readonly note: string | null;
  /** When it was made: an instant. */
  readonly madeAt: string;
}
