import { day, id, longInteger } from '@app/db/columns';
import { numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Balances per account and month, kept in the transaction that posts. Three sums that never overlap: entries that
 * stand, cancelled originals with their reversals, drafts. What a report shows is the first, plus the others as it
 * is asked.
 */
export const monthlyBalances = pgTable(
  'monthly_balances',
  {
    clientAccountId: id('client_account_id').notNull(),
    accountId: id('account_id').notNull(),
    /** The first day of the month. */
    month: day('month').notNull(),
    debit: numeric('debit', { precision: 38, scale: 2 }).notNull(),
    credit: numeric('credit', { precision: 38, scale: 2 }).notNull(),
    lineCount: longInteger('line_count').notNull(),
    /** How many of those lines are reconciled with the outside to the last øre. */
    externallyReconciledCount: longInteger('externally_reconciled_count').notNull().default(0),
    cancelledDebit: numeric('cancelled_debit', { precision: 38, scale: 2 }).notNull(),
    cancelledCredit: numeric('cancelled_credit', { precision: 38, scale: 2 }).notNull(),
    cancelledLineCount: longInteger('cancelled_line_count').notNull(),
    draftDebit: numeric('draft_debit', { precision: 38, scale: 2 }).notNull(),
    draftCredit: numeric('draft_credit', { precision: 38, scale: 2 }).notNull(),
    draftLineCount: longInteger('draft_line_count').notNull(),
  },
  (table) => [
    primaryKey({ name: 'monthly_balances_pkey', columns: [table.clientAccountId, table.accountId, table.month] }),
  ],
);

/**
 * The same per dimension value. A line has at most one value per type, except tags: it counts under each of its
 * tags and, once, under relation_id 0 of `tag`, so that for every type  lines without a value = the account's row
 * - the rows of the type  (for tags - row 0).
 */
export const monthlyDimensionBalances = pgTable(
  'monthly_dimension_balances',
  {
    clientAccountId: id('client_account_id').notNull(),
    accountId: id('account_id').notNull(),
    relationType: text('relation_type').notNull(),
    relationId: id('relation_id').notNull(),
    month: day('month').notNull(),
    debit: numeric('debit', { precision: 38, scale: 2 }).notNull(),
    credit: numeric('credit', { precision: 38, scale: 2 }).notNull(),
    lineCount: longInteger('line_count').notNull(),
    cancelledDebit: numeric('cancelled_debit', { precision: 38, scale: 2 }).notNull(),
    cancelledCredit: numeric('cancelled_credit', { precision: 38, scale: 2 }).notNull(),
    cancelledLineCount: longInteger('cancelled_line_count').notNull(),
    draftDebit: numeric('draft_debit', { precision: 38, scale: 2 }).notNull(),
    draftCredit: numeric('draft_credit', { precision: 38, scale: 2 }).notNull(),
    draftLineCount: longInteger('draft_line_count').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'monthly_dimension_balances_pkey',
      columns: [table.clientAccountId, table.relationType, table.relationId, table.accountId, table.month],
    }),
  ],
);

/** Lines per day: where a page of a ledger begins is found by adding these up, not by skipping lines. */
export const dailyLineCounts = pgTable(
  'daily_line_counts',
  {
    clientAccountId: id('client_account_id').notNull(),
    day: day('day').notNull(),
    /** Of entries that stand; how many of those are reconciled with the outside to the last øre. */
    posted: longInteger('posted').notNull(),
    postedExternallyReconciled: longInteger('posted_externally_reconciled').notNull().default(0),
    cancelled: longInteger('cancelled').notNull(),
    drafts: longInteger('drafts').notNull(),
  },
  (table) => [primaryKey({ name: 'daily_line_counts_pkey', columns: [table.clientAccountId, table.day] })],
);
