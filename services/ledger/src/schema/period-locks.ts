import { bigint, date, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const id = (name: string) => bigint(name, { mode: 'number' });

export const periodLocks = pgTable(
  'period_locks',
  {
    id: id('id').notNull(),
    clientAccountId: id('client_account_id').notNull(),
    lockedUntilDate: date('locked_until_date', { mode: 'string' }).notNull(),
    lockingComment: text('locking_comment').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'string' }).notNull(),
    createdById: id('created_by_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientAccountId, table.id] })],
);
