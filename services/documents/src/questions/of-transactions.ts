import { invalid } from '@app/contract/failure';
import type { Database } from '@app/db';
import { instantOut } from '@app/records';
import { type Implementation, implement, Questions } from '@app/rpc';
import type { Question } from './question.ts';
import { questionsOfTransactions } from './store.ts';

/** Transactions that one call may ask about. */
const MOST = 1_000;

/** Questions about bank transactions, for the service that owns those. */
export const serveTransactionQuestions = ({ db }: { readonly db: Database }): Implementation =>
  implement(Questions, {
    ListTransactionQuestions: async ({ clientAccountId, bankTransactionIds: ids }) => {
      if (ids.length > MOST) throw invalid(`At most ${MOST} ids can be asked about at once, and ${ids.length} were`);
      return { questions: (await questionsOfTransactions(db.executor, clientAccountId, ids)).map(messageOf) };
    },
  });

const present = <K extends string, V>(name: K, value: V | null): { readonly [N in K]?: V } =>
  (value === null ? {} : { [name]: value }) as { readonly [N in K]?: V };

const messageOf = (question: Question) => ({
  id: question.id,
  createdAt: instantOut(question.createdAt),
  updatedAt: instantOut(question.updatedAt),
  clientAccountId: question.clientAccountId,
  bankTransactionId: question.bankTransactionId!,
  question: question.question,
  type: question.type,
  status: question.status,
  options: question.options.map(({ id, option, selectedAnswer }) => ({ id, option, isSelected: selectedAnswer })),
  ...present('createdById', question.createdById),
  ...present('updatedById', question.updatedById),
  ...present('documentId', question.documentId),
  ...present('voucherId', question.voucherId),
  ...present('answerAction', question.answerAction),
  ...present('answerText', question.answerText),
  ...present('answeredAt', question.answeredAt && instantOut(question.answeredAt)),
  ...present('answeredById', question.answeredById),
  ...present('closedReason', question.closedReason),
});
