import { z } from 'zod';
import { QuestionOut } from '../documents/questions.ts';
import { ClientAccountId, CreatedAt, CreatedById, RecordId, UpdatedAt, UpdatedById } from '../fields.ts';
import { CalendarDate, CurrencyCode, decimal, Id, MoneyIn, MoneyOut, RateOut, text } from '../scalars.ts';
import { ReceivablePaymentOut } from './receivable-payment-fields.ts';
import { TransactionStatementOut } from './transaction-statement-fields.ts';

const meaning = {
  payee_name: 'Who gets the money.',
  payee_bank_account_id: 'Bank account that the money goes to; a house account for money that comes in.',
  payor_name: 'Who pays.',
  payor_bank_account_id: 'Bank account that the money comes from; a house account for money that goes out.',
  message_id: 'Id of the message to the bank (MsgId).',
  payment_id: 'Id of the batch of payments that it was sent in (PmtInfId).',
  instruction_id: 'Id of the instruction to the bank (InstrId).',
  end_to_end_id: 'Id that the payer gave the payment (EndToEndId).',
  booking_date: 'Day on which the bank booked it.',
  value_date: 'Day from which it bears interest.',
  memo: 'What the bank says about it.',
  instructed_amount: 'Amount that was ordered, in the currency of the order.',
  instructed_currency_code: 'Currency of the order as a code of ISO 4217.',
  instructed_exchange_rate: 'Units of the currency of the account for one of the order.',
  amount: 'Amount in the currency of the account: above zero for money that comes in, below for money that goes out.',
  currency_code: 'Currency of the account as a code of ISO 4217.',
  exchange_rate: 'Units of the accounting currency for one of the account.',
  bank_reference: 'Reference of the bank (AcctSvcrRef).',
} as const;

const detailMeaning = {
  transaction_type: 'Kind of transaction, as the bank calls it.',
  account_name: 'Name of the account at the other end.',
  account_number: 'Number of the account at the other end.',
  account_currency_code: 'Currency of the account at the other end.',
  archive_reference: "The bank's reference in its archive.",
  structured_reference: 'Structured reference of the payment, such as a KID.',
  bank_information: 'Further information of the bank.',
  amount: 'Amount of this part.',
  currency_code: 'Currency of this part as a code of ISO 4217.',
  description: 'What the payer wrote.',
  booking_date: 'Day on which the bank booked it.',
  value_date: 'Day from which it bears interest.',
  invoice_number: 'Number of the invoice that is paid.',
  sender_name: 'Name of the sender.',
  sender_account: 'Account number of the sender.',
  receiver_name: 'Name of the receiver.',
  receiver_account: 'Account number of the receiver.',
  transaction_uuid: 'Unique id of the transaction at the bank.',
  statement_uuid: 'Unique id of the statement that it stands on.',
} as const;

const shown = (description: string) => z.string().nullable().describe(description);

export const TransactionDetailOut = z.object({
  id: RecordId,
  transaction_type: shown(detailMeaning.transaction_type),
  account_name: shown(detailMeaning.account_name),
  account_number: shown(detailMeaning.account_number),
  account_currency_code: shown(detailMeaning.account_currency_code),
  archive_reference: shown(detailMeaning.archive_reference),
  structured_reference: shown(detailMeaning.structured_reference),
  bank_information: shown(detailMeaning.bank_information),
  amount: MoneyOut.nullable().describe(detailMeaning.amount),
  currency_code: shown(detailMeaning.currency_code),
  description: shown(detailMeaning.description),
  booking_date: CalendarDate.nullable().describe(detailMeaning.booking_date),
  value_date: CalendarDate.nullable().describe(detailMeaning.value_date),
  invoice_number: shown(detailMeaning.invoice_number),
  sender_name: shown(detailMeaning.sender_name),
  sender_account: shown(detailMeaning.sender_account),
  receiver_name: shown(detailMeaning.receiver_name),
  receiver_account: shown(detailMeaning.receiver_account),
  transaction_uuid: shown(detailMeaning.transaction_uuid),
  statement_uuid: shown(detailMeaning.statement_uuid),
});

/** A bank transaction as it is shown without relations. */
export const transactionFields = {
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  bank_account_id: z.int().describe('House account that it moved.'),
  bank_statement_id: z
    .int()
    .nullable()
    .describe('Statement of the bank that it stands on; null where it stands on none.'),
  payee_name: shown(meaning.payee_name),
  payee_bank_account_id: z.int().nullable().describe(meaning.payee_bank_account_id),
  payor_name: shown(meaning.payor_name),
  payor_bank_account_id: z.int().nullable().describe(meaning.payor_bank_account_id),
  message_id: shown(meaning.message_id),
  payment_id: shown(meaning.payment_id),
  instruction_id: shown(meaning.instruction_id),
  end_to_end_id: shown(meaning.end_to_end_id),
  booking_date: CalendarDate.describe(meaning.booking_date),
  value_date: CalendarDate.nullable().describe(meaning.value_date),
  memo: shown(meaning.memo),
  instructed_amount: MoneyOut.describe(meaning.instructed_amount),
  instructed_currency_code: z.string().describe(meaning.instructed_currency_code),
  instructed_exchange_rate: RateOut.nullable().describe(meaning.instructed_exchange_rate),
  amount: MoneyOut.describe(meaning.amount),
  currency_code: z.string().describe(meaning.currency_code),
  exchange_rate: RateOut.nullable().describe(`${meaning.exchange_rate} Null where it is not known.`),
  bank_reference: shown(meaning.bank_reference),
  external_reconciled_amount: MoneyOut.describe('Its amount once a record reconciles it, else zero.'),
};

const ReconciledDocumentOut = z.object({
  document_id: z.int().describe('The document.'),
  document_type: z.string().describe('Its type.'),
  document_number: z.string().nullable().describe('Its number; null without one.'),
  amount: MoneyOut.describe('How much of the transaction is for it.'),
});

const DimensionOut = z.object({
  relation_type: z.string().describe('Kind of record.'),
  relation_id: z.int().describe('The record.'),
});

const AccountEntryOut = z.object({
  account_code: z.string().describe('General ledger account.'),
  debit: MoneyOut.describe('Debit in the accounting currency.'),
  credit: MoneyOut.describe('Credit in the accounting currency.'),
  dimensions: z.array(DimensionOut).describe('What the line is tagged with.'),
});

const PostedPaymentOut = z.object({
  id: RecordId,
  document_id: z.int().describe('Document that is paid.'),
  amount: MoneyOut.describe('Amount that is paid.'),
  currency_code: z.string().describe('Currency of the amount as a code of ISO 4217.'),
  payment_date: CalendarDate.describe('Day of the payment.'),
  status: z.string().describe('Where the payment stands.'),
  is_draft: z.boolean().describe('Whether its entry is a draft.'),
  transfer: z
    .object({
      id: RecordId,
      journal_entry_id: z.int().nullable().describe('Journal entry of the payment.'),
      is_draft: z.boolean().describe('Whether the entry is a draft.'),
      account_entries: z.array(AccountEntryOut).describe('Lines of the entry.'),
    })
    .nullable()
    .describe('The entry that the payment was posted with.'),
});

export const BankTransactionOut = z.object({
  ...transactionFields,
  details: z.array(TransactionDetailOut).optional().describe('Its parts as the bank tells them, embedded.'),
  receivable_payments: z
    .array(ReceivablePaymentOut)
    .optional()
    .describe('Advices that it sums up, embedded: same account and day, same end of the reference, same amount.'),
  questions: z.array(QuestionOut).optional().describe('Questions about it, embedded.'),
  statements: z.array(TransactionStatementOut).optional().describe('What people said about it, embedded.'),
  reconciled_documents: z
    .array(ReconciledDocumentOut)
    .optional()
    .describe('Documents that it is reconciled with, embedded.'),
  posted_payments: z.array(PostedPaymentOut).optional().describe('Payments that were posted by it, embedded.'),
});

const reference = (description: string) => text(140).nullish().describe(description);
const PositiveRate = decimal(6, { minimum: 0 }).refine((rate) => !/^0+(\.0+)?$/.test(rate), 'must be above zero');

/** What is sent of a transaction, beside its client account. */
export const newTransactionFields = {
  amount: MoneyIn.refine((amount) => !/^-?0+(\.0+)?$/.test(amount), 'must not be zero').describe(meaning.amount),
  currency_code: CurrencyCode.describe(meaning.currency_code),
  booking_date: CalendarDate.describe(meaning.booking_date),
  payee_bank_account_id: Id.nullish().describe(meaning.payee_bank_account_id),
  payor_bank_account_id: Id.nullish().describe(meaning.payor_bank_account_id),
  payee_name: text(250).nullish().describe(meaning.payee_name),
  payor_name: text(250).nullish().describe(meaning.payor_name),
  value_date: CalendarDate.nullish().describe(meaning.value_date),
  memo: text().nullish().describe(meaning.memo),
  instructed_amount: MoneyIn.nullish().describe(`${meaning.instructed_amount} The amount unless it is sent.`),
  instructed_currency_code: CurrencyCode.nullish().describe(
    `${meaning.instructed_currency_code} That of the transaction unless it is sent.`,
  ),
  instructed_exchange_rate: PositiveRate.nullish().describe(meaning.instructed_exchange_rate),
  exchange_rate: PositiveRate.nullish().describe(
    `${meaning.exchange_rate} 1 in the accounting currency, else not known, unless it is sent.`,
  ),
  message_id: reference(meaning.message_id),
  payment_id: reference(meaning.payment_id),
  instruction_id: reference(meaning.instruction_id),
  end_to_end_id: reference(meaning.end_to_end_id),
  bank_reference: reference(meaning.bank_reference),
};

const sent = (description: string, maximum = 250) => text(maximum).nullish().describe(description);

/** What is sent of a part of a transaction. */
export const NewTransactionDetail = z.object({
  transaction_type: sent(detailMeaning.transaction_type),
  account_name: sent(detailMeaning.account_name),
  account_number: sent(detailMeaning.account_number, 60),
  account_currency_code: CurrencyCode.nullish().describe(detailMeaning.account_currency_code),
  archive_reference: reference(detailMeaning.archive_reference),
  structured_reference: reference(detailMeaning.structured_reference),
  bank_information: sent(detailMeaning.bank_information, 1000),
  amount: MoneyIn.nullish().describe(detailMeaning.amount),
  currency_code: CurrencyCode.nullish().describe(detailMeaning.currency_code),
  description: sent(detailMeaning.description, 1000),
  booking_date: CalendarDate.nullish().describe(detailMeaning.booking_date),
  value_date: CalendarDate.nullish().describe(detailMeaning.value_date),
  invoice_number: sent(detailMeaning.invoice_number),
  sender_name: sent(detailMeaning.sender_name),
  sender_account: sent(detailMeaning.sender_account, 60),
  receiver_name: sent(detailMeaning.receiver_name),
  receiver_account: sent(detailMeaning.receiver_account, 60),
  transaction_uuid: sent(detailMeaning.transaction_uuid, 100),
  statement_uuid: sent(detailMeaning.statement_uuid, 100),
});
