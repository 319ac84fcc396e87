import { day, id, moment } from '@app/db/columns';
import { foreignKey, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { money, rate } from './amounts.ts';
import { bankAccounts } from './bank-accounts.ts';

/** Advices of the bank about single payments that came in, which its statements sum up. */
export const receivablePayments = pgTable(
  'receivable_payments',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id'),
    bankAccountId: id('bank_account_id').notNull(),
    debtorAccountNumber: text('debtor_account_number'),
    debtorName: text('debtor_name'),
    debtorAddress: text('debtor_address'),
    archiveReference: text('archive_reference'),
    /** The last five characters of it: what the bank's reference of the transaction ends with too. */
    referenceEnd: text('reference_end'),
    description: text('description'),
    structuredReference: text('structured_reference'),
    documentNumber: text('document_number'),
    bookingDate: day('booking_date').notNull(),
    valueDate: day('value_date'),
    amount: money('amount').notNull(),
    currencyCode: text('currency_code').notNull(),
    /** In the currency of the account. */
    bookedAmount: money('booked_amount'),
    accountCurrencyCode: text('account_currency_code'),
    chargeAmount: money('charge_amount'),
    chargeCurrencyCode: text('charge_currency_code'),
    exchangeRate: rate('exchange_rate'),
    transactionType: text('transaction_type'),
  },
  (table) => [
    unique('receivable_payments_account_key').on(table.clientAccountId, table.id),
    foreignKey({
      name: 'receivable_payments_bank_account',
      columns: [table.clientAccountId, table.bankAccountId],
      foreignColumns: [bankAccounts.clientAccountId, bankAccounts.id],
    }),
    index('receivable_payments_booked').on(table.clientAccountId, table.bookingDate, table.id),
    // Which advices a transaction sums up, and whether an advice is stored already.
    index('receivable_payments_reference').on(
      table.clientAccountId,
      table.bankAccountId,
      table.bookingDate,
      table.referenceEnd,
    ),
  ],
);
