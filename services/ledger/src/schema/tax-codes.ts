import { day, id } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, numeric, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';

export const taxCodes = pgTable(
  'tax_codes',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    code: text('code').notNull(),
    /** Percent; 0 for codes without a rate. */
    rate: numeric('rate', { precision: 5, scale: 2 }).notNull(),
    category: text('category', { enum: ['input', 'output'] }),
    /** Output VAT, and input VAT. */
    taxAccountId: id('tax_account_id'),
    acquisitionTaxAccountId: id('acquisition_tax_account_id'),
    activeFrom: day('active_from'),
    activeTo: day('active_to'),
    compensation: boolean('compensation').notNull(),
    descriptionNob: text('description_nob').notNull(),
    descriptionEng: text('description_eng').notNull(),
  },
  (table) => [
    check('tax_codes_period_check', sql`active_from <= active_to`),
    check('tax_codes_rate_check', sql`rate >= 0 and rate < 100`),
    check('tax_codes_category_check', sql`category in ('input', 'output')`),
    foreignKey({ name: 'tax_codes_tax_account_fkey', columns: [table.taxAccountId], foreignColumns: [accounts.id] }),
    foreignKey({
      name: 'tax_codes_acquisition_tax_account_fkey',
      columns: [table.acquisitionTaxAccountId],
      foreignColumns: [accounts.id],
    }),
    index('tax_codes_code_idx').on(table.code),
  ],
);

export const accountTaxCodes = pgTable(
  'account_tax_codes',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: id('account_id').notNull(),
    taxCodeId: id('tax_code_id').notNull(),
  },
  (table) => [
    unique('account_tax_codes_code_key').on(table.accountId, table.taxCodeId),
    foreignKey({
      name: 'account_tax_codes_account_fkey',
      columns: [table.accountId],
      foreignColumns: [accounts.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'account_tax_codes_tax_code_fkey', columns: [table.taxCodeId], foreignColumns: [taxCodes.id] }),
  ],
);
