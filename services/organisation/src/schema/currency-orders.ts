import { id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { foreignKey, pgTable, text } from 'drizzle-orm/pg-core';
import { clientAccounts } from './client-accounts.ts';

/**
 * The intent to change an accounting currency, stored before the ledger is asked and gone with the change or its
 * refusal. One at a time per account.
 */
export const currencyOrders = pgTable(
  'currency_orders',
  {
    clientAccountId: id('client_account_id').primaryKey(),
    commandKey: text('command_key').notNull().unique('currency_orders_key'),
    currency: text('currency').notNull(),
    actorId: id('actor_id').notNull(),
    /** Of the account when it was ordered. */
    accountVersion: longInteger('account_version').notNull(),
    /** By the clock of the machine: when the order counts as left alone. */
    storedAt: moment('stored_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    foreignKey({
      name: 'currency_orders_account',
      columns: [table.clientAccountId],
      foreignColumns: [clientAccounts.id],
    }).onDelete('cascade'),
  ],
);
