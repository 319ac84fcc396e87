import type { QuestionOut } from '@app/api/documents/index';
import { instantOrNull, instantOut, recordWire } from '@app/records';
import type { z } from 'zod';
import type { Question } from './question.ts';

export type WireQuestion = z.input<typeof QuestionOut>;

export const questionWire = (question: Question): WireQuestion => ({
  ...recordWire(question),
  document_id: question.documentId,
  voucher_id: question.voucherId,
  bank_transaction_id: question.bankTransactionId,
  question: question.question,
  type: question.type,
  answer_action: question.answerAction,
  question_status: question.status,
  answer_options: question.options.map(({ id, option, selectedAnswer }) => ({
    id,
    created_by_id: question.createdById,
    created_at: instantOut(question.createdAt),
    question_id: question.id,
    option,
    selected_answer: selectedAnswer,
  })),
  answer_text: question.answerText,
  answered_at: instantOrNull(question.answeredAt),
  answered_by_id: question.answeredById,
  closed_reason: question.closedReason,
});
