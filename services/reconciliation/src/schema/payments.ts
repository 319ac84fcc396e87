import { day, id, moment } from '@app/db/columns';
import { recordColumns, recordRules } from '@app/records/schema';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { money } from './amounts.ts';
import { bankAccounts } from './bank-accounts.ts';
import { bankTransactions } from './bank-transactions.ts';

/** Files for the bank, each written once. */
export const paymentExports = pgTable(
  'payment_exports',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id').notNull(),
    /** By which the bank takes a file once. */
    messageId: text('message_id').notNull(),
    paymentCount: integer('payment_count').notNull(),
    content: text('content').notNull(),
  },
  (table) => [
    unique('payment_exports_account_key').on(table.clientAccountId, table.id),
    unique('payment_exports_message').on(table.messageId),
  ],
);

/** Payments of documents from suppliers. */
export const payments = pgTable(
  'payments',
  {
    ...recordColumns(),
    /** Of documents. */
    documentId: id('document_id').notNull(),
    /** Of organisation; null where the document names nobody. */
    businessPartnerId: id('business_partner_id'),
    /** The account of the house that pays. */
    bankAccountId: id('bank_account_id').notNull(),
    creditorBankAccountId: id('creditor_bank_account_id').notNull(),
    /** In the currency of the document. */
    amount: money('amount').notNull(),
    currencyCode: text('currency_code').notNull(),
    paymentDate: day('payment_date').notNull(),
    paymentRef: text('payment_ref'),
    message: text('message'),
    status: text('status', { enum: ['PENDING', 'APPROVED', 'SENT', 'PAID', 'REJECTED', 'CANCELLED'] })
      .notNull()
      .default('PENDING'),
    errorMessage: text('error_message'),
    /** What was approved, which is what the bank gets. */
    approved: jsonb('approved'),
    approvedAt: moment('approved_at'),
    approvedById: id('approved_by_id'),
    exportId: id('export_id'),
    /** The transaction that settles it, from the moment when that begins until its record is retired. */
    bankTransactionId: id('bank_transaction_id'),
    /**
     * The transaction that settled it until somebody took that back: people alone settle by it again. It may be gone.
     */
    releasedTransactionId: id('released_transaction_id'),
    /** It is being settled at this moment; nobody else changes it meanwhile. */
    isSettling: boolean('is_settling').notNull().default(false),
    /** Lines of the entry that settles it. */
    transferLines: jsonb('transfer_lines'),
    /** Of the ledger, once it is settled. */
    journalEntryId: id('journal_entry_id'),
    /** When it was settled last, though its entry may have been cancelled since. */
    settledAt: moment('settled_at'),
    externalId: text('external_id'),
    metadata: jsonb('metadata'),
  },
  (table) => [
    ...recordRules('payments', table),
    foreignKey({
      name: 'payments_bank_account',
      columns: [table.clientAccountId, table.bankAccountId],
      foreignColumns: [bankAccounts.clientAccountId, bankAccounts.id],
    }),
    foreignKey({
      name: 'payments_creditor_account',
      columns: [table.clientAccountId, table.creditorBankAccountId],
      foreignColumns: [bankAccounts.clientAccountId, bankAccounts.id],
    }),
    foreignKey({
      name: 'payments_transaction',
      columns: [table.clientAccountId, table.bankTransactionId],
      foreignColumns: [bankTransactions.clientAccountId, bankTransactions.id],
    }),
    foreignKey({
      name: 'payments_export',
      columns: [table.clientAccountId, table.exportId],
      foreignColumns: [paymentExports.clientAccountId, paymentExports.id],
    }),
    check('payments_status', sql`status in ('PENDING', 'APPROVED', 'SENT', 'PAID', 'REJECTED', 'CANCELLED')`),
    check('payments_amount', sql`amount > 0`),
    check('payments_approved', sql`(approved is null) = (approved_at is null)`),
    check('payments_booked', sql`status <> 'PAID' or journal_entry_id is not null`),
    check('payments_settling', sql`not is_settling or status in ('PENDING', 'APPROVED', 'SENT')`),
    // A bank transaction settles one payment.
    uniqueIndex('payments_of_transaction')
      .on(table.clientAccountId, table.bankTransactionId)
      .where(sql`bank_transaction_id is not null`),
    uniqueIndex('payments_external_id').on(table.clientAccountId, table.externalId).where(sql`external_id is not null`),
    index('payments_of_document').on(table.clientAccountId, table.documentId, table.id),
    index('payments_of_partner')
      .on(table.clientAccountId, table.businessPartnerId, table.id)
      .where(sql`business_partner_id is not null`),
    index('payments_by_date').on(table.clientAccountId, table.paymentDate, table.id),
    // What a movement of the bank may settle.
    index('payments_on_their_way')
      .on(table.clientAccountId, table.bankAccountId, table.amount)
      .where(sql`status in ('PENDING', 'APPROVED', 'SENT')`),
    index('payments_of_creditor').on(table.clientAccountId, table.creditorBankAccountId),
    index('payments_of_export').on(table.clientAccountId, table.exportId).where(sql`export_id is not null`),
    index('payments_of_entry').on(table.clientAccountId, table.journalEntryId).where(sql`journal_entry_id is not null`),
  ],
);
