import { bigint, boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const clientAccounts = pgTable('client_accounts', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: bigint('organization_id', { mode: 'number' }).notNull(),
  uniqueName: text('unique_name').notNull(),
  displayName: text('display_name').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  accountingCurrency: text('accounting_currency').notNull(),
  accountingLanguage: text('accounting_language').notNull(),
  isProven: boolean('is_proven').notNull().default(false),
  openedByProviderIds: bigint('opened_by_provider_ids', { mode: 'number' }).array().notNull().default([]),
  metadata: jsonb('metadata').notNull(),
  billingClientAccountId: bigint('billing_client_account_id', { mode: 'number' }),
  nextSaleInvoiceNumber: bigint('next_sale_invoice_number', { mode: 'number' }).notNull().default(10_000),
  saleInvoiceSetAtVersion: bigint('sale_invoice_set_at_version', { mode: 'number' }).notNull().default(1),
  nextSaleCreditNoteNumber: bigint('next_sale_credit_note_number', { mode: 'number' }).notNull().default(10_000),
  saleCreditNoteSetAtVersion: bigint('sale_credit_note_set_at_version', { mode: 'number' }).notNull().default(1),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  createdById: bigint('created_by_id', { mode: 'number' }),
  updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull(),
  updatedById: bigint('updated_by_id', { mode: 'number' }),
});
