import { id, longInteger } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** The number that the next document of a series gets. Taken when one is posted, so that numbers have no gaps. */
export const numberCounters = pgTable(
  'number_counters',
  {
    clientAccountId: id('client_account_id').notNull(),
    series: text('series', { enum: ['invoice', 'credit_note', 'pro_forma'] }).notNull(),
    nextNumber: longInteger('next_number').notNull(),
    /** The version of the client account at which somebody set the counter last. */
    setAtVersion: longInteger('set_at_version').notNull(),
  },
  (table) => [
    primaryKey({ name: 'number_counters_pkey', columns: [table.clientAccountId, table.series] }),
    check('number_counters_next', sql`next_number > 0`),
  ],
);

/** Numbers whose document was refused by the books: the next document of the series gets the lowest of them. */
export const freeNumbers = pgTable(
  'free_numbers',
  {
    clientAccountId: id('client_account_id').notNull(),
    series: text('series', { enum: ['invoice', 'credit_note', 'pro_forma'] }).notNull(),
    number: longInteger('number').notNull(),
  },
  (table) => [primaryKey({ name: 'free_numbers_pkey', columns: [table.clientAccountId, table.series, table.number] })],
);

/** Projection of the ledger: how much of a line is reconciled. */
export const claimedLines = pgTable(
  'claimed_lines',
  {
    clientAccountId: id('client_account_id').notNull(),
    journalLineId: id('journal_line_id').notNull(),
    /** Signed like debit minus credit, in the currency of the line. */
    amountFc: numeric('amount_fc', { precision: 19, scale: 2 }).notNull(),
    /** 0 where the ledger was asked; what it publishes is newer. */
    version: longInteger('version').notNull(),
  },
  (table) => [primaryKey({ name: 'claimed_lines_pkey', columns: [table.clientAccountId, table.journalLineId] })],
);

/** Projection of organisation: the names of the partners that documents name, to be searched. */
export const partnerNames = pgTable(
  'partner_names',
  {
    clientAccountId: id('client_account_id').notNull(),
    businessPartnerId: id('business_partner_id').notNull(),
    name: text('name').notNull(),
    version: longInteger('version').notNull(),
  },
  (table) => [primaryKey({ name: 'partner_names_pkey', columns: [table.clientAccountId, table.businessPartnerId] })],
);
