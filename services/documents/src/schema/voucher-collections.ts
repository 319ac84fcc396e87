import { recordColumns, recordRules } from '@app/records/schema';
import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** Vouchers that belong together. */
export const voucherCollections = pgTable(
  'voucher_collections',
  {
    ...recordColumns(),
    name: text('name'),
    description: text('description'),
  },
  (table) => [
    ...recordRules('voucher_collections', table),
    // Names are compared composed and whatever their case.
    uniqueIndex('voucher_collections_name_key').on(
      table.clientAccountId,
      sql`lower(normalize(name, NFC) collate "und-x-icu")`,
    ),
    check('voucher_collections_name', sql`name <> ''`),
  ],
);
