import { day, id, longInteger } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, numeric, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { journalEntries } from './journal-entries.ts';

/** What a line holds besides its own id; anew for the table and for the view of lines. */
export const lineColumns = () => ({
  clientAccountId: id('client_account_id').notNull(),
  journalEntryId: id('journal_entry_id').notNull(),
  /** The number of the line within its entry. */
  lineId: id('line_id').notNull(),
  postingDate: day('posting_date').notNull(),
  description: text('description').notNull(),
  accountId: id('account_id').notNull(),
  debit: numeric('debit', { precision: 19, scale: 2 }).notNull(),
  credit: numeric('credit', { precision: 19, scale: 2 }).notNull(),
  debitFc: numeric('debit_fc', { precision: 19, scale: 2 }).notNull(),
  creditFc: numeric('credit_fc', { precision: 19, scale: 2 }).notNull(),
  currencyCode: text('currency_code').notNull(),
  /** Base currency per unit of the line's currency. */
  exchangeRate: numeric('exchange_rate', { precision: 19, scale: 6 }).notNull(),
  taxCodeId: id('tax_code_id'),
  /** Positive on both sides; the side of the line says the direction. */
  taxBaseAmount: numeric('tax_base_amount', { precision: 19, scale: 2 }),
  taxBaseAmountFc: numeric('tax_base_amount_fc', { precision: 19, scale: 2 }),
  taxAmount: numeric('tax_amount', { precision: 19, scale: 2 }),
  taxAmountFc: numeric('tax_amount_fc', { precision: 19, scale: 2 }),
  taxLine: boolean('tax_line').notNull(),
  /** The line_id that a tax line belongs to. */
  taxForLine: longInteger('tax_for_line'),
  quantity: numeric('quantity', { precision: 19, scale: 6 }),
});

export const journalLines = pgTable(
  'journal_lines',
  {
    id: id('id').generatedByDefaultAsIdentity(),
    ...lineColumns(),
  },
  (table) => [
    check('journal_lines_sides_check', sql`debit >= 0 and credit >= 0 and (debit > 0) <> (credit > 0)`),
    check(
      'journal_lines_sides_fc_check',
      sql`debit_fc >= 0 and credit_fc >= 0 and (debit > 0 or debit_fc = 0) and (credit > 0 or credit_fc = 0)`,
    ),
    check('journal_lines_rate_check', sql`exchange_rate > 0`),
    check('journal_lines_tax_check', sql`least(tax_base_amount, tax_base_amount_fc, tax_amount, tax_amount_fc) >= 0`),
    primaryKey({ name: 'journal_lines_pkey', columns: [table.clientAccountId, table.id] }),
    unique('journal_lines_line_key').on(table.clientAccountId, table.journalEntryId, table.lineId),
    foreignKey({
      name: 'journal_lines_entry_fkey',
      columns: [table.clientAccountId, table.journalEntryId],
      foreignColumns: [journalEntries.clientAccountId, journalEntries.id],
    }),
    index('journal_lines_date_idx').on(table.clientAccountId, table.postingDate, table.id),
    index('journal_lines_account_idx').on(table.clientAccountId, table.accountId, table.postingDate, table.id),
    index('journal_lines_tax_code_idx')
      .on(table.clientAccountId, table.taxCodeId, table.postingDate, table.id)
      .where(sql`tax_code_id is not null`),
  ],
);

export const journalLineDimensions = pgTable(
  'journal_line_dimensions',
  {
    id: id('id').generatedByDefaultAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    journalEntryId: id('journal_entry_id').notNull(),
    journalLineId: id('journal_line_id').notNull(),
    relationType: text('relation_type', {
      enum: ['businesspartner', 'bankacc', 'project', 'department', 'asset', 'tag', 'item'],
    }).notNull(),
    relationId: id('relation_id').notNull(),
    /** Of the line, so that a subledger reads this table's index alone. */
    accountId: id('account_id').notNull(),
    postingDate: day('posting_date').notNull(),
  },
  (table) => [
    check(
      'journal_line_dimensions_type_check',
      sql`relation_type in ('businesspartner', 'bankacc', 'project', 'department', 'asset', 'tag', 'item')`,
    ),
    primaryKey({
      name: 'journal_line_dimensions_pkey',
      columns: [table.clientAccountId, table.journalEntryId, table.journalLineId, table.relationType, table.relationId],
    }),
    index('journal_line_dimensions_value_idx').on(
      table.clientAccountId,
      table.relationType,
      table.relationId,
      table.postingDate,
      table.journalLineId,
    ),
  ],
);
