import { day, id, longInteger } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { files } from './files.ts';

/** Vouchers: what a file is in the books, under the file's id. */
export const vouchers = pgTable(
  'vouchers',
  {
    id: id('id').primaryKey(),
    clientAccountId: id('client_account_id').notNull(),
    /** Type of the document, as far as it is known. */
    voucherType: text('voucher_type'),
    /** The day that was set on the voucher itself. */
    documentDate: day('document_date'),
    status: text('status', { enum: ['PENDING', 'DRAFT', 'ARCHIVED', 'BOOKED', 'DELETED'] }).notNull(),
    workflowStatus: text('workflow_status', {
      enum: [
        'IMAGE_PROCESSING',
        'STARTING_WORKFLOW',
        'CLASSIFICATION',
        'DATA_EXTRACTION',
        'WAITING_FOR_ANSWER',
        'DUPLICATE_CHECK',
        'BOOKING',
        'RECONCILING',
        'CANCELLED',
        'FAILED',
        'COMPLETED',
      ],
    }).notNull(),
    collectionId: id('collection_id'),
    projectId: id('project_id'),
    /** Whoever sent it sees nothing of the books: of such a file nothing is posted, and no partner made, by itself. */
    sentByEmployee: boolean('sent_by_employee').notNull().default(false),
    /** The caller's own id of the voucher, and what it keeps with it. */
    externalId: text('external_id'),
    metadata: jsonb('metadata'),
    /** Of the ledger's journal when it was last asked about the entries of this voucher. */
    booksRevision: longInteger('books_revision').notNull().default(0),
    version: longInteger('version').notNull().default(1),
  },
  (table) => [
    unique('vouchers_account_key').on(table.clientAccountId, table.id),
    foreignKey({
      name: 'vouchers_file',
      columns: [table.clientAccountId, table.id],
      foreignColumns: [files.clientAccountId, files.id],
    }).onDelete('cascade'),
    uniqueIndex('vouchers_external_id').on(table.clientAccountId, table.externalId).where(sql`external_id is not null`),
    index('vouchers_of_collection').on(table.clientAccountId, table.collectionId).where(sql`collection_id is not null`),
    check('vouchers_status', sql`status in ('PENDING', 'DRAFT', 'ARCHIVED', 'BOOKED', 'DELETED')`),
    check(
      'vouchers_workflow_status',
      sql`workflow_status in ('IMAGE_PROCESSING', 'STARTING_WORKFLOW', 'CLASSIFICATION', 'DATA_EXTRACTION', 'WAITING_FOR_ANSWER',
        'DUPLICATE_CHECK', 'BOOKING', 'RECONCILING', 'CANCELLED', 'FAILED', 'COMPLETED')`,
    ),
  ],
);

/** Files that are attached to a voucher, in the order in which people see them. */
export const voucherAttachments = pgTable(
  'voucher_attachments',
  {
    clientAccountId: id('client_account_id').notNull(),
    voucherId: id('voucher_id').notNull(),
    fileId: id('file_id').notNull(),
    place: longInteger('place').notNull(),
  },
  (table) => [
    primaryKey({ name: 'voucher_attachments_pkey', columns: [table.voucherId, table.fileId] }),
    foreignKey({
      name: 'voucher_attachments_voucher',
      columns: [table.clientAccountId, table.voucherId],
      foreignColumns: [vouchers.clientAccountId, vouchers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'voucher_attachments_file',
      columns: [table.clientAccountId, table.fileId],
      foreignColumns: [files.clientAccountId, files.id],
    }).onDelete('cascade'),
    index('voucher_attachments_of_file').on(table.clientAccountId, table.fileId),
  ],
);
