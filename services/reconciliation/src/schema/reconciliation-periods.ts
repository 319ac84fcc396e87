import { day, id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/** Spans of the books that are reconciled as a whole; whole months, one after the other. */
export const reconciliationPeriods = pgTable(
  'reconciliation_periods',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    periodStart: day('period_start').notNull(),
    periodEnd: day('period_end').notNull(),
    status: text('status', { enum: ['OPEN', 'RECONCILED', 'REOPENED'] })
      .notNull()
      .default('OPEN'),
    reconciledAt: moment('reconciled_at'),
    reconciledById: id('reconciled_by_id'),
    /** Reopened by hand: the automatic rule waits until a record of it is added, changed or retired. */
    isHeldOpen: boolean('is_held_open').notNull().default(false),
    /** Of the journal when it was prepared last; older figures change nothing. */
    booksRevision: longInteger('books_revision').notNull().default(0),
    /** When its scopes were prepared last; null before that. */
    preparedAt: moment('prepared_at'),
    /** When a change of the frequency replaced it; records of it stay, and nobody sees it any more. */
    replacedAt: moment('replaced_at'),
    version: longInteger('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id'),
  },
  (table) => [
    unique('reconciliation_periods_account_key').on(table.clientAccountId, table.id),
    // One for each day that a period begins or ends with: two replicas make none twice.
    uniqueIndex('reconciliation_periods_start_key')
      .on(table.clientAccountId, table.periodStart)
      .where(sql`replaced_at is null`),
    uniqueIndex('reconciliation_periods_end_key')
      .on(table.clientAccountId, table.periodEnd)
      .where(sql`replaced_at is null`),
    check('reconciliation_periods_span', sql`period_start < period_end`),
    check('reconciliation_periods_status', sql`status in ('OPEN', 'RECONCILED', 'REOPENED')`),
    check(
      'reconciliation_periods_reconciled',
      sql`status = 'OPEN' or num_nonnulls(reconciled_at, reconciled_by_id) = 2`,
    ),
    check('reconciliation_periods_held', sql`not is_held_open or status = 'REOPENED'`),
  ],
);

/** What is reconciled in a period, as it was prepared last. */
export const reconciliationScopes = pgTable(
  'reconciliation_scopes',
  {
    clientAccountId: id('client_account_id').notNull(),
    periodId: id('period_id').notNull(),
    key: text('key').notNull(),
    /** The order within the period. */
    place: integer('place').notNull(),
    reconciler: text('reconciler', { enum: ['BANK', 'VAT', 'BALANCE'] }).notNull(),
    labelNob: text('label_nob').notNull(),
    labelEng: text('label_eng').notNull(),
    groupKey: text('group_key').notNull(),
    groupLabelNob: text('group_label_nob').notNull(),
    groupLabelEng: text('group_label_eng').notNull(),
    relationType: text('relation_type'),
    relationId: id('relation_id'),
    relationName: text('relation_name'),
    asOfDate: day('as_of_date').notNull(),
    deadline: day('deadline').notNull(),
    /** What is missing for it to be reconciled. */
    obstacle: text('obstacle', { enum: ['PERIOD_NOT_ENDED', 'BANK_STATEMENT_MISSING', 'TRANSACTIONS_UNMATCHED'] }),
    /** Its record or draft. */
    externalReconciliationId: id('external_reconciliation_id'),
  },
  (table) => [
    primaryKey({ name: 'reconciliation_scopes_pkey', columns: [table.clientAccountId, table.key] }),
    foreignKey({
      name: 'reconciliation_scopes_period',
      columns: [table.clientAccountId, table.periodId],
      foreignColumns: [reconciliationPeriods.clientAccountId, reconciliationPeriods.id],
    }),
    check('reconciliation_scopes_dimension', sql`(relation_type is null) = (relation_id is null)`),
    index('reconciliation_scopes_of_period').on(table.clientAccountId, table.periodId, table.place),
    index('reconciliation_scopes_of_record')
      .on(table.clientAccountId, table.externalReconciliationId)
      .where(sql`external_reconciliation_id is not null`),
  ],
);

/** Client accounts whose periods are prepared, and which of them wait for it. */
export const preparedAccounts = pgTable(
  'prepared_accounts',
  {
    clientAccountId: id('client_account_id').primaryKey(),
    /** Periods that end on this day or later are to be prepared again; null: none are. */
    dueFrom: day('due_from'),
    /** Not before this moment; null: nothing is to be done. */
    dueAt: moment('due_at'),
    /** The day of those that are prepared now. */
    takenFrom: day('taken_from'),
    /** Who prepares it now, and until when nobody else does. */
    leaseKey: uuid('lease_key'),
    leasedUntil: moment('leased_until'),
  },
  (table) => [
    index('prepared_accounts_due').on(table.dueAt).where(sql`due_at is not null`),
    index('prepared_accounts_leased').on(table.leasedUntil).where(sql`leased_until is not null`),
  ],
);
