import { day, id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { money, rate } from './amounts.ts';
import { bankTransactions } from './bank-transactions.ts';

/** Figures of the outside that were compared with the ledger. What is reconciled changes no amount any more. */
export const externalReconciliations = pgTable(
  'external_reconciliations',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id'),
    /** Null until it is reconciled. */
    sequenceNumber: longInteger('sequence_number'),
    isDraft: boolean('is_draft').notNull(),
    /** It is being recorded for the first time: nobody sees it, and it goes when it is refused. */
    isPending: boolean('is_pending').notNull().default(false),
    /** The command that records or retires it at this moment; nobody else changes it meanwhile. */
    busyKey: text('busy_key'),
    method: text('method', {
      enum: ['EXTERNAL_MATCH', 'EXPLAINED', 'NO_ACTIVITY', 'ZERO_BALANCE', 'UNCHANGED', 'OPEN_ITEMS', 'CLEARED'],
    }),
    /** The rule of the periods by which a draft was prepared; nobody has changed its items since. */
    preparedMethod: text('prepared_method', {
      enum: ['NO_ACTIVITY', 'ZERO_BALANCE', 'UNCHANGED', 'OPEN_ITEMS', 'CLEARED'],
    }),
    /** In ledger sign: debit above zero. */
    expectedAmount: money('expected_amount').notNull(),
    ledgerAmount: money('ledger_amount').notNull(),
    difference: money('difference').notNull(),
    currencyCode: text('currency_code').notNull(),
    note: text('note'),
    /** What the EXTERNAL entry points at. */
    subjectType: text('subject_type').notNull(),
    subjectId: id('subject_id').notNull(),
    /** 0 where the subject is no line. */
    subjectLineId: id('subject_line_id').notNull().default(0),
    /** The record takes its subject: it is reconciled, or being reconciled, and not retired. */
    takesSubject: boolean('takes_subject').notNull(),
    /** Of a record of the periods: what it is about, once per client account. */
    scopeKey: text('scope_key'),
    /** The transaction that it takes; a transaction does not go while one does. */
    bankTransactionId: id('bank_transaction_id'),
    /** Of balances: the day at whose end they stand. */
    asOfDate: day('as_of_date'),
    deletedAt: moment('deleted_at'),
    deletedById: id('deleted_by_id'),
  },
  (table) => [
    unique('external_reconciliations_account_key').on(table.clientAccountId, table.id),
    unique('external_reconciliations_number').on(table.clientAccountId, table.sequenceNumber),
    uniqueIndex('external_reconciliations_subject')
      .on(table.clientAccountId, table.subjectType, table.subjectId, table.subjectLineId)
      .where(sql`takes_subject and scope_key is null`),
    uniqueIndex('external_reconciliations_scope')
      .on(table.clientAccountId, table.scopeKey)
      .where(sql`scope_key is not null and deleted_at is null`),
    foreignKey({
      name: 'external_reconciliations_transaction',
      columns: [table.clientAccountId, table.bankTransactionId],
      foreignColumns: [bankTransactions.clientAccountId, bankTransactions.id],
    }),
    check('external_reconciliations_difference', sql`difference = expected_amount - ledger_amount`),
    check(
      'external_reconciliations_numbered',
      sql`(sequence_number is null) = (is_draft or is_pending) and (method is null) = (sequence_number is null)`,
    ),
    check('external_reconciliations_taken', sql`not takes_subject or deleted_at is null`),
    check('external_reconciliations_pending', sql`not is_pending or (busy_key is not null and not is_draft)`),
    check(
      'external_reconciliations_transaction_taken',
      sql`(bank_transaction_id is not null) = (takes_subject and subject_type = 'PAYMT')`,
    ),
    index('external_reconciliations_list').on(table.clientAccountId, table.id).where(sql`not is_pending`),
    index('external_reconciliations_as_of')
      .on(table.clientAccountId, table.asOfDate, table.id)
      .where(sql`as_of_date is not null`),
    index('external_reconciliations_of_transaction')
      .on(table.clientAccountId, table.bankTransactionId)
      .where(sql`bank_transaction_id is not null`),
    index('external_reconciliations_of_scopes')
      .on(table.clientAccountId, table.scopeKey)
      .where(sql`scope_key is not null`),
  ],
);

/** What a record compares, in the order in which it was sent. */
export const externalReconciliationEntries = pgTable(
  'external_reconciliation_entries',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    externalReconciliationId: id('external_reconciliation_id').notNull(),
    /** Counted from 0. */
    place: integer('place').notNull(),
    kind: text('kind', { enum: ['EXTERNAL', 'LEDGER_LINE', 'LEDGER_BALANCE', 'RECONCILING_ITEM'] }).notNull(),
    relationType: text('relation_type'),
    relationId: id('relation_id'),
    relationLineId: id('relation_line_id'),
    secondaryRelationType: text('secondary_relation_type'),
    secondaryRelationId: id('secondary_relation_id'),
    asOfDate: day('as_of_date'),
    description: text('description'),
    accountCode: text('account_code'),
    amount: money('amount').notNull(),
    currencyCode: text('currency_code').notNull(),
    exchangeRate: rate('exchange_rate').notNull(),
    /** Under which the ledger knows the amount that a line takes; a new one with every attempt to reconcile. */
    claimId: id('claim_id'),
    /** What the line takes, in the accounting currency and in its own. */
    claimAmount: money('claim_amount'),
    claimAmountFc: money('claim_amount_fc'),
  },
  (table) => [
    unique('external_reconciliation_entries_place').on(table.externalReconciliationId, table.place),
    foreignKey({
      name: 'external_reconciliation_entries_record',
      columns: [table.clientAccountId, table.externalReconciliationId],
      foreignColumns: [externalReconciliations.clientAccountId, externalReconciliations.id],
    }).onDelete('cascade'),
    check(
      'external_reconciliation_entries_kind',
      sql`case kind
        when 'EXTERNAL' then relation_type is not null and relation_id is not null
        when 'LEDGER_LINE' then relation_type = 'JE' and relation_id is not null and relation_line_id is not null
        when 'LEDGER_BALANCE' then relation_type = 'GENERAL_LEDGER_ACCOUNT' and relation_id is not null and as_of_date is not null
        else relation_type is null and relation_id is null and amount <> 0 and description <> '' end`,
    ),
    check(
      'external_reconciliation_entries_claim',
      sql`(claim_id is null) = (claim_amount is null) and (claim_id is null) = (claim_amount_fc is null)`,
    ),
    // The last record of a balance of the ledger before a day.
    index('external_reconciliation_entries_balance')
      .on(
        table.clientAccountId,
        table.relationId,
        sql`coalesce(secondary_relation_type, '')`,
        sql`coalesce(secondary_relation_id, 0)`,
        table.asOfDate,
        table.externalReconciliationId,
      )
      .where(sql`kind = 'LEDGER_BALANCE'`),
    // What points at a record, and at one of its lines.
    index('external_reconciliation_entries_relation').on(
      table.clientAccountId,
      table.relationType,
      table.relationId,
      table.relationLineId,
      table.externalReconciliationId,
    ),
  ],
);

/** The last number that a record of a client account got. */
export const externalReconciliationNumbers = pgTable('external_reconciliation_numbers', {
  clientAccountId: id('client_account_id').primaryKey(),
  lastNumber: longInteger('last_number').notNull(),
});
