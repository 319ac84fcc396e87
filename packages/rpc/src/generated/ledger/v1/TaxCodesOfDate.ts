// Original file: ../../protos/ledger/v1/ledger.proto

import type { PostingTaxCode as _ledger_v1_PostingTaxCode, PostingTaxCode__Output as _ledger_v1_PostingTaxCode__Output } from '../../ledger/v1/PostingTaxCode.ts';

export interface TaxCodesOfDate {
  'date'?: (string);
  'taxCodes'?: (_ledger_v1_PostingTaxCode)[];
}

export interface TaxCodesOfDate__Output {
  'date': (string);
  'taxCodes': (_ledger_v1_PostingTaxCode__Output)[];
}
