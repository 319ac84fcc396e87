import { z } from 'zod';
import { MetadataOut } from '../caller-references.ts';
import { ClientAccountId, CreatedAt, CreatedById, RecordId, UpdatedAt, UpdatedById } from '../fields.ts';
import { CalendarDate, MoneyOut, oneOf, Timestamp } from '../scalars.ts';

export const paymentStatuses = ['PENDING', 'APPROVED', 'SENT', 'PAID', 'REJECTED', 'CANCELLED'] as const;

export const PaymentStatus = oneOf(...paymentStatuses);

/** What each field of a payment means, for what is sent and what is shown. */
export const paymentMeaning = {
  document_id: 'Document that is paid.',
  bank_account_id: 'Account of the house that pays.',
  creditor_bank_account_id: 'Account of the business partner that is paid.',
  amount: 'Amount in the currency of the document.',
  payment_date: 'Day on which the bank is to pay.',
  message: 'Text to the receiver; banks leave it out beside a KID.',
  error_message: 'Why the bank did not carry it out.',
  status:
    '`PENDING` · `APPROVED` by an administrator · `SENT` in a file for the bank · `PAID` and booked · `REJECTED` by the bank · `CANCELLED`.',
} as const;

const BookedLineOut = z.object({
  account_code: z.string().describe('Number of the account.'),
  debit: MoneyOut.describe('Debit in the accounting currency.'),
  credit: MoneyOut.describe('Credit in the accounting currency.'),
  dimensions: z
    .array(
      z.object({
        relation_type: z.string().describe('Kind of record.'),
        relation_id: z.int().describe('Id of the record.'),
      }),
    )
    .describe('What the line is tagged with.'),
});

/** What settling a payment books. */
export const TransferOut = z.object({
  id: z.int().describe('Id of the transfer, which is that of its payment.'),
  journal_entry_id: z.int().nullable().describe('Journal entry of the transfer; null while it is being booked.'),
  is_draft: z.boolean().describe('True while it is being booked.'),
  account_entries: z.array(BookedLineOut).describe('Lines of the journal entry.'),
});

export const paymentFields = {
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  document_id: z.int().describe(paymentMeaning.document_id),
  business_partner_id: z.int().nullable().describe('Business partner that is paid.'),
  bank_account_id: z.int().describe(paymentMeaning.bank_account_id),
  creditor_bank_account_id: z.int().describe(paymentMeaning.creditor_bank_account_id),
  amount: MoneyOut.describe(paymentMeaning.amount),
  currency_code: z.string().describe('Currency of the document, as a code of ISO 4217.'),
  payment_date: CalendarDate.describe(paymentMeaning.payment_date),
  payment_ref: z.string().nullable().describe('Reference of the document, such as a KID.'),
  message: z.string().nullable().describe(paymentMeaning.message),
  status: PaymentStatus.describe(paymentMeaning.status),
  bank_transaction_id: z.int().nullable().describe('Bank transaction that settled it.'),
  transfer: TransferOut.nullable().describe('What settling it booked; null while it is not settled.'),
  error_message: z.string().nullable().describe(paymentMeaning.error_message),
  end_to_end_id: z.string().describe('Id that the bank gets with the payment, and gives back with what it books.'),
  approved_at: Timestamp.nullable().describe('When it was approved, in UTC.'),
  approved_by_id: z.int().nullable().describe('User who approved it.'),
  external_id: z.string().nullable().describe("The caller's own id of the payment."),
  metadata: MetadataOut.nullable().describe('What the caller keeps with the payment.'),
};

/** A payment without its relations. */
export const PaymentRecordOut = z.object(paymentFields);
