import { id, momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, numeric, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { journalLines } from './journal-lines.ts';

/**
 * How much of a line is reconciled: one row per entry of a reconciliation. Released claims stay as history; the
 * live ones count.
 */
export const lineClaims = pgTable(
  'line_claims',
  {
    id: id('id').generatedByDefaultAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    journalLineId: id('journal_line_id').notNull(),
    kind: text('kind', { enum: ['internal', 'external'] }).notNull(),
    reconciliationId: id('reconciliation_id').notNull(),
    reconciliationEntryId: id('reconciliation_entry_id').notNull(),
    /** Signed like debit minus credit. */
    amount: numeric('amount', { precision: 19, scale: 2 }).notNull(),
    amountFc: numeric('amount_fc', { precision: 19, scale: 2 }).notNull(),
    claimedAt: momentText('claimed_at').notNull(),
    releasedAt: momentText('released_at'),
  },
  (table) => [
    check('line_claims_kind_check', sql`kind in ('internal', 'external')`),
    primaryKey({ name: 'line_claims_pkey', columns: [table.clientAccountId, table.id] }),
    unique('line_claims_entry_key').on(table.clientAccountId, table.kind, table.reconciliationEntryId),
    foreignKey({
      name: 'line_claims_line_fkey',
      columns: [table.clientAccountId, table.journalLineId],
      foreignColumns: [journalLines.clientAccountId, journalLines.id],
    }),
    index('line_claims_line_idx').on(table.clientAccountId, table.journalLineId).where(sql`released_at is null`),
    index('line_claims_reconciliation_idx').on(table.clientAccountId, table.kind, table.reconciliationId),
  ],
);

/** The sums of the live claims of a line; lines never claimed have no row. */
export const lineClaimTotals = pgTable(
  'line_claim_totals',
  {
    clientAccountId: id('client_account_id').notNull(),
    journalLineId: id('journal_line_id').notNull(),
    internal: numeric('internal', { precision: 19, scale: 2 }).notNull().default(sql`0`),
    internalFc: numeric('internal_fc', { precision: 19, scale: 2 }).notNull().default(sql`0`),
    external: numeric('external', { precision: 19, scale: 2 }).notNull().default(sql`0`),
    externalFc: numeric('external_fc', { precision: 19, scale: 2 }).notNull().default(sql`0`),
  },
  (table) => [primaryKey({ name: 'line_claim_totals_pkey', columns: [table.clientAccountId, table.journalLineId] })],
);
