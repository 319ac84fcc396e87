import { id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bankTransactions } from './bank-transactions.ts';

/** What people say about transactions. */
export const transactionStatements = pgTable(
  'transaction_statements',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    bankTransactionId: id('bank_transaction_id').notNull(),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id').notNull(),
    category: text('category', {
      enum: [
        'PURCHASE',
        'SALE',
        'LOAN',
        'SALARY',
        'TAX',
        'VAT',
        'INTERNAL_TRANSFER',
        'OWNER',
        'BANK_FEE',
        'INTEREST',
        'REFUND',
        'PRIVATE',
        'OTHER',
      ],
    }),
    /** Of organisation. */
    businessPartnerId: id('business_partner_id'),
    /** Of documents. */
    voucherId: id('voucher_id'),
    comment: text('comment'),
  },
  (table) => [
    foreignKey({
      name: 'transaction_statements_transaction',
      columns: [table.clientAccountId, table.bankTransactionId],
      foreignColumns: [bankTransactions.clientAccountId, bankTransactions.id],
    }).onDelete('cascade'),
    index('transaction_statements_of_transaction').on(table.clientAccountId, table.bankTransactionId, table.id),
    check(
      'transaction_statements_category',
      sql`category in ('PURCHASE', 'SALE', 'LOAN', 'SALARY', 'TAX', 'VAT', 'INTERNAL_TRANSFER', 'OWNER', 'BANK_FEE', 'INTEREST',
        'REFUND', 'PRIVATE', 'OTHER')`,
    ),
  ],
);
