import { day, id } from '@app/db/columns';
import { recordColumns, recordRules } from '@app/records/schema';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { items } from './items.ts';
import { units } from './units.ts';

/** Templates of recurring invoices, draft selections and confirmed orders. */
export const itemCollections = pgTable(
  'item_collections',
  {
    ...recordColumns(),
    name: text('name'),
    collectionType: text('collection_type', { enum: ['TEMPLATE', 'CART', 'ORDER'] }).notNull(),
  },
  (table) => [
    ...recordRules('item_collections', table),
    check('item_collections_type', sql`collection_type in ('TEMPLATE', 'CART', 'ORDER')`),
  ],
);

/** What is in an item collection. */
export const itemCollectionEntries = pgTable(
  'item_collection_entries',
  {
    ...recordColumns(),
    itemCollectionId: id('item_collection_id').notNull(),
    itemId: id('item_id'),
    description: text('description'),
    quantity: numeric('quantity', { precision: 19, scale: 6 }).notNull(),
    price: numeric('price', { precision: 19, scale: 6 }).notNull(),
    /** Null: the accounting currency. */
    currencyCode: text('currency_code'),
    unitId: id('unit_id').notNull(),
    /** A rate period of the ledger's tax codes. */
    taxCodeId: id('tax_code_id').notNull(),
    /** Of organisation, as projects are. */
    businessPartnerId: id('business_partner_id'),
    projectId: id('project_id'),
    recurringStartDate: day('recurring_start_date'),
    recurringEndDate: day('recurring_end_date'),
    recurringTerms: text('recurring_terms', { enum: ['IN_ADVANCE', 'IN_ARREARS'] }),
    /** Months; null is one. */
    recurringInterval: integer('recurring_interval'),
    refundPolicy: text('refund_policy', { enum: ['NO_REFUND', 'PRORATED', 'FULL_REFUND'] }),
    trialEndDate: day('trial_end_date'),
  },
  (table) => [
    ...recordRules('item_collection_entries', table),
    index('item_collection_entries_of').on(table.clientAccountId, table.itemCollectionId, table.id),
    index('item_collection_entries_by_item').on(table.clientAccountId, table.itemId).where(sql`item_id is not null`),
    foreignKey({
      name: 'item_collection_entries_collection',
      columns: [table.clientAccountId, table.itemCollectionId],
      foreignColumns: [itemCollections.clientAccountId, itemCollections.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'item_collection_entries_item',
      columns: [table.clientAccountId, table.itemId],
      foreignColumns: [items.clientAccountId, items.id],
    }),
    foreignKey({ name: 'item_collection_entries_unit', columns: [table.unitId], foreignColumns: [units.id] }),
    check('item_collection_entries_quantity', sql`quantity >= 0`),
    check('item_collection_entries_currency', sql`currency_code ~ '^[A-Z]{3}$'`),
    check('item_collection_entries_terms', sql`recurring_terms in ('IN_ADVANCE', 'IN_ARREARS')`),
    check('item_collection_entries_interval', sql`recurring_interval > 0`),
    check('item_collection_entries_refund', sql`refund_policy in ('NO_REFUND', 'PRORATED', 'FULL_REFUND')`),
  ],
);
