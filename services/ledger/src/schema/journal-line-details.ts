import { day, id, longInteger } from '@app/db/columns';
import { boolean, customType, numeric, pgView, text } from 'drizzle-orm/pg-core';

const journalLine = customType<{ readonly data: unknown }>({ dataType: () => 'ledger.journal_lines' });

/** Lines as they are shown, with what their entry, account, tax code and claims add (sql/lines-view.sql). */
export const journalLineDetails = pgView('journal_line_details', {
  clientAccountId: id('client_account_id').notNull(),
  id: id('id').notNull(),
  journalEntryId: id('journal_entry_id').notNull(),
  lineId: id('line_id').notNull(),
  postingDate: day('posting_date').notNull(),
  description: text('description').notNull(),
  accountId: id('account_id').notNull(),
  accountCode: text('account_code').notNull(),
  debit: numeric('debit', { precision: 19, scale: 2 }).notNull(),
  credit: numeric('credit', { precision: 19, scale: 2 }).notNull(),
  debitFc: numeric('debit_fc', { precision: 19, scale: 2 }).notNull(),
  creditFc: numeric('credit_fc', { precision: 19, scale: 2 }).notNull(),
  currencyCode: text('currency_code').notNull(),
  exchangeRate: numeric('exchange_rate', { precision: 19, scale: 6 }).notNull(),
  taxCodeId: id('tax_code_id'),
  taxCode: text('tax_code'),
  taxBaseAmount: numeric('tax_base_amount', { precision: 19, scale: 2 }),
  taxBaseAmountFc: numeric('tax_base_amount_fc', { precision: 19, scale: 2 }),
  taxAmount: numeric('tax_amount', { precision: 19, scale: 2 }),
  taxAmountFc: numeric('tax_amount_fc', { precision: 19, scale: 2 }),
  taxLine: boolean('tax_line').notNull(),
  taxForLine: longInteger('tax_for_line'),
  quantity: numeric('quantity', { precision: 19, scale: 6 }),
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
