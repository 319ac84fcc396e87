import { id, longInteger, momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';

export const accountCategories = pgTable(
  'account_categories',
  {
    code: text('code').primaryKey(),
    descriptionNob: text('description_nob').notNull(),
    descriptionEng: text('description_eng').notNull(),
  },
  () => [check('account_categories_code_check', sql`code ~ '^[1-8][0-9]{0,2}$'`)],
);

export const groupingCodes = pgTable(
  'grouping_codes',
  {
    category: text('category').notNull(),
    code: text('code').notNull(),
    descriptionNob: text('description_nob').notNull(),
    descriptionEng: text('description_eng').notNull(),
  },
  (table) => [primaryKey({ name: 'grouping_codes_pkey', columns: [table.category, table.code] })],
);

export const accounts = pgTable(
  'accounts',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Null: an account of the system chart. */
    clientAccountId: id('client_account_id'),
    accountCode: text('account_code').notNull(),
    descriptionNob: text('description_nob').notNull(),
    descriptionEng: text('description_eng'),
    isActive: boolean('is_active').notNull().default(true),
    industryExtension: text('industry_extension'),
    /** The tax code proposed on the account; system chart only. */
    defaultTaxCode: text('default_tax_code'),
    groupingCategory: text('grouping_category').notNull(),
    groupingCode: text('grouping_code').notNull(),
    groupingIsDerived: boolean('grouping_is_derived').notNull().default(false),
    createdAt: momentText('created_at').notNull(),
    createdById: id('created_by_id'),
    updatedAt: momentText('updated_at').notNull(),
    updatedById: id('updated_by_id'),
    /** Rises with every change; events carry it. */
    version: longInteger('version').notNull().default(1),
  },
  (table) => [
    check('accounts_code_check', sql`account_code ~ '^[1-8][0-9]{3,5}$'`),
    check('accounts_description_check', sql`description_nob <> ''`),
    unique('accounts_client_code_key').on(table.clientAccountId, table.accountCode),
    foreignKey({
      name: 'accounts_grouping_fkey',
      columns: [table.groupingCategory, table.groupingCode],
      foreignColumns: [groupingCodes.category, groupingCodes.code],
    }),
    uniqueIndex('accounts_system_code_key').on(table.accountCode).where(sql`client_account_id is null`),
    index('accounts_updated_idx').on(table.clientAccountId, table.updatedAt),
  ],
);

export const accountMandatoryDimensions = pgTable(
  'account_mandatory_dimensions',
  {
    accountId: id('account_id').notNull(),
    relationType: text('relation_type', {
      enum: ['businesspartner', 'bankacc', 'project', 'department', 'asset', 'tag', 'item'],
    }).notNull(),
  },
  (table) => [
    check(
      'account_mandatory_dimensions_type_check',
      sql`relation_type in ('businesspartner', 'bankacc', 'project', 'department', 'asset', 'tag', 'item')`,
    ),
    primaryKey({ name: 'account_mandatory_dimensions_pkey', columns: [table.accountId, table.relationType] }),
    foreignKey({
      name: 'account_mandatory_dimensions_account_fkey',
      columns: [table.accountId],
      foreignColumns: [accounts.id],
    }).onDelete('cascade'),
  ],
);
