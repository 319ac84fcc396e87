import { id, longInteger } from '@app/db/columns';
import { boolean, customType, numeric, pgView, text } from 'drizzle-orm/pg-core';
import { lineColumns } from './journal-lines.ts';

const journalLine = customType<{ readonly data: unknown }>({ dataType: () => 'ledger.journal_lines' });

/** Lines as they are shown, with what their entry, account, tax code and claims add (sql/lines-view.sql). */
export const journalLineDetails = pgView('journal_line_details', {
  id: id('id').notNull(),
  ...lineColumns(),
  accountCode: text('account_code').notNull(),
  taxCode: text('tax_code'),
  reconciledAmount: numeric('reconciled_amount').notNull(),
  reconciledAmountFc: numeric('reconciled_amount_fc').notNull(),
  externalReconciledAmount: numeric('external_reconciled_amount').notNull(),
  remainingAmount: numeric('remaining_amount').notNull(),
  externalRemainingAmount: numeric('external_remaining_amount').notNull(),
  sequenceNumber: longInteger('sequence_number'),
  isDraft: boolean('is_draft').notNull(),
  cancelled: text('cancelled', { enum: ['Y', 'C'] }),
  voucherId: id('voucher_id'),
  entryDescription: text('entry_description').notNull(),
  /** The whole row of `journal_lines`. */
  line: journalLine('line').notNull(),
}).existing();
