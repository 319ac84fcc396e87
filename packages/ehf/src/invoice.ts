export type InvoiceKind = 'INVOICE' | 'CREDIT_NOTE';

/**
 * VAT categories of the format (UNCL5305): `S` taxed · `Z` zero-rated · `E` exempt · `AE` reverse charge · `K` goods
 * within the EEA · `G` export · `O` outside VAT.
 */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';

export interface Address {
  readonly streetAddress: string | null;
  readonly additionalStreet: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly region: string | null;
  /** ISO 3166-1, two letters. */
  readonly countryCode: string;
}

/** Who sells or buys. */
export interface Party extends Address {
  /** The name it trades under, or else the registered one. */
  readonly name: string;
  /** The name in the register of companies. */
  readonly registeredName: string;
  /** Nine digits of the Norwegian register; null for whoever is not in it. */
  readonly organizationNumber: string | null;
  /** As it is written, such as `NO313609030MVA`; null for whoever is not registered for VAT. */
  readonly vatNumber: string | null;
  /** Where electronic invoices go: an identifier and the code of its list (`0192` is the Norwegian register). */
  readonly endpoint: { readonly id: string; readonly scheme: string } | null;
  readonly contactName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** An account to pay into. A Norwegian IBAN has its eleven digits in `bban` as well. */
export interface PaymentAccount {
  readonly iban: string | null;
  readonly bban: string | null;
  readonly bic: string | null;
  readonly name: string | null;
}

/** Something taken off (`isCharge` false) or put on; amounts are positive. */
export interface Adjustment {
  readonly isCharge: boolean;
  readonly reason: string | null;
  readonly amount: string;
  readonly baseAmount: string | null;
  readonly percent: string | null;
}

/** An adjustment of the whole invoice, which is taxed like a line. */
export interface DocumentAdjustment extends Adjustment {
  readonly taxCategory: TaxCategory;
  readonly taxRate: string;
}

export interface InvoiceLine {
  readonly id: string;
  /** Name of the item, and its description and note on lines of their own. */
  readonly description: string;
  readonly itemCode: string | null;
  /** Up to 12 decimals; negative for what is taken back. */
  readonly quantity: string;
  /** UN/ECE Recommendation 20 or 21, such as `C62` for pieces. */
  readonly unitCode: string;
  /** Of one unit before discount, six decimals, never negative. */
  readonly price: string;
  /** When the whole difference between quantity times price and the net amount is one discount; else null. */
  readonly discountPercent: string | null;
  readonly adjustments: readonly Adjustment[];
  /** Two decimals, without VAT, after everything above. */
  readonly netAmount: string;
  readonly taxCategory: TaxCategory;
  /** Percent with two decimals; `0.00` for what is not taxed. */
  readonly taxRate: string;
  /** What the buyer asked to have it booked on. */
  readonly buyerAccounting: string | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
}

/** VAT of one category and rate. */
export interface TaxSubtotal {
  readonly category: TaxCategory;
  readonly rate: string;
  readonly base: string;
  readonly amount: string;
  /** Why there is no VAT. */
  readonly exemptionReason: string | null;
}

export interface Attachment {
  /** Without folders or control characters; never empty. */
  readonly fileName: string;
  /** As the file says; whoever keeps it decides by its content. */
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Another invoice that is spoken of, such as the one that is credited. */
export interface InvoiceReference {
  readonly number: string;
  readonly issueDate: string | null;
}

interface InvoiceHead {
  readonly kind: InvoiceKind;
  readonly number: string;
  /** `YYYY-MM-DD`, like all dates. */
  readonly issueDate: string;
  readonly dueDate: string | null;
  readonly deliveryDate: string | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly currency: string;
  readonly note: string | null;
  readonly buyerReference: string | null;
  readonly orderReference: string | null;
  readonly credited: readonly InvoiceReference[];
  readonly supplier: Party;
  readonly customer: Party;
  readonly deliveryAddress: Address | null;
  /** KID, or whatever the supplier wants to have with the payment. */
  readonly paymentReference: string | null;
  readonly accounts: readonly PaymentAccount[];
  readonly paymentTerms: string | null;
  readonly adjustments: readonly DocumentAdjustment[];
  readonly taxes: readonly TaxSubtotal[];
  /** The VAT in the currency of the authorities, when the invoice is in another one. */
  readonly taxInOtherCurrency: { readonly currency: string; readonly amount: string } | null;
  /** Lines and adjustments together, without VAT; two decimals, like all amounts. */
  readonly netAmount: string;
  readonly taxAmount: string;
  readonly totalAmount: string;
  readonly prepaidAmount: string;
  readonly rounding: string;
  readonly payableAmount: string;
  readonly attachments: readonly Attachment[];
}

/** An invoice or a credit note as it was received. Amounts of a credit note are positive where it gives back. */
export interface ReadInvoice extends InvoiceHead {
  /** UNCL1001, such as `380` for an invoice and `381` for a credit note. */
  readonly typeCode: string;
  /** Who is paid, when it is not the supplier, such as a factoring company. */
  readonly payee: { readonly name: string | null; readonly organizationNumber: string | null } | null;
  readonly lines: readonly InvoiceLine[];
  /** The sum of the lines alone. */
  readonly linesAmount: string;
}

/** A line to be sent. A price below zero is sent as a negative quantity: the format knows no negative prices. */
export type OutgoingLine = Pick<
  InvoiceLine,
  | 'description'
  | 'itemCode'
  | 'quantity'
  | 'unitCode'
  | 'price'
  | 'netAmount'
  | 'taxCategory'
  | 'taxRate'
  | 'periodStart'
  | 'periodEnd'
> & { readonly discountPercent: string | null };

/** An invoice or a credit note to be sent. */
export interface OutgoingInvoice extends InvoiceHead {
  /** UNCL1001: `380` an invoice, `381` a credit note, `383` a debit note. */
  readonly typeCode: '380' | '381' | '383';
  readonly lines: readonly OutgoingLine[];
  /** Companies of these forms of the register say so on what they sell (AS, ASA, NUF and others). */
  readonly isInBusinessRegister: boolean;
}
