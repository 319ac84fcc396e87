/** Rows as they are stored: amounts are decimal texts, days `YYYY-MM-DD`, names those of the columns. */

/** A bank transaction before it has an id. */
export interface TransactionRow {
  readonly payee_name: string | null;
  readonly payee_bank_account_id: number | null;
  readonly payor_name: string | null;
  readonly payor_bank_account_id: number | null;
  readonly message_id: string | null;
  readonly payment_id: string | null;
  readonly instruction_id: string | null;
  readonly end_to_end_id: string | null;
  readonly booking_date: string;
  readonly value_date: string | null;
  readonly memo: string | null;
  readonly instructed_amount: string;
  readonly instructed_currency_code: string;
  readonly instructed_exchange_rate: string | null;
  readonly amount: string;
  readonly currency_code: string;
  readonly exchange_rate: string | null;
  readonly rate_to: string | null;
  readonly bank_reference: string | null;
}

/** A detail of a bank transaction before it has an id. */
export interface DetailRow {
  readonly transaction_type: string | null;
  readonly account_name: string | null;
  readonly account_number: string | null;
  readonly account_currency_code: string | null;
  readonly archive_reference: string | null;
  readonly structured_reference: string | null;
  readonly bank_information: string | null;
  readonly amount: string | null;
  readonly currency_code: string | null;
  readonly description: string | null;
  readonly booking_date: string | null;
  readonly value_date: string | null;
  readonly invoice_number: string | null;
  readonly sender_name: string | null;
  readonly sender_account: string | null;
  readonly receiver_name: string | null;
  readonly receiver_account: string | null;
  readonly transaction_uuid: string | null;
  readonly statement_uuid: string | null;
}

/** An advice of a payment that came in, before it has an id. */
export interface AdviceRow {
  readonly debtor_account_number: string | null;
  readonly debtor_name: string | null;
  readonly debtor_address: string | null;
  readonly archive_reference: string | null;
  /** The last five characters of it. */
  readonly reference_end: string | null;
  readonly description: string | null;
  readonly structured_reference: string | null;
  readonly document_number: string | null;
  readonly booking_date: string;
  readonly value_date: string | null;
  readonly amount: string;
  readonly currency_code: string;
  readonly booked_amount: string;
  readonly account_currency_code: string;
  readonly charge_amount: string | null;
  readonly charge_currency_code: string | null;
  readonly exchange_rate: string | null;
  readonly transaction_type: string | null;
}
