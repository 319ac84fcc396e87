import { momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Counters of the rate limits, shared by all replicas of the gateway. They are worth nothing after a crash, hence
 * no write-ahead log; every request of a limited endpoint updates one row, hence room on the page for the next
 * version of it.
 */
export const rateLimitWindows = pgTable(
  'rate_limit_windows',
  {
    name: text('name').notNull(),
    client: text('client').notNull(),
    startedAt: momentText('started_at').notNull(),
    endsAt: momentText('ends_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    check('rate_limit_windows_count_check', sql`count > 0`),
    check('rate_limit_windows_span_check', sql`ends_at > started_at`),
    primaryKey({ name: 'rate_limit_windows_pkey', columns: [table.name, table.client] }),
    index('rate_limit_windows_ends_at_idx').on(table.endsAt),
  ],
);
