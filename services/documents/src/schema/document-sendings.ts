import { id, momentText } from '@app/db/columns';
import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { documents } from './documents.ts';

/** To whom documents were sent, each time: a mail that is still on its way keeps its own address. */
export const documentSendings = pgTable(
  'document_sendings',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    documentId: id('document_id').notNull(),
    sentTo: text('sent_to').notNull(),
    sentAt: momentText('sent_at').notNull(),
    sentById: id('sent_by_id').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'document_sendings_document',
      columns: [table.clientAccountId, table.documentId],
      foreignColumns: [documents.clientAccountId, documents.id],
    }).onDelete('cascade'),
    index('document_sendings_of_document').on(table.clientAccountId, table.documentId),
  ],
);
