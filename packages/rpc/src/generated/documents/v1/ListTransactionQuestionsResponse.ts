// Original file: ../../protos/documents/v1/questions.proto

import type { Question as _documents_v1_Question, Question__Output as _documents_v1_Question__Output } from '../../documents/v1/Question.ts';

export interface ListTransactionQuestionsResponse {
  'questions'?: (_documents_v1_Question)[];
}

export interface ListTransactionQuestionsResponse__Output {
  'questions': (_documents_v1_Question__Output)[];
}
