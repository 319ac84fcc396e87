import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const currencyOrders = pgTable('currency_orders', {
  clientAccountId: bigint('client_account_id', { mode: 'number' }).primaryKey(),
  commandKey: text('command_key').notNull(),
  currency: text('currency').notNull(),
  actorId: bigint('actor_id', { mode: 'number' }).notNull(),
  accountVersion: bigint('account_version', { mode: 'number' }).notNull(),
  storedAt: timestamp('stored_at', { withTimezone: true, mode: 'date' }).notNull(),
});
