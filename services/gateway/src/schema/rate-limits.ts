import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** One row per limit and client address that used it lately. Unlogged: a crash of the database forgets the counts, nothing else. */
export const rateLimitWindows = pgTable(
  'rate_limit_windows',
  {
    name: text('name').notNull(),
    client: text('client').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true, mode: 'string' }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true, mode: 'string' }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ name: 'rate_limit_windows_pkey', columns: [table.name, table.client] })],
);
