import { bytes, id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { contents } from './contents.ts';

/** Files as people know them: a name, a type and whose they are. A voucher is a file, with the same id. */
export const files = pgTable(
  'files',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    type: text('type', { enum: ['VOUCHER', 'ATTACHMENT', 'CHAT_ATTACHMENT'] }).notNull(),
    fileName: text('file_name').notNull(),
    /** What the content is, whatever its sender said. */
    contentType: text('content_type').notNull(),
    channel: text('channel', { enum: ['API', 'WEB', 'APP', 'EMAIL', 'EHF'] }),
    /** Of files that go through the workflow of vouchers. */
    processingTrack: text('processing_track', { enum: ['DEFAULT', 'MANUAL'] }),
    size: longInteger('size').notNull(),
    sha256: bytes('sha256').notNull(),
    /** False: hidden, and not deleted. */
    isActive: boolean('is_active').notNull().default(true),
    /** When a chat attachment was sent; null before, and for other files. */
    sentAt: moment('sent_at'),
    /** The file that this one was made of. */
    sourceFileId: id('source_file_id'),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id'),
    updatedAt: moment('updated_at').notNull(),
    updatedById: id('updated_by_id'),
  },
  (table) => [
    // For references that must stay within the account.
    unique('files_account_key').on(table.clientAccountId, table.id),
    foreignKey({
      name: 'files_content',
      columns: [table.clientAccountId, table.sha256],
      foreignColumns: [contents.clientAccountId, contents.sha256],
    }),
    foreignKey({
      name: 'files_source',
      columns: [table.clientAccountId, table.sourceFileId],
      foreignColumns: [table.clientAccountId, table.id],
    }),
    check('files_type', sql`type in ('VOUCHER', 'ATTACHMENT', 'CHAT_ATTACHMENT')`),
    check('files_name', sql`file_name <> ''`),
    check('files_channel', sql`channel in ('API', 'WEB', 'APP', 'EMAIL', 'EHF')`),
    check('files_track', sql`processing_track in ('DEFAULT', 'MANUAL')`),
    // In the order of their changes, as the list of vouchers is followed.
    index('files_of_vouchers_changed')
      .on(table.clientAccountId, table.updatedAt, table.id)
      .where(sql`type = 'VOUCHER'`),
    // Its condition always holds. It keeps the index for those who look for a content: while the table has no
    // statistics, the check of a foreign key goes by any index that begins with the account, and would read all its
    // files (docs/decisions/0289-the-key-of-a-young-table.md).
    index('files_of_content').on(table.clientAccountId, table.sha256).where(sql`sha256 is not null`),
    index('files_unsent').on(table.createdAt).where(sql`type = 'CHAT_ATTACHMENT' and is_active and sent_at is null`),
    index('files_by_source').on(table.clientAccountId, table.sourceFileId).where(sql`source_file_id is not null`),
  ],
);
