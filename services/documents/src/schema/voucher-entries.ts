import { day, id, longInteger } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { vouchers } from './vouchers.ts';

/** Projection of the ledger: journal entries that name vouchers. */
export const voucherEntries = pgTable(
  'voucher_entries',
  {
    clientAccountId: id('client_account_id').notNull(),
    entryId: id('entry_id').notNull(),
    voucherId: id('voucher_id').notNull(),
    /** Null for a draft. */
    sequenceNumber: longInteger('sequence_number'),
    /** Of the first line. */
    postingDate: day('posting_date').notNull(),
    description: text('description').notNull(),
    isDraft: boolean('is_draft').notNull(),
    isCancelled: boolean('is_cancelled').notNull(),
    /** Of the journal when the ledger was asked; an older one changes nothing. */
    revision: longInteger('revision').notNull(),
  },
  (table) => [
    primaryKey({ name: 'voucher_entries_pkey', columns: [table.clientAccountId, table.entryId] }),
    foreignKey({
      name: 'voucher_entries_voucher',
      columns: [table.clientAccountId, table.voucherId],
      foreignColumns: [vouchers.clientAccountId, vouchers.id],
    }).onDelete('cascade'),
    index('voucher_entries_of_voucher').on(table.clientAccountId, table.voucherId, table.entryId),
  ],
);

/** What the lines of those entries are found by, each combination once. */
export const voucherEntryLines = pgTable(
  'voucher_entry_lines',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    entryId: id('entry_id').notNull(),
    postingDate: day('posting_date').notNull(),
    accountCode: text('account_code').notNull(),
    taxCode: text('tax_code'),
  },
  (table) => [
    foreignKey({
      name: 'voucher_entry_lines_entry',
      columns: [table.clientAccountId, table.entryId],
      foreignColumns: [voucherEntries.clientAccountId, voucherEntries.entryId],
    }).onDelete('cascade'),
    index('voucher_entry_lines_of_entry').on(table.clientAccountId, table.entryId),
    index('voucher_entry_lines_by_account').on(table.clientAccountId, table.accountCode, table.entryId),
    index('voucher_entry_lines_by_date').on(table.clientAccountId, table.postingDate, table.entryId),
    index('voucher_entry_lines_by_tax_code')
      .on(table.clientAccountId, table.taxCode, table.entryId)
      .where(sql`tax_code is not null`),
  ],
);
