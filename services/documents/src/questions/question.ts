import { conflict, type Failure, notFound } from '@app/contract/failure';
import type { answerOptions, questions } from '../schema/questions.ts';

type Row = typeof questions.$inferSelect;

export type QuestionType = Row['type'];

export interface AnswerOption extends Pick<typeof answerOptions.$inferSelect, 'id' | 'option' | 'selectedAnswer'> {}

/** Something that the books need to know from somebody (docs/contract/questions.md). */
export interface Question extends Omit<Row, 'version'> {
  /** In the order in which they were given. */
  readonly options: readonly AnswerOption[];
}

/** What a question is about; each is of its client account. */
export interface Subject {
  readonly documentId?: number | null;
  readonly voucherId?: number | null;
  readonly bankTransactionId?: number | null;
}

export interface NewQuestion extends Subject {
  readonly clientAccountId: number;
  readonly question: string;
  readonly type: QuestionType;
  readonly answerAction: Row['answerAction'];
  readonly options: readonly string[];
}

export const questionNotFound = (id: number): Failure => notFound(`There is no question ${id}`, 'question.not_found');

export const notOpen = ({ id, status }: Pick<Question, 'id' | 'status'>): Failure =>
  conflict(
    status === 'ANSWERED' ? `Question ${id} is answered already` : `Question ${id} is closed`,
    'question.not_open',
  );
