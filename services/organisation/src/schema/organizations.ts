import { day, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';

/** Organizations of the business registry, and what is kept of them. */
export const organizations = pgTable(
  'organizations',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationNumber: text('organization_number').notNull().unique('organizations_number_key'),
    name: text('name').notNull(),
    countryCode: text('country_code').notNull().default('NO'),
    organizationForm: text('organization_form'),
    industryCode: text('industry_code'),
    industryDescription: text('industry_description'),
    isVatRegistered: boolean('is_vat_registered').notNull().default(false),
    isBankrupt: boolean('is_bankrupt').notNull().default(false),
    isDissolved: boolean('is_dissolved').notNull().default(false),
    registeredOn: day('registered_on'),
    streetAddress: text('street_address'),
    postalCode: text('postal_code'),
    city: text('city'),
    email: text('email'),
    phone: text('phone'),
    shareCapital: numeric('share_capital', { precision: 19, scale: 2 }),
    employeeCount: integer('employee_count'),
    /** [{role, person_name, organization_name}], null until they were asked for. */
    roles: jsonb('roles'),
    rolesFetchedAt: moment('roles_fetched_at'),
    /** Null while the registry has not answered for it yet. */
    fetchedAt: moment('fetched_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('organizations_number_form', sql`organization_number ~ '^[0-9]{9}$'`),
    index('organizations_name').using('gin', table.name.op('gin_trgm_ops')),
  ],
);
