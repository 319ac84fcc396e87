import { id, momentText } from '@app/db/columns';
import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What came of each order, so that one that comes again gets the same answer. */
export const currencyOrders = pgTable(
  'currency_orders',
  {
    clientAccountId: id('client_account_id').notNull(),
    commandKey: text('command_key').notNull(),
    currency: text('currency').notNull(),
    isChanged: boolean('is_changed').notNull(),
    orderedAt: momentText('ordered_at').notNull(),
  },
  (table) => [primaryKey({ name: 'currency_orders_pkey', columns: [table.clientAccountId, table.commandKey] })],
);
