import { bankTransactionExplained, type Handler, on } from '@app/events';
import type { Clock } from '@app/runtime';
import { closeQuestions } from './ask.ts';
import type { QuestionHooks } from './hooks.ts';

/** What a statement about a bank transaction answers (BTX-R17). */
const ANSWERED = ['ATTACH_FILE', 'STATEMENT'] as const;

/** Closes what was asked about a bank transaction once somebody has said what it was. */
export const followBank = (deps: { readonly clock: Clock; readonly hooks: QuestionHooks }): readonly Handler[] => [
  on(bankTransactionExplained, async (tx, { payload }) => {
    const { client_account_id: clientAccountId, bank_transaction_id: bankTransactionId, user_id: actorId } = payload;
    const closing = { clientAccountId, bankTransactionId, types: ANSWERED, reason: 'STATEMENT_CREATED' };
    await closeQuestions(tx, { ...deps, actorId }, closing);
  }),
];
