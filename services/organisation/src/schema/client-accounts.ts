import { bytes, id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';

/** Client accounts: the companies whose books these are. One organization has at most one. */
export const clientAccounts = pgTable(
  'client_accounts',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: id('organization_id').notNull().unique('client_accounts_organization_key'),
    uniqueName: text('unique_name').notNull().unique('client_accounts_unique_name_key'),
    displayName: text('display_name').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    accountingCurrency: text('accounting_currency').notNull(),
    accountingLanguage: text('accounting_language', { enum: ['nob', 'swe', 'dan', 'eng'] }).notNull(),
    metadata: jsonb('metadata').notNull().default({}),
    /** The account that is billed for this one. */
    billingClientAccountId: id('billing_client_account_id'),
    nextSaleInvoiceNumber: longInteger('next_sale_invoice_number').notNull().default(10000),
    saleInvoiceSetAtVersion: longInteger('sale_invoice_set_at_version').notNull().default(1),
    nextSaleCreditNoteNumber: longInteger('next_sale_credit_note_number').notNull().default(10000),
    saleCreditNoteSetAtVersion: longInteger('sale_credit_note_set_at_version').notNull().default(1),
    /** Rises with every change of the account or its settings; taken while the row is locked. */
    version: longInteger('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id'),
    updatedAt: moment('updated_at').notNull(),
    updatedById: id('updated_by_id'),
    /**
     * Is it known that whoever opened the account may act for the organization? And which firms opened it for a
     * customer: none when a person opened it for themselves. The previous release writes neither; its accounts count
     * as opened by a person and not proven.
     */
    isProven: boolean('is_proven').notNull().default(false),
    openedByProviderIds: id('opened_by_provider_ids').array().notNull().default([]),
    /**
     * While its records are erased it takes no writes; one that is removed is reached by nobody any more. Null
     * otherwise.
     */
    erasing: text('erasing', { enum: ['reset', 'removal'] }),
    /** A company of the test hooks is erased after this moment; null for every other. */
    disposableUntil: moment('disposable_until'),
    /** Of the logo's bytes (logos.ts), and what they are; null without a logo. */
    logoSha256: bytes('logo_sha256'),
    logoMediaType: text('logo_media_type', { enum: ['image/png', 'image/jpeg', 'image/webp'] }),
  },
  (table) => [
    check('client_accounts_currency', sql`accounting_currency ~ '^[A-Z]{3}$'`),
    check('client_accounts_language', sql`accounting_language in ('nob', 'swe', 'dan', 'eng')`),
    check('client_accounts_erasing', sql`erasing in ('reset', 'removal')`),
    check('client_accounts_logo', sql`(logo_sha256 is null) = (logo_media_type is null)`),
    check('client_accounts_sale_invoice', sql`next_sale_invoice_number >= 1`),
    check('client_accounts_sale_credit_note', sql`next_sale_credit_note_number >= 1`),
    foreignKey({
      name: 'client_accounts_organization',
      columns: [table.organizationId],
      foreignColumns: [organizations.id],
    }),
    foreignKey({
      name: 'client_accounts_billing',
      columns: [table.billingClientAccountId],
      foreignColumns: [table.id],
    }).onDelete('set null'),
    index('client_accounts_billed_through')
      .on(table.billingClientAccountId)
      .where(sql`billing_client_account_id is not null`),
    index('client_accounts_followed').on(table.updatedAt, table.id),
  ],
);

/** The language that the books are kept in. */
export type AccountingLanguage = typeof clientAccounts.$inferSelect.accountingLanguage;
