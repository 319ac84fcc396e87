// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface PostingTaxCode {
  'id'?: (number | string | Long);
  'code'?: (string);
  'rate'?: (string);
  'category'?: (string);
  'taxAccountCode'?: (string);
  'acquisitionAccountCode'?: (string);
  '_category'?: "category";
  '_taxAccountCode'?: "taxAccountCode";
  '_acquisitionAccountCode'?: "acquisitionAccountCode";
}

export interface PostingTaxCode__Output {
  'id': (number);
  'code': (string);
  'rate': (string);
  'category'?: (string);
  'taxAccountCode'?: (string);
  'acquisitionAccountCode'?: (string);
  '_category'?: "category";
  '_taxAccountCode'?: "taxAccountCode";
  '_acquisitionAccountCode'?: "acquisitionAccountCode";
}
