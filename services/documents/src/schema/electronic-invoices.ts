import { id } from '@app/db/columns';
import { foreignKey, pgTable, text } from 'drizzle-orm/pg-core';
import { documents } from './documents.ts';

/** Documents as EHF, written when their PDFs were: whoever is sent both reads the same names and account in both. */
export const electronicInvoices = pgTable(
  'electronic_invoices',
  {
    documentId: id('document_id').primaryKey(),
    clientAccountId: id('client_account_id').notNull(),
    xml: text('xml').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'electronic_invoices_document',
      columns: [table.clientAccountId, table.documentId],
      foreignColumns: [documents.clientAccountId, documents.id],
    }).onDelete('cascade'),
  ],
);
