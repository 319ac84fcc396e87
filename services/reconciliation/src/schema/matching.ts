import { id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Which books are to be looked through for lines that match, and who does so. */
export const matchingBooks = pgTable(
  'matching_books',
  {
    clientAccountId: id('client_account_id').primaryKey(),
    /** Of the ledger's journal: when it was looked through last, and the newest that was heard of. */
    revision: longInteger('revision').notNull().default(0),
    seenRevision: longInteger('seen_revision').notNull().default(0),
    /** Rises with every reason to look again, so that one which comes meanwhile is not lost. */
    wanted: longInteger('wanted').notNull().default(0),
    /** When the books are due; the end of the lease while somebody has them; null where nothing has changed. */
    dueAt: moment('due_at'),
    /** Whoever finds another key here has been overtaken. */
    leaseKey: text('lease_key'),
    /** How long it took last: books that take long are looked through less often. */
    tookMillis: integer('took_millis').notNull().default(0),
  },
  (table) => [index('matching_books_due').on(table.dueAt).where(sql`due_at is not null`)],
);

/**
 * What was proposed, by its lines and amounts. A proposal whose draft is gone although nothing has changed was refused
 * by somebody: it is not made again.
 */
export const matchingProposals = pgTable(
  'matching_proposals',
  {
    clientAccountId: id('client_account_id').notNull(),
    fingerprint: text('fingerprint').notNull(),
    reconciliationId: id('reconciliation_id').notNull(),
  },
  (table) => [primaryKey({ name: 'matching_proposals_pkey', columns: [table.clientAccountId, table.fingerprint] })],
);
