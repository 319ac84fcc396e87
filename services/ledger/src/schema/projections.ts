import { bigint, boolean, customType, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

const id = (name: string) => bigint(name, { mode: 'number' });

/** A set of days, as PostgreSQL writes it: `{[2026-01-01,2026-03-01)}`. */
const dateMultirange = customType<{ data: string }>({ dataType: () => 'datemultirange' });

export const accountFacts = pgTable('account_facts', {
  clientAccountId: id('client_account_id').primaryKey(),
  accountingCurrency: text('accounting_currency').notNull(),
  accountingLanguage: text('accounting_language').notNull(),
  displayName: text('display_name').notNull(),
  organizationNumber: text('organization_number'),
  isActive: boolean('is_active').notNull(),
  vatLiableDuring: dateMultirange('vat_liable_during').notNull(),
  accountVersion: id('account_version').notNull(),
  settingsVersion: id('settings_version').notNull(),
  currencyVersion: id('currency_version').notNull().default(0),
  currencyIsOrdered: boolean('currency_is_ordered').notNull().default(false),
});

export const referenceValues = pgTable(
  'reference_values',
  {
    clientAccountId: id('client_account_id').notNull(),
    relationType: text('relation_type').notNull(),
    relationId: id('relation_id').notNull(),
    name: text('name').notNull(),
    isActive: boolean('is_active').notNull(),
    version: id('version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientAccountId, table.relationType, table.relationId] })],
);
