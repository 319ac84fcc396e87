import type { Tx } from '@app/db';
import type { Question } from './question.ts';

/** Is called in the transaction that answers or closes a question; what it throws undoes the answer. */
export type QuestionHook = (tx: Tx, question: Question) => Promise<void>;

/** Who waits for answers: the workflow of vouchers goes on in the transaction of the answer, never without it. */
export interface QuestionHooks {
  /** Adds a hook that hears every question of every account that ends, once. Hooks run in the order of this. */
  onAnswered(hook: QuestionHook): void;
  run(tx: Tx, question: Question): Promise<void>;
}

export function createQuestionHooks(): QuestionHooks {
  const hooks: QuestionHook[] = [];
  return {
    onAnswered: (hook) => void hooks.push(hook),
    run: async (tx, question) => {
      for (const hook of hooks) await hook(tx, question);
    },
  };
}
