import { day, id, longInteger, momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, index, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/**
 * One side of an operation on shares: what a holder, or the pool that shares come from, received or gave. Sides are
 * added and never changed; those of an operation and class add up to nothing (sql/equity.sql).
 */
export const shareTransactions = pgTable(
  'share_transactions',
  {
    id: id('id').generatedByDefaultAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    transactionDate: day('transaction_date').notNull(),
    transactionType: text('transaction_type').notNull(),
    transactionGroupId: uuid('transaction_group_id').notNull(),
    /** Null: the pool that shares are issued from and retired to. */
    businessPartnerId: id('business_partner_id'),
    shareClass: text('share_class').notNull(),
    quantity: numeric('quantity', { precision: 19, scale: 6 }).notNull(),
    /** Null: none was named, which is another thing than nothing paid. */
    pricePerShare: numeric('price_per_share', { precision: 19, scale: 6 }),
    notes: text('notes'),
    splitRatioNumerator: longInteger('split_ratio_numerator'),
    splitRatioDenominator: longInteger('split_ratio_denominator'),
    createdAt: momentText('created_at').notNull(),
    createdById: id('created_by_id').notNull(),
  },
  (table) => [
    check(
      'share_transactions_type_check',
      sql`transaction_type in ('ISSUANCE', 'TRANSFER', 'BUYBACK', 'RETIREMENT', 'SPLIT', 'CONVERSION')`,
    ),
    check(
      'share_transactions_class_check',
      sql`share_class in ('ORDINARY', 'CLASS_A', 'CLASS_B', 'CLASS_C', 'PREFERRED', 'OTHER')`,
    ),
    check('share_transactions_quantity_check', sql`quantity <> 0`),
    check('share_transactions_price_check', sql`price_per_share >= 0`),
    check(
      'share_transactions_ratio_check',
      sql`(transaction_type = 'SPLIT') = (split_ratio_numerator is not null) and (split_ratio_numerator is null) = (split_ratio_denominator is null) and split_ratio_numerator > 0 and split_ratio_denominator > 0`,
    ),
    primaryKey({ name: 'share_transactions_pkey', columns: [table.clientAccountId, table.id] }),
    uniqueIndex('share_transactions_id_idx').on(table.id),
    index('share_transactions_changes_idx').on(table.clientAccountId, table.createdAt, table.id),
    index('share_transactions_partner_idx').on(table.clientAccountId, table.businessPartnerId, table.id),
    index('share_transactions_date_idx').on(table.clientAccountId, table.shareClass, table.transactionDate, table.id),
  ],
);
