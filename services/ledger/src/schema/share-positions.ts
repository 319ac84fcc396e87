import { day, id } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * What a holder has of a class at the end of each day on which that changed: made of the transactions, and written with
 * them. The newest row up to a day is the position of that day.
 */
export const sharePositions = pgTable(
  'share_positions',
  {
    clientAccountId: id('client_account_id').notNull(),
    /** 0: the pool that shares are issued from and retired to. */
    businessPartnerId: id('business_partner_id').notNull(),
    shareClass: text('share_class').notNull(),
    asOf: day('as_of').notNull(),
    quantity: numeric('quantity', { precision: 38, scale: 6 }).notNull(),
    costBasis: numeric('cost_basis', { precision: 38, scale: 6 }).notNull(),
  },
  (table) => [
    // Nobody ever has fewer than no shares, whatever is recorded afterwards for an earlier day.
    check('share_positions_quantity_check', sql`quantity >= 0 or business_partner_id = 0`),
    primaryKey({
      name: 'share_positions_pkey',
      columns: [table.clientAccountId, table.businessPartnerId, table.shareClass, table.asOf],
    }),
  ],
);
