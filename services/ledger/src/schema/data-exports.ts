import { day, id, longInteger, momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** Archives of the books that somebody asked for, and what became of them. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    /** Who asked, and alone sees it. */
    userId: id('user_id').notNull(),
    dateFrom: day('date_from').notNull(),
    dateTo: day('date_to').notNull(),
    /** Of the mail. */
    language: text('language', { enum: ['nob', 'eng'] }).notNull(),
    status: text('status', { enum: ['QUEUED', 'RUNNING', 'READY', 'FAILED'] })
      .notNull()
      .default('QUEUED'),
    createdAt: momentText('created_at').notNull(),
    finishedAt: momentText('finished_at'),
    /** How often it was begun: says who works on it. */
    attempts: integer('attempts').notNull().default(0),
    /** Nobody else begins it before. */
    leaseUntil: momentText('lease_until').notNull().default(sql`'-infinity'::timestamp with time zone`),
    /** Of the file store; noted before anything is stored under it. */
    fileKey: text('file_key'),
    fileName: text('file_name'),
    fileSize: longInteger('file_size'),
    errorMessage: text('error_message'),
  },
  (table) => [
    check('data_exports_status_check', sql`status in ('QUEUED', 'RUNNING', 'READY', 'FAILED')`),
    check('data_exports_language_check', sql`language in ('nob', 'eng')`),
    check('data_exports_finished_check', sql`(finished_at is not null) = (status in ('READY', 'FAILED'))`),
    uniqueIndex('data_exports_under_way_key').on(table.clientAccountId).where(sql`status in ('QUEUED', 'RUNNING')`),
    index('data_exports_due_idx').on(table.leaseUntil, table.id).where(sql`status in ('QUEUED', 'RUNNING')`),
    index('data_exports_account_idx').on(table.clientAccountId).where(sql`file_key is not null`),
    index('data_exports_kept_idx').on(table.finishedAt).where(sql`file_key is not null`),
  ],
);
