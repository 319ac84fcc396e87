import { day, id, longInteger, momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, pgTable } from 'drizzle-orm/pg-core';

/**
 * One row per client account. Whoever writes the journal of an account holds this row until it commits, so commits
 * of one account happen one after the other: numbers have no gaps, and `last_updated_at` never goes back.
 */
export const journalCounters = pgTable(
  'journal_counters',
  {
    clientAccountId: id('client_account_id').primaryKey(),
    lastSequenceNumber: longInteger('last_sequence_number').notNull().default(0),
    /** Numbers up to this one went with the entries that a reset erased; they are not given again. */
    erasedSequenceNumber: longInteger('erased_sequence_number').notNull().default(0),
    lastUpdatedAt: momentText('last_updated_at').notNull().default(sql`'-infinity'::timestamp with time zone`),
    /** Rises with every change of the account's journal; events carry it. */
    revision: longInteger('revision').notNull().default(0),
    /** The newest period lock: posting dates up to this day are locked. */
    lockedUntil: day('locked_until'),
    /** Rises with every change of what the account's entries are judged by; see `sql/ground.sql`. */
    groundVersion: longInteger('ground_version').notNull().default(0),
  },
  () => [check('journal_counters_sequence_check', sql`erased_sequence_number between 0 and last_sequence_number`)],
);
