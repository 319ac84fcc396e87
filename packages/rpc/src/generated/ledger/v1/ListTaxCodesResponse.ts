// Original file: ../../protos/ledger/v1/ledger.proto

import type { TaxCode as _ledger_v1_TaxCode, TaxCode__Output as _ledger_v1_TaxCode__Output } from '../../ledger/v1/TaxCode.ts';

export interface ListTaxCodesResponse {
  'taxCodes'?: (_ledger_v1_TaxCode)[];
}

export interface ListTaxCodesResponse__Output {
  'taxCodes': (_ledger_v1_TaxCode__Output)[];
}
