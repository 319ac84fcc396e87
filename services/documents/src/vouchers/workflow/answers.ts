import type { Tx } from '@app/db';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Question } from '../../questions/question.ts';
import { questions } from '../../schema/questions.ts';
import { voucherWorkflow } from '../../schema/voucher-workflow.ts';
import { vouchers } from '../../schema/vouchers.ts';
import { stampVouchers } from '../store.ts';
import { isOfWorkflow, WORKFLOW_QUESTIONS } from './state.ts';

/** What a question was answered with; the empty text when it was closed without an answer. */
const answerOf = ({ answerText, options }: Question): string =>
  answerText ?? options.find(({ selectedAnswer }) => selectedAnswer)?.option ?? '';

/**
 * A question of a voucher has ended: the step that asked it goes on with the answer, in the same transaction, once no
 * other question of the workflow is open.
 */
export async function goOnWithAnswer(tx: Tx, question: Question): Promise<void> {
  const { voucherId, clientAccountId, type } = question;
  if (voucherId === null || !isOfWorkflow(type)) return;
  const [voucher] = await tx
    .select({ workflowStatus: vouchers.workflowStatus })
    .from(vouchers)
    .where(and(eq(vouchers.clientAccountId, clientAccountId), eq(vouchers.id, voucherId)))
    .for('update');
  const w = voucherWorkflow;
  const [waiting] = await tx.select({ askedBy: w.askedBy }).from(w).where(eq(w.voucherId, voucherId)).for('update');
  if (voucher?.workflowStatus !== 'WAITING_FOR_ANSWER' || !waiting?.askedBy) return;
  const answers = sql`jsonb_build_object('answers', coalesce(${w.reading} -> 'answers', '{}') || jsonb_build_object(${type}::text, ${answerOf(question)}::text))`;
  await tx
    .update(w)
    .set({ reading: sql`${w.reading} || ${answers}` })
    .where(eq(w.voucherId, voucherId));
  const open = await tx.$count(
    questions,
    and(
      eq(questions.clientAccountId, clientAccountId),
      eq(questions.voucherId, voucherId),
      eq(questions.status, 'OPEN'),
      ne(questions.id, question.id),
      sql`${questions.type} = any (${sql.param([...WORKFLOW_QUESTIONS])}::text[])`,
    ),
  );
  if (open > 0) return;
  await tx
    .update(w)
    .set({ dueAt: sql`clock_timestamp()`, attempts: 0, askedBy: null, leaseKey: null })
    .where(eq(w.voucherId, voucherId));
  await tx
    .update(vouchers)
    .set({ workflowStatus: waiting.askedBy })
    .where(and(eq(vouchers.clientAccountId, clientAccountId), eq(vouchers.id, voucherId)));
  await stampVouchers(tx, clientAccountId, [voucherId], question.updatedAt);
}
