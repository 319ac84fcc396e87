import { bytes, day, id } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { followedIndex, recordColumns, recordRules } from './record-columns.ts';

/** Customers, suppliers, employees and owners. */
export const businessPartners = pgTable(
  'business_partners',
  {
    ...recordColumns(),
    isOrganization: boolean('is_organization').notNull(),
    organizationId: id('organization_id'),
    userId: id('user_id'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    phone: text('phone'),
    streetAddress: text('street_address'),
    postalCode: text('postal_code'),
    city: text('city'),
    countryCode: text('country_code').notNull(),
    vatNumber: text('vat_number'),
    isCustomer: boolean('is_customer').notNull().default(false),
    isSupplier: boolean('is_supplier').notNull().default(false),
    isEmployee: boolean('is_employee').notNull().default(false),
    isOwner: boolean('is_owner').notNull().default(false),
    birthDate: day('birth_date'),
    /** Encrypted; shown to nobody, read by the payroll service alone. */
    nationalIdentityNumberSealed: bytes('national_identity_number_sealed'),
    paymentTermsDays: smallint('payment_terms_days').notNull(),
    currencyCode: text('currency_code'),
    defaultAccountCode: text('default_account_code'),
    defaultTaxCode: text('default_tax_code'),
    invoiceEmail: text('invoice_email'),
    defaultBankAccountId: id('default_bank_account_id'),
    autonomyLevel: text('autonomy_level', { enum: ['NONE', 'DRAFT', 'FULL'] }),
    metadata: jsonb('metadata').notNull().default({}),
    /** The caller's own id. */
    externalId: text('external_id'),
  },
  (table) => [
    ...recordRules('business_partners', table),
    followedIndex('business_partners', table),
    check('business_partners_country', sql`country_code ~ '^[A-Z]{2}$'`),
    check('business_partners_payment_terms', sql`payment_terms_days between 0 and 365`),
    check('business_partners_currency', sql`currency_code ~ '^[A-Z]{3}$'`),
    check('business_partners_autonomy_level', sql`autonomy_level in ('NONE', 'DRAFT', 'FULL')`),
    check('business_partners_organization_flag', sql`organization_id is null or is_organization`),
    foreignKey({
      name: 'business_partners_organization',
      columns: [table.organizationId],
      foreignColumns: [organizations.id],
    }),
    uniqueIndex('business_partners_organization_key')
      .on(table.clientAccountId, table.organizationId)
      .where(sql`is_active and organization_id is not null`),
    uniqueIndex('business_partners_external_id')
      .on(table.clientAccountId, table.externalId)
      .where(sql`external_id is not null`),
    index('business_partners_user').on(table.clientAccountId, table.userId).where(sql`user_id is not null`),
  ],
);
