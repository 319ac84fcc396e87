// Original file: ../../protos/ledger/v1/ledger.proto

import type { DescribeBooksOutcome as _ledger_v1_DescribeBooksOutcome, DescribeBooksOutcome__Output as _ledger_v1_DescribeBooksOutcome__Output } from '../../ledger/v1/DescribeBooksOutcome.ts';
import type { TaxCodesOfDate as _ledger_v1_TaxCodesOfDate, TaxCodesOfDate__Output as _ledger_v1_TaxCodesOfDate__Output } from '../../ledger/v1/TaxCodesOfDate.ts';

export interface DescribeBooksOfManyResponse {
  'outcomes'?: (_ledger_v1_DescribeBooksOutcome)[];
  'dates'?: (_ledger_v1_TaxCodesOfDate)[];
}

export interface DescribeBooksOfManyResponse__Output {
  'outcomes': (_ledger_v1_DescribeBooksOutcome__Output)[];
  'dates': (_ledger_v1_TaxCodesOfDate__Output)[];
}
