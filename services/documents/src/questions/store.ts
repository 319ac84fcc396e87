import { anyOf, type Executor, type FollowedPage, type Tx } from '@app/db';
import { amongAccounts, type Listing, listRecords, madeAt, type Stamp } from '@app/records';
import { and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { files } from '../schema/files.ts';
import { answerOptions, questions } from '../schema/questions.ts';
import type { AnswerOption, NewQuestion, Question, QuestionType, Subject } from './question.ts';

const selection = {
  id: questions.id,
  clientAccountId: questions.clientAccountId,
  createdAt: questions.createdAt,
  createdById: questions.createdById,
  updatedAt: questions.updatedAt,
  updatedById: questions.updatedById,
  documentId: questions.documentId,
  voucherId: questions.voucherId,
  bankTransactionId: questions.bankTransactionId,
  question: questions.question,
  type: questions.type,
  answerAction: questions.answerAction,
  status: questions.status,
  answerText: questions.answerText,
  answeredAt: questions.answeredAt,
  answeredById: questions.answeredById,
  closedReason: questions.closedReason,
};

type Bare = Omit<Question, 'options'>;

export interface QuestionFilter {
  readonly documentId?: number | undefined;
  readonly voucherId?: number | undefined;
  readonly bankTransactionId?: number | undefined;
  readonly statuses?: readonly Question['status'][] | undefined;
  readonly types?: readonly QuestionType[] | undefined;
  /** Questions about vouchers that this user sent, and no others. */
  readonly sentBy?: number | undefined;
}

const equal = <T>(column: Parameters<typeof eq>[0], value: T | undefined): SQL | undefined =>
  value === undefined ? undefined : eq(column, value);

const orders = {
  id: questions.id,
  question_status: questions.status,
  type: questions.type,
  created_at: questions.createdAt,
  updated_at: questions.updatedAt,
};

/** A page of the questions of an account. */
export async function listQuestions(
  ex: Executor,
  listing: Listing,
  { documentId, voucherId, bankTransactionId, statuses, types, sentBy }: QuestionFilter,
): Promise<FollowedPage<Question>> {
  const sent = ex
    .select({ one: sql`1` })
    .from(files)
    .where(
      and(
        eq(files.clientAccountId, questions.clientAccountId),
        eq(files.id, questions.voucherId),
        equal(files.createdById, sentBy),
      ),
    );
  const { rows, meta } = await listRecords(ex, listing, {
    table: questions,
    selection,
    recordOf: (row) => row as unknown as Bare,
    orders,
    where: and(
      equal(questions.documentId, documentId),
      equal(questions.voucherId, voucherId),
      equal(questions.bankTransactionId, bankTransactionId),
      statuses && inArray(questions.status, [...statuses]),
      types && inArray(questions.type, [...types]),
      sentBy === undefined ? undefined : exists(sent),
    ),
  });
  return { rows: await withOptions(ex, rows), meta };
}

/** By id alone: the caller decides who may see it. */
export async function findQuestion(ex: Executor, id: number): Promise<Question | undefined> {
  const [row] = await ex.select(selection).from(questions).where(eq(questions.id, id));
  return row && (await withOptions(ex, [row]))[0];
}

/** Questions about documents of an account, oldest first. */
export async function questionsOfDocuments(
  ex: Executor,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<readonly Question[]> {
  const rows = await ex
    .select(selection)
    .from(questions)
    .where(and(eq(questions.clientAccountId, clientAccountId), anyOf(questions.documentId, documentIds)))
    .orderBy(asc(questions.id));
  return withOptions(ex, rows);
}

async function withOptions(ex: Executor, rows: readonly Bare[]): Promise<Question[]> {
  if (rows.length === 0) return [];
  const accounts = [...new Set(rows.map(({ clientAccountId }) => clientAccountId))];
  const found = await ex
    .select({
      questionId: answerOptions.questionId,
      id: answerOptions.id,
      option: answerOptions.option,
      selectedAnswer: answerOptions.selectedAnswer,
    })
    .from(answerOptions)
    .where(
      and(
        amongAccounts(answerOptions.clientAccountId, accounts),
        anyOf(
          answerOptions.questionId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(answerOptions.questionId), asc(answerOptions.place));
  const byQuestion = Map.groupBy(found, ({ questionId }) => questionId);
  const optionOf = ({ id, option, selectedAnswer }: AnswerOption): AnswerOption => ({ id, option, selectedAnswer });
  return rows.map((row) => ({ ...row, options: (byQuestion.get(row.id) ?? []).map(optionOf) }));
}

export async function insertQuestion(tx: Tx, question: NewQuestion, stamp: Stamp): Promise<number> {
  const { options, ...fields } = question;
  const [row] = await tx
    .insert(questions)
    .values({ ...fields, status: 'OPEN', ...madeAt(stamp) })
    .returning({ id: questions.id });
  const { id: questionId } = row!;
  if (options.length > 0) {
    const { clientAccountId } = question;
    await tx
      .insert(answerOptions)
      .values(options.map((option, place) => ({ clientAccountId, questionId, place, option })));
  }
  return questionId;
}

/** Ends an open question; one that is not open stays as it is. @returns whether it was open */
export async function endQuestion(
  tx: Tx,
  { clientAccountId, id }: Pick<Question, 'clientAccountId' | 'id'>,
  end:
    | { readonly status: 'ANSWERED'; readonly answerText: string | null }
    | { readonly status: 'CLOSED'; readonly closedReason: string | null },
  { moment, actorId }: Stamp,
): Promise<boolean> {
  const answered = end.status === 'ANSWERED' ? { answeredAt: moment, answeredById: actorId } : {};
  const changed = await tx
    .update(questions)
    .set({ ...end, ...answered, version: sql`${questions.version} + 1`, updatedAt: moment, updatedById: actorId })
    .where(and(eq(questions.clientAccountId, clientAccountId), eq(questions.id, id), eq(questions.status, 'OPEN')))
    .returning({ id: questions.id });
  return changed.length > 0;
}

/** Closes open questions of a user about vouchers, of some types. */
export async function closeAskedBy(
  tx: Tx,
  clientAccountId: number,
  voucherIds: readonly number[],
  closing: { readonly askedBy: number; readonly types: readonly QuestionType[]; readonly reason: string },
  { moment, actorId }: Stamp,
): Promise<void> {
  const q = questions;
  await tx
    .update(q)
    .set({
      ...{ status: 'CLOSED', closedReason: closing.reason, version: sql`${q.version} + 1` },
      ...{ updatedAt: moment, updatedById: actorId },
    })
    .where(
      and(
        eq(q.clientAccountId, clientAccountId),
        anyOf(q.voucherId, voucherIds),
        eq(q.status, 'OPEN'),
        eq(q.createdById, closing.askedBy),
        inArray(q.type, [...closing.types]),
      ),
    );
}

/** Questions about bank transactions of an account, oldest first. */
export async function questionsOfTransactions(
  ex: Executor,
  clientAccountId: number,
  transactionIds: readonly number[],
): Promise<readonly Question[]> {
  const rows = await ex
    .select(selection)
    .from(questions)
    .where(and(eq(questions.clientAccountId, clientAccountId), anyOf(questions.bankTransactionId, transactionIds)))
    .orderBy(asc(questions.id));
  return withOptions(ex, rows);
}

/** Marks an option of a question as the answer. @returns whether the question has it */
export async function selectOption(
  tx: Tx,
  { clientAccountId, id }: Pick<Question, 'clientAccountId' | 'id'>,
  optionId: number,
): Promise<boolean> {
  const changed = await tx
    .update(answerOptions)
    .set({ selectedAnswer: true })
    .where(
      and(
        eq(answerOptions.clientAccountId, clientAccountId),
        eq(answerOptions.questionId, id),
        eq(answerOptions.id, optionId),
      ),
    )
    .returning({ id: answerOptions.id });
  return changed.length > 0;
}

/** Open questions of some types about one subject, by id. */
export const openQuestions = async (
  tx: Tx,
  clientAccountId: number,
  { documentId, voucherId, bankTransactionId }: Subject,
  types: readonly QuestionType[] | undefined,
): Promise<readonly Pick<Question, 'clientAccountId' | 'id'>[]> =>
  tx
    .select({ clientAccountId: questions.clientAccountId, id: questions.id })
    .from(questions)
    .where(
      and(
        eq(questions.clientAccountId, clientAccountId),
        equal(questions.documentId, documentId ?? undefined),
        equal(questions.voucherId, voucherId ?? undefined),
        equal(questions.bankTransactionId, bankTransactionId ?? undefined),
        eq(questions.status, 'OPEN'),
        types && inArray(questions.type, [...types]),
      ),
    )
    .orderBy(asc(questions.id));
