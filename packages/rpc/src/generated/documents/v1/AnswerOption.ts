// Original file: ../../protos/documents/v1/questions.proto

import type { Long } from '@grpc/proto-loader';

export interface AnswerOption {
  'id'?: (number | string | Long);
  'option'?: (string);
  'isSelected'?: (boolean);
}

export interface AnswerOption__Output {
  'id': (number);
  'option': (string);
  'isSelected': (boolean);
}
