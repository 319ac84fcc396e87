// Original file: ../../protos/documents/v1/questions.proto

import type { AnswerOption as _documents_v1_AnswerOption, AnswerOption__Output as _documents_v1_AnswerOption__Output } from '../../documents/v1/AnswerOption.ts';
import type { Long } from '@grpc/proto-loader';

export interface Question {
  'id'?: (number | string | Long);
  'createdAt'?: (string);
  'createdById'?: (number | string | Long);
  'updatedAt'?: (string);
  'updatedById'?: (number | string | Long);
  'clientAccountId'?: (number | string | Long);
  'documentId'?: (number | string | Long);
  'voucherId'?: (number | string | Long);
  'bankTransactionId'?: (number | string | Long);
  'question'?: (string);
  'type'?: (string);
  'answerAction'?: (string);
  'status'?: (string);
  'options'?: (_documents_v1_AnswerOption)[];
  'answerText'?: (string);
  'answeredAt'?: (string);
  'answeredById'?: (number | string | Long);
  'closedReason'?: (string);
  '_createdById'?: "createdById";
  '_updatedById'?: "updatedById";
  '_documentId'?: "documentId";
  '_voucherId'?: "voucherId";
  '_answerAction'?: "answerAction";
  '_answerText'?: "answerText";
  '_answeredAt'?: "answeredAt";
  '_answeredById'?: "answeredById";
  '_closedReason'?: "closedReason";
}

export interface Question__Output {
  'id': (number);
  'createdAt': (string);
  'createdById'?: (number);
  'updatedAt': (string);
  'updatedById'?: (number);
  'clientAccountId': (number);
  'documentId'?: (number);
  'voucherId'?: (number);
  'bankTransactionId': (number);
  'question': (string);
  'type': (string);
  'answerAction'?: (string);
  'status': (string);
  'options': (_documents_v1_AnswerOption__Output)[];
  'answerText'?: (string);
  'answeredAt'?: (string);
  'answeredById'?: (number);
  'closedReason'?: (string);
  '_createdById'?: "createdById";
  '_updatedById'?: "updatedById";
  '_documentId'?: "documentId";
  '_voucherId'?: "voucherId";
  '_answerAction'?: "answerAction";
  '_answerText'?: "answerText";
  '_answeredAt'?: "answeredAt";
  '_answeredById'?: "answeredById";
  '_closedReason'?: "closedReason";
}
