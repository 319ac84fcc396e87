// Original file: ../../protos/documents/v1/questions.proto

import type { Long } from '@grpc/proto-loader';

export interface ListTransactionQuestionsRequest {
  'clientAccountId'?: (number | string | Long);
  'bankTransactionIds'?: (number | string | Long)[];
}

export interface ListTransactionQuestionsRequest__Output {
  'clientAccountId': (number);
  'bankTransactionIds': (number)[];
}
