import { day, id, longInteger, momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

export const journalEntries = pgTable(
  'journal_entries',
  {
    id: id('id').generatedByDefaultAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    sequenceNumber: longInteger('sequence_number'),
    isDraft: boolean('is_draft').notNull(),
    description: text('description').notNull(),
    voucherId: id('voucher_id'),
    relationType: text('relation_type'),
    relationId: id('relation_id'),
    /** Document number of a related document, given by the service that owns it. */
    relationNumber: text('relation_number'),
    /** Y: cancelled; C: the reversal of a cancelled entry. */
    cancelled: text('cancelled'),
    cancelledById: id('cancelled_by_id'),
    cancellationEntryId: id('cancellation_entry_id'),
    cancellationReason: text('cancellation_reason'),
    /** Of the first line; of all lines. */
    firstPostingDate: day('first_posting_date').notNull(),
    minPostingDate: day('min_posting_date').notNull(),
    maxPostingDate: day('max_posting_date').notNull(),
    lineCount: integer('line_count').notNull(),
    createdAt: momentText('created_at').notNull(),
    createdById: id('created_by_id').notNull(),
    updatedAt: momentText('updated_at').notNull(),
    updatedById: id('updated_by_id').notNull(),
    postedAt: momentText('posted_at'),
    postedById: id('posted_by_id'),
    /**
     * What callers keep with an entry: the id they know it by, and a JSON object of theirs. The object is kept as it
     * was written, numbers included; nothing here looks into it.
     */
    externalId: text('external_id'),
    metadata: json('metadata'),
    /** The currency that an entry's base amounts are in; null in entries of earlier releases. */
    accountingCurrency: text('accounting_currency'),
  },
  (table) => [
    check(
      'journal_entries_state_check',
      sql`num_nonnulls(sequence_number, posted_at, posted_by_id) = case when is_draft then 0 else 3 end`,
    ),
    check(
      'journal_entries_cancelled_check',
      sql`case cancelled
    when 'Y' then not is_draft and num_nonnulls(cancelled_by_id, cancellation_entry_id, cancellation_reason) = 3
    when 'C' then not is_draft and num_nonnulls(cancelled_by_id, cancellation_entry_id, cancellation_reason, voucher_id) = 0 and relation_type = 'JE' and relation_id is not null
    else cancelled is null and num_nonnulls(cancelled_by_id, cancellation_entry_id, cancellation_reason) = 0
end`,
    ),
    check('journal_entries_dates_check', sql`first_posting_date between min_posting_date and max_posting_date`),
    check('journal_entries_lines_check', sql`line_count > 0`),
    primaryKey({ name: 'journal_entries_pkey', columns: [table.clientAccountId, table.id] }),
    unique('journal_entries_sequence_key').on(table.clientAccountId, table.sequenceNumber),
    foreignKey({
      name: 'journal_entries_cancellation_fkey',
      columns: [table.clientAccountId, table.cancellationEntryId],
      foreignColumns: [table.clientAccountId, table.id],
    }),
    // The database looks for what names an entry whenever one is erased.
    index('journal_entries_cancellation_idx')
      .on(table.clientAccountId, table.cancellationEntryId)
      .where(sql`cancellation_entry_id is not null`),
    check('journal_entries_metadata_check', sql`octet_length(metadata::text) <= 16384`),
    index('journal_entries_id_idx').on(table.id),
    index('journal_entries_list_idx').on(
      table.clientAccountId,
      table.firstPostingDate.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('journal_entries_dates_idx')
      .on(table.clientAccountId, table.minPostingDate, table.maxPostingDate)
      .where(sql`min_posting_date <> max_posting_date`),
    index('journal_entries_relation_idx')
      .on(table.clientAccountId, table.relationType, table.relationId)
      .where(sql`relation_type is not null`),
    index('journal_entries_drafts_idx').on(table.clientAccountId, table.id).where(sql`is_draft`),
    uniqueIndex('journal_entries_voucher_key')
      .on(table.clientAccountId, table.voucherId)
      .where(sql`voucher_id is not null and cancelled is null`),
    uniqueIndex('journal_entries_reversal_key').on(table.clientAccountId, table.relationId).where(sql`cancelled = 'C'`),
    uniqueIndex('journal_entries_external_key')
      .on(table.clientAccountId, table.externalId)
      .where(sql`external_id is not null`),
    index('journal_entries_changes_idx').on(table.clientAccountId, table.updatedAt, table.id),
  ],
);
