// Original file: ../../protos/documents/v1/reconciliation_lines.proto

import type { Long } from '@grpc/proto-loader';

export interface LineTarget {
  'accountCodes'?: (string)[];
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
  'ledgerSign'?: (number);
  '_relationType'?: "relationType";
  '_relationId'?: "relationId";
}

export interface LineTarget__Output {
  'accountCodes': (string)[];
  'relationType'?: (string);
  'relationId'?: (number);
  'ledgerSign': (number);
  '_relationType'?: "relationType";
  '_relationId'?: "relationId";
}
