import { bytes, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { contents } from './contents.ts';
import { vouchers } from './vouchers.ts';

/** What was read of a voucher: its text, and where that lies among the texts of others. */
export const voucherTexts = pgTable(
  'voucher_texts',
  {
    clientAccountId: id('client_account_id').notNull(),
    voucherId: id('voucher_id').primaryKey(),
    body: text('body').notNull(),
    /** 256 numbers of 32 bits, little-endian, of unit length; null where there is too little text. */
    embedding: bytes('embedding'),
    /** Of the last change of the embedding, in the order of commits within the account. */
    embeddedAt: moment('embedded_at').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'voucher_texts_voucher',
      columns: [table.clientAccountId, table.voucherId],
      foreignColumns: [vouchers.clientAccountId, vouchers.id],
    }).onDelete('cascade'),
    check('voucher_texts_embedding', sql`length(embedding) = 1024`),
    index('voucher_texts_of_account').on(table.clientAccountId, table.voucherId),
    index('voucher_texts_by_embedding').on(table.clientAccountId, table.embeddedAt).where(sql`embedding is not null`),
  ],
);

/** Pictures of a voucher, and what it was converted to. Their bytes are contents as those of files are. */
export const voucherPages = pgTable(
  'voucher_pages',
  {
    clientAccountId: id('client_account_id').notNull(),
    voucherId: id('voucher_id').notNull(),
    kind: text('kind', { enum: ['PAGE', 'THUMBNAIL', 'PREVIEW', 'CONVERTED'] }).notNull(),
    /** Counted from 1; 0 for what is no page. */
    pageNumber: integer('page_number').notNull(),
    contentType: text('content_type').notNull(),
    sha256: bytes('sha256').notNull(),
  },
  (table) => [
    primaryKey({ name: 'voucher_pages_pkey', columns: [table.voucherId, table.kind, table.pageNumber] }),
    foreignKey({
      name: 'voucher_pages_voucher',
      columns: [table.clientAccountId, table.voucherId],
      foreignColumns: [vouchers.clientAccountId, vouchers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'voucher_pages_content',
      columns: [table.clientAccountId, table.sha256],
      foreignColumns: [contents.clientAccountId, contents.sha256],
    }),
    check('voucher_pages_kind', sql`kind in ('PAGE', 'THUMBNAIL', 'PREVIEW', 'CONVERTED')`),
    check('voucher_pages_number', sql`(kind = 'PAGE') = (page_number > 0) and page_number >= 0`),
    index('voucher_pages_by_content').on(table.clientAccountId, table.sha256),
  ],
);
