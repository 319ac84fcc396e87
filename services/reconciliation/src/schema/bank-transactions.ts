import { day, id } from '@app/db/columns';
import { recordColumns, recordRules } from '@app/records/schema';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { money, rate } from './amounts.ts';
import { bankAccounts } from './bank-accounts.ts';
import { bankStatements } from './bank-statements.ts';

/** What moved on house accounts. */
export const bankTransactions = pgTable(
  'bank_transactions',
  {
    ...recordColumns(),
    /** The house account that it moved: the payee's for money that came in, the payor's for money that went out. */
    bankAccountId: id('bank_account_id').notNull(),
    /** Null for one that was created by itself. */
    bankStatementId: id('bank_statement_id'),
    payeeName: text('payee_name'),
    payeeBankAccountId: id('payee_bank_account_id'),
    payorName: text('payor_name'),
    payorBankAccountId: id('payor_bank_account_id'),
    messageId: text('message_id'),
    paymentId: text('payment_id'),
    instructionId: text('instruction_id'),
    endToEndId: text('end_to_end_id'),
    bookingDate: day('booking_date').notNull(),
    valueDate: day('value_date'),
    memo: text('memo'),
    instructedAmount: money('instructed_amount').notNull(),
    instructedCurrencyCode: text('instructed_currency_code').notNull(),
    instructedExchangeRate: rate('instructed_exchange_rate'),
    /** In the currency of the account, below zero for money that went out. */
    amount: money('amount').notNull(),
    currencyCode: text('currency_code').notNull(),
    exchangeRate: rate('exchange_rate'),
    /** The accounting currency that the rate is to; null while there is none, and where an earlier release stored it. */
    rateTo: text('rate_to'),
    bankReference: text('bank_reference'),
    /** The amount once a record reconciles it, else zero. */
    externalReconciledAmount: money('external_reconciled_amount').notNull().default('0'),
  },
  (table) => {
    const { clientAccountId, bankAccountId, bookingDate, amount, id: own } = table;
    const isOpen = sql`external_reconciled_amount <> amount`;
    return [
      ...recordRules('bank_transactions', table),
      foreignKey({
        name: 'bank_transactions_bank_account',
        columns: [clientAccountId, bankAccountId],
        foreignColumns: [bankAccounts.clientAccountId, bankAccounts.id],
      }),
      foreignKey({
        name: 'bank_transactions_payee',
        columns: [clientAccountId, table.payeeBankAccountId],
        foreignColumns: [bankAccounts.clientAccountId, bankAccounts.id],
      }),
      foreignKey({
        name: 'bank_transactions_payor',
        columns: [clientAccountId, table.payorBankAccountId],
        foreignColumns: [bankAccounts.clientAccountId, bankAccounts.id],
      }),
      foreignKey({
        name: 'bank_transactions_statement',
        columns: [clientAccountId, table.bankStatementId],
        foreignColumns: [bankStatements.clientAccountId, bankStatements.id],
      }),
      check('bank_transactions_amount', sql`amount <> 0`),
      check(
        'bank_transactions_moved',
        sql`bank_account_id = case when amount > 0 then payee_bank_account_id else payor_bank_account_id end`,
      ),
      check('bank_transactions_reconciled', sql`external_reconciled_amount in (0, amount)`),
      // The order of the list, of everything and of what is open.
      index('bank_transactions_booked').on(clientAccountId, bookingDate, amount, own),
      index('bank_transactions_of_account').on(clientAccountId, bankAccountId, bookingDate, amount, own),
      index('bank_transactions_open').on(clientAccountId, bookingDate, amount, own).where(isOpen),
      index('bank_transactions_open_of_account')
        .on(clientAccountId, bankAccountId, bookingDate, amount, own)
        .where(isOpen),
      index('bank_transactions_of_statement').on(clientAccountId, table.bankStatementId),
      // What is on two statements is found by the bank's own reference.
      index('bank_transactions_reference')
        .on(clientAccountId, bankAccountId, table.bankReference)
        .where(sql`bank_reference is not null`),
    ];
  },
);

/** Parts of a transaction as the bank tells them. */
export const bankTransactionDetails = pgTable(
  'bank_transaction_details',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    bankTransactionId: id('bank_transaction_id').notNull(),
    transactionType: text('transaction_type'),
    accountName: text('account_name'),
    accountNumber: text('account_number'),
    accountCurrencyCode: text('account_currency_code'),
    archiveReference: text('archive_reference'),
    structuredReference: text('structured_reference'),
    bankInformation: text('bank_information'),
    amount: money('amount'),
    currencyCode: text('currency_code'),
    description: text('description'),
    bookingDate: day('booking_date'),
    valueDate: day('value_date'),
    invoiceNumber: text('invoice_number'),
    senderName: text('sender_name'),
    senderAccount: text('sender_account'),
    receiverName: text('receiver_name'),
    receiverAccount: text('receiver_account'),
    transactionUuid: text('transaction_uuid'),
    statementUuid: text('statement_uuid'),
  },
  (table) => [
    foreignKey({
      name: 'bank_transaction_details_transaction',
      columns: [table.clientAccountId, table.bankTransactionId],
      foreignColumns: [bankTransactions.clientAccountId, bankTransactions.id],
    }).onDelete('cascade'),
    index('bank_transaction_details_of_transaction').on(table.clientAccountId, table.bankTransactionId),
  ],
);
