import type { QuestionOut } from '@app/api/documents/index';
import type { ClientOf, Questions as QuestionsContract } from '@app/rpc';
import type { z } from 'zod';

export type WireQuestion = z.input<typeof QuestionOut>;

/** Questions that documents keeps about bank transactions. */
export interface Questions {
  /** By transaction, oldest first. @throws Failure 503 */
  ofTransactions(
    clientAccountId: number,
    transactionIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly WireQuestion[]>>;
}

/** Transactions that are asked about in one call. */
const BATCH = 1_000;

export const createQuestions = (
  documents: Pick<ClientOf<typeof QuestionsContract>, 'ListTransactionQuestions'>,
): Questions => ({
  ofTransactions: async (clientAccountId, transactionIds) => {
    const found: WireQuestion[] = [];
    for (let start = 0; start < transactionIds.length; start += BATCH) {
      const bankTransactionIds = transactionIds.slice(start, start + BATCH);
      const { questions } = await documents.ListTransactionQuestions({ clientAccountId, bankTransactionIds });
      found.push(...questions.map(wireOf));
    }
    return Map.groupBy(found, ({ bank_transaction_id }) => bank_transaction_id!);
  },
});

type Question = Awaited<
  ReturnType<ClientOf<typeof QuestionsContract>['ListTransactionQuestions']>
>['questions'][number];

const wireOf = (question: Question): WireQuestion => ({
  id: question.id,
  created_at: question.createdAt,
  created_by_id: question.createdById ?? null,
  updated_at: question.updatedAt,
  updated_by_id: question.updatedById ?? null,
  client_account_id: question.clientAccountId,
  document_id: question.documentId ?? null,
  voucher_id: question.voucherId ?? null,
  bank_transaction_id: question.bankTransactionId,
  question: question.question,
  type: question.type as WireQuestion['type'],
  answer_action: (question.answerAction ?? null) as WireQuestion['answer_action'],
  question_status: question.status as WireQuestion['question_status'],
  answer_options: question.options.map(({ id, option, isSelected }) => ({
    id,
    created_by_id: question.createdById ?? null,
    created_at: question.createdAt,
    question_id: question.id,
    option,
    selected_answer: isSelected,
  })),
  answer_text: question.answerText ?? null,
  answered_at: question.answeredAt ?? null,
  answered_by_id: question.answeredById ?? null,
  closed_reason: question.closedReason ?? null,
});
