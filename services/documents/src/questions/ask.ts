import type { Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { takeStamp } from '../records/stamp.ts';
import type { QuestionHooks } from './hooks.ts';
import type { NewQuestion, QuestionType, Subject } from './question.ts';
import { endQuestion, findQuestion, insertQuestion, openQuestions } from './store.ts';

/**
 * Asks a question, in the transaction of what needs the answer. What it is about is of the account: the caller has
 * looked.
 * @param actorId who asks; null for the platform
 * @returns its id
 */
export const askQuestion = async (
  tx: Tx,
  { clock, actorId }: { readonly clock: Clock; readonly actorId: number | null },
  question: NewQuestion,
): Promise<number> => insertQuestion(tx, question, await takeStamp(tx, clock, question.clientAccountId, actorId));

/**
 * Closes the open questions about a voucher, document or bank transaction, those of some types where types are given,
 * since what they ask for has come another way or nobody needs it any more. Hooks hear of each.
 * @returns how many there were
 */
export async function closeQuestions(
  tx: Tx,
  { clock, hooks, actorId }: { readonly clock: Clock; readonly hooks: QuestionHooks; readonly actorId: number | null },
  closing: Subject & {
    readonly clientAccountId: number;
    readonly types?: readonly QuestionType[];
    /** A word for it, such as `STATEMENT`. */
    readonly reason: string;
  },
): Promise<number> {
  const { clientAccountId, types, reason, ...subject } = closing;
  if (Object.values(subject).every((id) => id === undefined || id === null))
    throw new Error('mistake of the caller: questions are closed by what they are about');
  const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
  const open = await openQuestions(tx, clientAccountId, subject, types);
  for (const question of open) {
    await endQuestion(tx, question, { status: 'CLOSED', closedReason: reason }, stamp);
    await hooks.run(tx, (await findQuestion(tx, question.id))!);
  }
  return open.length;
}
