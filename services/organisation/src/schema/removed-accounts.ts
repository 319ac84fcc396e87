import { id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Client accounts that are gone: the number alone, which is never given again. What a request that was under way wrote
 * after all is looked for once more.
 */
export const removedAccounts = pgTable(
  'removed_accounts',
  {
    clientAccountId: id('client_account_id').primaryKey(),
    commandKey: text('command_key').notNull(),
    removedAt: moment('removed_at').notNull().default(sql`clock_timestamp()`),
    /** When it was looked for. */
    sweptAt: moment('swept_at'),
  },
  (table) => [index('removed_accounts_due').on(table.removedAt).where(sql`swept_at is null`)],
);
