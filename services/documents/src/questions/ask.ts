import type { Tx } from '@app/db';
import { type Stamp, takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import type { QuestionHooks } from './hooks.ts';
import type { NewQuestion, QuestionType, Subject } from './question.ts';
import { closeAskedBy, endQuestion, findQuestion, insertQuestion, openQuestions } from './store.ts';

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

/** The platform itself. */
const SYSTEM = 2;

/**
 * Closes what the platform asked about vouchers and nobody needs to know any more. No hooks hear of it: whoever closes
 * them has stopped what waits for their answers.
 */
export const closeAsked = (
  tx: Tx,
  clientAccountId: number,
  voucherIds: readonly number[],
  closing: { readonly types: readonly QuestionType[]; readonly reason: string },
  stamp: Stamp,
): Promise<void> => closeAskedBy(tx, clientAccountId, voucherIds, { ...closing, askedBy: SYSTEM }, stamp);
