import { Failure } from '@app/contract/failure';
import type { Database } from '@app/db';
import { takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import type { QuestionHooks } from './hooks.ts';
import { notOpen, type Question, questionNotFound } from './question.ts';
import { endQuestion, findQuestion, selectOption } from './store.ts';

export interface AnsweringDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly hooks: QuestionHooks;
}

/** How a person ends a question. */
export type Ending =
  | { readonly kind: 'option'; readonly optionId: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'closed' };

/**
 * Answers or closes a question. Whoever waits for it goes on in the same transaction.
 * @throws Failure 400 `question.invalid_option`, 404, 409 `question.not_open`
 */
export const answerQuestion = (
  { db, clock, hooks }: AnsweringDependencies,
  actorId: number,
  { id, clientAccountId }: Pick<Question, 'id' | 'clientAccountId'>,
  ending: Ending,
): Promise<Question> =>
  db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
    const question = await findQuestion(tx, id);
    if (!question) throw questionNotFound(id);
    if (ending.kind === 'option' && !question.options.some((option) => option.id === ending.optionId))
      throw foreignOption(ending.optionId, id);
    if (question.status !== 'OPEN') throw notOpen(question);
    if (ending.kind === 'option') await selectOption(tx, question, ending.optionId);
    const end =
      ending.kind === 'closed'
        ? ({ status: 'CLOSED', closedReason: null } as const)
        : ({ status: 'ANSWERED', answerText: ending.kind === 'text' ? ending.text : null } as const);
    await endQuestion(tx, question, end, stamp);
    const ended = (await findQuestion(tx, id))!;
    await hooks.run(tx, ended);
    return ended;
  });

const foreignOption = (optionId: number, id: number): Failure => {
  const message = `Question ${id} has no option ${optionId}`;
  return new Failure('question.invalid_option', 400, message, {
    details: { fields: [{ field: 'selected_option_id', message }] },
  });
};
