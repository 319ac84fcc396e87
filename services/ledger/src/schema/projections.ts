import { daySet, id, longInteger } from '@app/db/columns';
import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Projection of organisation: what a posting must know of the client account. */
export const accountFacts = pgTable('account_facts', {
  clientAccountId: id('client_account_id').primaryKey(),
  accountingCurrency: text('accounting_currency').notNull(),
  accountingLanguage: text('accounting_language').notNull(),
  displayName: text('display_name').notNull(),
  organizationNumber: text('organization_number'),
  isActive: boolean('is_active').notNull(),
  /** The days on which the account is liable for VAT. */
  vatLiableDuring: daySet('vat_liable_during').notNull(),
  /** Of the owner's record; an older event changes nothing. */
  accountVersion: longInteger('account_version').notNull(),
  settingsVersion: longInteger('settings_version').notNull(),
  /**
   * The owner orders a change of currency before it makes it. What its record said up to the version of the order no
   * longer counts, and neither does what it says until the change is made there too: `currency_is_ordered` until
   * then.
   */
  currencyVersion: longInteger('currency_version').notNull().default(0),
  currencyIsOrdered: boolean('currency_is_ordered').notNull().default(false),
});

/** Projection of the services that own what lines and entries point at: dimension values and vouchers. */
export const referenceValues = pgTable(
  'reference_values',
  {
    clientAccountId: id('client_account_id').notNull(),
    relationType: text('relation_type').notNull(),
    relationId: id('relation_id').notNull(),
    name: text('name').notNull(),
    isActive: boolean('is_active').notNull(),
    version: longInteger('version').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'reference_values_pkey',
      columns: [table.clientAccountId, table.relationType, table.relationId],
    }),
  ],
);
