import { day, id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { money } from './amounts.ts';
import { bankAccounts } from './bank-accounts.ts';

/** Statements of house accounts. They never change. */
export const bankStatements = pgTable(
  'bank_statements',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    uuid: uuid('uuid').notNull().defaultRandom(),
    clientAccountId: id('client_account_id').notNull(),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id'),
    bankAccountId: id('bank_account_id').notNull(),
    statementReference: text('statement_reference'),
    fromDate: day('from_date').notNull(),
    toDate: day('to_date').notNull(),
    openingBalance: money('opening_balance').notNull(),
    closingBalance: money('closing_balance').notNull(),
    currencyCode: text('currency_code').notNull(),
    source: text('source', { enum: ['API', 'CAMT053'] }).notNull(),
    /** Transactions that were stored with it. */
    transactionCount: longInteger('transaction_count').notNull(),
    /** What transactions add up to that were stored already when it came: they count in its balance alone. */
    skippedAmount: money('skipped_amount').notNull().default('0'),
  },
  (table) => [
    unique('bank_statements_account_key').on(table.clientAccountId, table.id),
    uniqueIndex('bank_statements_reference_key')
      .on(table.clientAccountId, table.bankAccountId, table.statementReference)
      .where(sql`statement_reference is not null`),
    foreignKey({
      name: 'bank_statements_bank_account',
      columns: [table.clientAccountId, table.bankAccountId],
      foreignColumns: [bankAccounts.clientAccountId, bankAccounts.id],
    }),
    check('bank_statements_dates', sql`from_date <= to_date`),
    check('bank_statements_source', sql`source in ('API', 'CAMT053')`),
    // Which statement ends before a day, and which begins after one.
    index('bank_statements_span').on(table.clientAccountId, table.bankAccountId, table.toDate, table.fromDate),
  ],
);
