import { id, longInteger, moment } from '@app/db/columns';
import { recordColumns, recordRules } from '@app/records/schema';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { vouchers } from './vouchers.ts';

/** What the books need to know from somebody. */
export const questions = pgTable(
  'questions',
  {
    ...recordColumns(),
    documentId: id('document_id'),
    voucherId: id('voucher_id'),
    /** Of reconciliation. */
    bankTransactionId: id('bank_transaction_id'),
    question: text('question').notNull(),
    type: text('type', {
      enum: ['GENERAL', 'ATTACH_FILE', 'STATEMENT', 'CHOOSE_ACCOUNT', 'CHOOSE_TYPE', 'CHOOSE_PARTNER', 'DUPLICATE'],
    }).notNull(),
    answerAction: text('answer_action', { enum: ['CONTINUE_WORKFLOW', 'SET_ACCOUNT', 'SET_TYPE', 'NONE'] }),
    status: text('status', { enum: ['OPEN', 'ANSWERED', 'CLOSED'] }).notNull(),
    answerText: text('answer_text'),
    answeredAt: moment('answered_at'),
    answeredById: id('answered_by_id'),
    closedReason: text('closed_reason'),
  },
  (table) => [
    ...recordRules('questions', table),
    index('questions_of_voucher').on(table.clientAccountId, table.voucherId).where(sql`voucher_id is not null`),
    index('questions_of_document').on(table.clientAccountId, table.documentId).where(sql`document_id is not null`),
    index('questions_of_bank_transaction')
      .on(table.clientAccountId, table.bankTransactionId)
      .where(sql`bank_transaction_id is not null`),
    foreignKey({
      name: 'questions_voucher',
      columns: [table.clientAccountId, table.voucherId],
      foreignColumns: [vouchers.clientAccountId, vouchers.id],
    }).onDelete('cascade'),
    check('questions_question', sql`question <> ''`),
    check(
      'questions_type',
      sql`type in ('GENERAL', 'ATTACH_FILE', 'STATEMENT', 'CHOOSE_ACCOUNT', 'CHOOSE_TYPE', 'CHOOSE_PARTNER', 'DUPLICATE')`,
    ),
    check('questions_action', sql`answer_action in ('CONTINUE_WORKFLOW', 'SET_ACCOUNT', 'SET_TYPE', 'NONE')`),
    check('questions_status', sql`status in ('OPEN', 'ANSWERED', 'CLOSED')`),
    check('questions_answered', sql`(status = 'ANSWERED') = (answered_at is not null)`),
  ],
);

/** What a question may be answered with. */
export const answerOptions = pgTable(
  'answer_options',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    questionId: id('question_id').notNull(),
    /** The order in which the options were given. */
    place: longInteger('place').notNull(),
    option: text('option').notNull(),
    selectedAnswer: boolean('selected_answer').notNull().default(false),
  },
  (table) => [
    index('answer_options_of').on(table.clientAccountId, table.questionId, table.place),
    foreignKey({
      name: 'answer_options_question',
      columns: [table.clientAccountId, table.questionId],
      foreignColumns: [questions.clientAccountId, questions.id],
    }).onDelete('cascade'),
    check('answer_options_option', sql`option <> ''`),
  ],
);
