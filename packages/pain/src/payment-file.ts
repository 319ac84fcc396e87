/** An account at a bank, by its IBAN or by the number that its country has. */
export interface BankAccount {
  /** Capital letters and digits, without spaces. */
  readonly iban: string | null;
  readonly bban: string | null;
  /** Where the bank is: ISO 3166, two letters. */
  readonly country: string | null;
  /** 8 or 11 characters. */
  readonly bic: string | null;
  /** Of the bank in the clearing system of its country, such as the ABA number of a bank in the United States. */
  readonly routingNumber: string | null;
  /** ISO 4217; null where it is not known. */
  readonly currency: string | null;
}

/** Who pays. */
export interface Company {
  readonly name: string;
  /** Nine digits. */
  readonly organizationNumber: string;
}

/** Who gets paid. */
export interface Receiver {
  readonly name: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  readonly streetAddress: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
}

/** One payment of a file. */
export interface Transfer {
  /** Unique among all payments of the company; the bank gives it back with what it books. At most 35 characters. */
  readonly endToEndId: string;
  /** Above zero, two decimals. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The day on which it is to be paid: a calendar date. */
  readonly date: string;
  readonly from: BankAccount;
  readonly to: BankAccount;
  readonly receiver: Receiver;
  /** What the receiver knows the payment by: KID, RF reference, or any other text; null where it has none. */
  readonly reference: string | null;
  /** Text to the receiver where the reference is no KID; null for none. */
  readonly message: string | null;
}

/** What a bank is asked to pay. */
export interface PaymentFile {
  /** Unique among all files of the company: the bank takes each once. At most 30 characters. */
  readonly messageId: string;
  /** A moment in UTC, such as 2026-01-31T12:00:00Z. */
  readonly createdAt: string;
  readonly company: Company;
  readonly transfers: readonly Transfer[];
}
