import { id, longInteger } from '@app/db/columns';
import { recordColumns, recordRules } from '@app/records/schema';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, jsonb, numeric, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { units } from './units.ts';

/** What a client account sells. */
export const items = pgTable(
  'items',
  {
    ...recordColumns(),
    itemNo: text('item_no').notNull(),
    name: text('name'),
    itemType: text('item_type', { enum: ['ITEM', 'SERVICE'] }).notNull(),
    salesUnitId: id('sales_unit_id').notNull(),
    stockUnitId: id('stock_unit_id'),
    /** A rate period of the ledger's tax codes. */
    taxCodeId: id('tax_code_id').notNull(),
    metadata: jsonb('metadata').notNull().default({}),
    isActive: boolean('is_active').notNull().default(true),
    /** Null: the setting of the client account. */
    autonomyLevel: text('autonomy_level', { enum: ['NONE', 'DRAFT', 'FULL'] }),
  },
  (table) => [
    ...recordRules('items', table),
    // Also of inactive ones: a number means one item for good.
    unique('items_number_key').on(table.clientAccountId, table.itemNo),
    foreignKey({ name: 'items_sales_unit', columns: [table.salesUnitId], foreignColumns: [units.id] }),
    foreignKey({ name: 'items_stock_unit', columns: [table.stockUnitId], foreignColumns: [units.id] }),
    check('items_number', sql`item_no <> ''`),
    check('items_type', sql`item_type in ('ITEM', 'SERVICE')`),
    check('items_autonomy', sql`autonomy_level in ('NONE', 'DRAFT', 'FULL')`),
  ],
);

/** What an item costs, at most once per currency. */
export const itemPrices = pgTable(
  'item_prices',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    itemId: id('item_id').notNull(),
    /** The order in which the prices were given. */
    place: longInteger('place').notNull(),
    currencyCode: text('currency_code').notNull(),
    price: numeric('price', { precision: 19, scale: 6 }).notNull(),
  },
  (table) => [
    unique('item_prices_currency_key').on(table.clientAccountId, table.itemId, table.currencyCode),
    foreignKey({
      name: 'item_prices_item',
      columns: [table.clientAccountId, table.itemId],
      foreignColumns: [items.clientAccountId, items.id],
    }).onDelete('cascade'),
    check('item_prices_currency', sql`currency_code ~ '^[A-Z]{3}$'`),
  ],
);
