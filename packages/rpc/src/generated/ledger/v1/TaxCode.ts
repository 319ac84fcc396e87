// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface TaxCode {
  'id'?: (number | string | Long);
  'code'?: (string);
  'rate'?: (string);
  'category'?: (string);
  'taxAccountId'?: (number | string | Long);
  'acquisitionTaxAccountId'?: (number | string | Long);
  'activeFrom'?: (string);
  'activeTo'?: (string);
  'compensation'?: (boolean);
  'descriptionNob'?: (string);
  'descriptionEng'?: (string);
  '_category'?: "category";
  '_taxAccountId'?: "taxAccountId";
  '_acquisitionTaxAccountId'?: "acquisitionTaxAccountId";
  '_activeFrom'?: "activeFrom";
  '_activeTo'?: "activeTo";
}

export interface TaxCode__Output {
  'id': (number);
  'code': (string);
  'rate': (string);
  'category'?: (string);
  'taxAccountId'?: (number);
  'acquisitionTaxAccountId'?: (number);
  'activeFrom'?: (string);
  'activeTo'?: (string);
  'compensation': (boolean);
  'descriptionNob': (string);
  'descriptionEng': (string);
  '_category'?: "category";
  '_taxAccountId'?: "taxAccountId";
  '_acquisitionTaxAccountId'?: "acquisitionTaxAccountId";
  '_activeFrom'?: "activeFrom";
  '_activeTo'?: "activeTo";
}
