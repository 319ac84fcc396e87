import { bytes, id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';

/** Bytes that the store has, each once per client account, however many files are of them. */
export const contents = pgTable(
  'contents',
  {
    clientAccountId: id('client_account_id').notNull(),
    /** SHA-256. */
    sha256: bytes('sha256').notNull(),
    /** Bytes. */
    size: longInteger('size').notNull(),
    /** Of the store. */
    storeKey: text('store_key').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'contents_pkey', columns: [table.clientAccountId, table.sha256] }),
    unique('contents_store_key').on(table.storeKey),
    check('contents_sha256', sql`length(sha256) = 32`),
    check('contents_size', sql`size > 0`),
    check('contents_of_account', sql`store_key like client_account_id || '/%'`),
  ],
);

/**
 * Keys whose bytes are on their way, committed before the first of them is written. The transaction that makes the file
 * takes its row away; what a writer that was killed leaves is found by it and removed.
 */
export const arrivingContents = pgTable(
  'arriving_contents',
  {
    storeKey: text('store_key').primaryKey(),
    clientAccountId: id('client_account_id').notNull(),
    begunAt: moment('begun_at').notNull(),
  },
  (table) => [index('arriving_contents_begun').on(table.begunAt)],
);
