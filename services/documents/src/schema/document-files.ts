import { id, longInteger } from '@app/db/columns';
import { foreignKey, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { documents } from './documents.ts';
import { files } from './files.ts';

/** Files that are attached to a document, in the order in which they came. */
export const documentFiles = pgTable(
  'document_files',
  {
    clientAccountId: id('client_account_id').notNull(),
    documentId: id('document_id').notNull(),
    fileId: id('file_id').notNull(),
    place: longInteger('place').notNull(),
  },
  (table) => [
    primaryKey({ name: 'document_files_pkey', columns: [table.documentId, table.fileId] }),
    foreignKey({
      name: 'document_files_document',
      columns: [table.clientAccountId, table.documentId],
      foreignColumns: [documents.clientAccountId, documents.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'document_files_file',
      columns: [table.clientAccountId, table.fileId],
      foreignColumns: [files.clientAccountId, files.id],
    }).onDelete('cascade'),
    index('document_files_of_file').on(table.clientAccountId, table.fileId),
  ],
);
