import { bigint, boolean, customType, date, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { recordColumns } from './record-columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const businessPartners = pgTable('business_partners', {
  ...recordColumns(),
  isOrganization: boolean('is_organization').notNull(),
  organizationId: bigint('organization_id', { mode: 'number' }),
  userId: bigint('user_id', { mode: 'number' }),
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
  birthDate: date('birth_date', { mode: 'string' }),
  nationalIdentityNumberSealed: bytea('national_identity_number_sealed'),
  paymentTermsDays: smallint('payment_terms_days').notNull(),
  currencyCode: text('currency_code'),
  defaultAccountCode: text('default_account_code'),
  defaultTaxCode: text('default_tax_code'),
  invoiceEmail: text('invoice_email'),
  defaultBankAccountId: bigint('default_bank_account_id', { mode: 'number' }),
  autonomyLevel: text('autonomy_level'),
  metadata: jsonb('metadata').notNull(),
});
