import { day, id, momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** The newest record is in force; moving the date back is a new record. */
export const periodLocks = pgTable(
  'period_locks',
  {
    id: id('id').generatedByDefaultAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    lockedUntilDate: day('locked_until_date').notNull(),
    lockingComment: text('locking_comment').notNull(),
    createdAt: momentText('created_at').notNull(),
    createdById: id('created_by_id').notNull(),
  },
  (table) => [
    check('period_locks_comment_check', sql`locking_comment <> ''`),
    primaryKey({ name: 'period_locks_pkey', columns: [table.clientAccountId, table.id] }),
  ],
);
