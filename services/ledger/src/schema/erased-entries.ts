import { id, longInteger } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Entries that a reset takes out of the books, by the records that they were posted for: noted before the first one
 * goes, while those records are there, and kept until the last one is gone.
 */
export const leavingEntries = pgTable(
  'leaving_entries',
  {
    clientAccountId: id('client_account_id').notNull(),
    journalEntryId: id('journal_entry_id').notNull(),
    /** Of the reset: where it goes on after it was interrupted is asked for this key alone. */
    commandKey: text('command_key').notNull(),
    /** The service whose record it is; the ledger for the exchange differences of matches with those. */
    source: text('source', { enum: ['documents', 'reconciliation', 'ledger'] }).notNull(),
    /** Of the document or payment. */
    recordId: id('record_id').notNull(),
    isGone: boolean('is_gone').notNull().default(false),
  },
  (table) => [
    check('leaving_entries_source_check', sql`source in ('documents', 'reconciliation', 'ledger')`),
    primaryKey({ name: 'leaving_entries_pkey', columns: [table.clientAccountId, table.journalEntryId] }),
    index('leaving_entries_record_idx').on(table.clientAccountId, table.commandKey, table.source, table.recordId),
    index('leaving_entries_left_idx').on(table.clientAccountId, table.journalEntryId).where(sql`not is_gone`),
  ],
);

/**
 * Sequence numbers whose entries a reset took while others stayed: no entry gets them again, and none is missed. Numbers
 * up to `journal_counters.erased_sequence_number` are not among them.
 */
export const erasedNumbers = pgTable(
  'erased_numbers',
  {
    clientAccountId: id('client_account_id').notNull(),
    number: longInteger('number').notNull(),
  },
  (table) => [
    check('erased_numbers_number_check', sql`number > 0`),
    primaryKey({ name: 'erased_numbers_pkey', columns: [table.clientAccountId, table.number] }),
  ],
);
