import { day, id, longInteger, momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const money = (name: string) => numeric(name, { precision: 19, scale: 2 });

export const assets = pgTable(
  'assets',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    sequenceNumber: integer('sequence_number').notNull(),
    name: text('name').notNull(),
    isActive: boolean('is_active').notNull(),
    assetClass: text('asset_class'),
    depreciationMethod: text('depreciation_method', { enum: ['STRAIGHT_LINE', 'DECLINING_BALANCE', 'NONE'] }),
    acquisitionDate: day('acquisition_date'),
    retirementDate: day('retirement_date'),
    autoDepreciate: boolean('auto_depreciate').notNull(),
    autonomyLevel: text('autonomy_level', { enum: ['NONE', 'DRAFT', 'FULL'] }),
    /** The register of the linked property, its id there, and what the register said. */
    externalSource: text('external_source'),
    externalId: text('external_id'),
    property: jsonb('property'),
    createdAt: momentText('created_at').notNull(),
    createdById: id('created_by_id'),
    updatedAt: momentText('updated_at').notNull(),
    updatedById: id('updated_by_id'),
    /** Rises with every change; events carry it. */
    version: longInteger('version').notNull().default(1),
  },
  (table) => [
    check('assets_name_check', sql`name <> ''`),
    check('assets_method_check', sql`depreciation_method in ('STRAIGHT_LINE', 'DECLINING_BALANCE', 'NONE')`),
    check('assets_autonomy_check', sql`autonomy_level in ('NONE', 'DRAFT', 'FULL')`),
    check('assets_external_check', sql`(external_id is null) = (external_source is null)`),
    unique('assets_sequence_key').on(table.clientAccountId, table.sequenceNumber),
    uniqueIndex('assets_external_key')
      .on(table.clientAccountId, table.externalSource, table.externalId)
      .where(sql`external_id is not null`),
    index('assets_updated_idx').on(table.clientAccountId, table.updatedAt, table.id),
  ],
);

/** The last number and the last change of the assets of a company: whoever changes one of them takes its turn here. */
export const assetSeries = pgTable('asset_series', {
  clientAccountId: id('client_account_id').primaryKey(),
  lastNumber: integer('last_number').notNull(),
  lastChangeAt: momentText('last_change_at').notNull(),
});

/** The months that were written down, by their first day, each with its entry. */
export const assetDepreciations = pgTable(
  'asset_depreciations',
  {
    clientAccountId: id('client_account_id').notNull(),
    assetId: id('asset_id').notNull(),
    month: day('month').notNull(),
    amount: money('amount').notNull(),
    journalEntryId: id('journal_entry_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'asset_depreciations_pkey', columns: [table.clientAccountId, table.assetId, table.month] }),
    check('asset_depreciations_amount_check', sql`amount > 0`),
    check('asset_depreciations_month_check', sql`extract(day from month) = 1`),
    index('asset_depreciations_entry_idx').on(table.clientAccountId, table.journalEntryId),
  ],
);

/** How each asset that is gone left the company; an asset goes once. */
export const assetDisposals = pgTable(
  'asset_disposals',
  {
    clientAccountId: id('client_account_id').notNull(),
    assetId: id('asset_id').notNull(),
    kind: text('kind', { enum: ['SALE', 'SCRAPPING', 'TRADE_IN', 'GIFT_WITHDRAWAL', 'INVOLUNTARY'] }).notNull(),
    disposalDate: day('disposal_date').notNull(),
    /** Without VAT. */
    proceeds: money('proceeds').notNull(),
    outputVat: money('output_vat').notNull(),
    bookValue: money('book_value').notNull(),
    /** Null: there was nothing to book. */
    journalEntryId: id('journal_entry_id'),
    /** Null until the voucher is there. */
    voucherId: id('voucher_id'),
    createdAt: momentText('created_at').notNull(),
    createdById: id('created_by_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'asset_disposals_pkey', columns: [table.clientAccountId, table.assetId] }),
    check(
      'asset_disposals_kind_check',
      sql`kind in ('SALE', 'SCRAPPING', 'TRADE_IN', 'GIFT_WITHDRAWAL', 'INVOLUNTARY')`,
    ),
    index('asset_disposals_entry_idx').on(table.clientAccountId, table.journalEntryId),
  ],
);

/**
 * What the tax ledger holds beside the acquisitions, which are lines of the books. The ids are of the series that gives
 * those of lines, so that an entry has an id of its own whichever of the two it is.
 */
export const taxLedgerEntries = pgTable(
  'tax_ledger_entries',
  {
    id: id('id').notNull(),
    clientAccountId: id('client_account_id').notNull(),
    createdAt: momentText('created_at').notNull(),
    reportingYear: integer('reporting_year').notNull(),
    postingDate: day('posting_date').notNull(),
    assetId: id('asset_id').notNull(),
    entryType: text('entry_type', { enum: ['DEPRECIATION', 'DISPOSAL', 'DEFERRED_GAIN', 'REINVESTMENT'] }).notNull(),
    saldogruppe: text('saldogruppe'),
    amount: money('amount').notNull(),
    description: text('description').notNull(),
    sourceType: text('source_type').notNull(),
    sourceId: id('source_id').notNull(),
    details: jsonb('details').notNull(),
  },
  (table) => [
    primaryKey({ name: 'tax_ledger_entries_pkey', columns: [table.clientAccountId, table.id] }),
    check(
      'tax_ledger_entries_type_check',
      sql`entry_type in ('DEPRECIATION', 'DISPOSAL', 'DEFERRED_GAIN', 'REINVESTMENT')`,
    ),
    check('tax_ledger_entries_group_check', sql`saldogruppe ~ '^[a-j]$'`),
    index('tax_ledger_entries_year_idx').on(table.clientAccountId, table.reportingYear),
  ],
);
