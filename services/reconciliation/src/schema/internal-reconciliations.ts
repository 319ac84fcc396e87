import { day, id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { money, rate } from './amounts.ts';

/**
 * Lines of the ledger matched with each other. A committed one has its number and its claims in the ledger; a draft has
 * neither; a deleted one keeps its number and has its claims no more.
 */
export const internalReconciliations = pgTable(
  'internal_reconciliations',
  {
    id: id('id').primaryKey().generatedByDefaultAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    /** Null for a draft. */
    sequenceNumber: longInteger('sequence_number'),
    reconciliationDate: day('reconciliation_date').notNull(),
    /** What made the proposal; null for what a person made. */
    note: text('note'),
    /** The journal entry of its exchange difference. */
    exchangeEntryId: id('exchange_entry_id'),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id').notNull(),
    deletedAt: moment('deleted_at'),
    deletedById: id('deleted_by_id'),
  },
  (table) => [
    // For references that must stay within the account.
    unique('internal_reconciliations_account_key').on(table.clientAccountId, table.id),
    unique('internal_reconciliations_sequence_key').on(table.clientAccountId, table.sequenceNumber),
    index('internal_reconciliations_deleted').on(table.clientAccountId, table.id).where(sql`deleted_at is not null`),
    index('internal_reconciliations_drafts').on(table.clientAccountId, table.id).where(sql`sequence_number is null`),
    index('internal_reconciliations_date').on(table.clientAccountId, table.reconciliationDate, table.id),
    check('internal_reconciliations_deletion', sql`(deleted_at is null) = (deleted_by_id is null)`),
    check('internal_reconciliations_drafts_go', sql`deleted_at is null or sequence_number is not null`),
    check('internal_reconciliations_difference', sql`exchange_entry_id is null or sequence_number is not null`),
  ],
);

/** What a reconciliation takes of one line. */
export const internalReconciliationEntries = pgTable(
  'internal_reconciliation_entries',
  {
    id: id('id').generatedByDefaultAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    reconciliationId: id('reconciliation_id').notNull(),
    /** Place within the reconciliation, from 0. */
    position: smallint('position').notNull(),
    journalEntryId: id('journal_entry_id').notNull(),
    journalEntryLineId: id('journal_entry_line_id').notNull(),
    debit: money('debit').notNull(),
    credit: money('credit').notNull(),
    debitFc: money('debit_fc').notNull(),
    creditFc: money('credit_fc').notNull(),
    exchangeRate: rate('exchange_rate').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'internal_reconciliation_entries_pkey',
      columns: [table.clientAccountId, table.reconciliationId, table.position],
    }),
    unique('internal_reconciliation_entries_id_key').on(table.clientAccountId, table.id),
    unique('internal_reconciliation_entries_line_key').on(
      table.clientAccountId,
      table.journalEntryLineId,
      table.reconciliationId,
    ),
    index('internal_reconciliation_entries_entry').on(table.clientAccountId, table.journalEntryId),
    foreignKey({
      name: 'internal_reconciliation_entries_of',
      columns: [table.clientAccountId, table.reconciliationId],
      foreignColumns: [internalReconciliations.clientAccountId, internalReconciliations.id],
    }).onDelete('cascade'),
    check(
      'internal_reconciliation_entries_sides',
      sql`debit >= 0 and credit >= 0 and (debit > 0) <> (credit > 0)
        and debit_fc >= 0 and credit_fc >= 0 and (debit > 0 or debit_fc = 0) and (credit > 0 or credit_fc = 0)`,
    ),
    check('internal_reconciliation_entries_rate', sql`exchange_rate > 0`),
  ],
);

/** Per client account the number that was given last: it is not given again, whatever is deleted. */
export const internalReconciliationCounters = pgTable('internal_reconciliation_counters', {
  clientAccountId: id('client_account_id').primaryKey(),
  lastSequenceNumber: longInteger('last_sequence_number').notNull(),
});
