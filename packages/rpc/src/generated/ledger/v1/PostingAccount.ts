// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface PostingAccount {
  'id'?: (number | string | Long);
  'code'?: (string);
  'isActive'?: (boolean);
  'taxCodes'?: (string)[];
  'descriptionNob'?: (string);
  'descriptionEng'?: (string);
}

export interface PostingAccount__Output {
  'id': (number);
  'code': (string);
  'isActive': (boolean);
  'taxCodes': (string)[];
  'descriptionNob': (string);
  'descriptionEng': (string);
}
