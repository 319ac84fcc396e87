// Original file: ../../protos/ledger/v1/ledger.proto

import type { PostingTaxCode as _ledger_v1_PostingTaxCode, PostingTaxCode__Output as _ledger_v1_PostingTaxCode__Output } from '../../ledger/v1/PostingTaxCode.ts';
import type { PostingAccount as _ledger_v1_PostingAccount, PostingAccount__Output as _ledger_v1_PostingAccount__Output } from '../../ledger/v1/PostingAccount.ts';
import type { KnownRecord as _ledger_v1_KnownRecord, KnownRecord__Output as _ledger_v1_KnownRecord__Output } from '../../ledger/v1/KnownRecord.ts';

export interface DescribeBooksResponse {
  'currencyCode'?: (string);
  'isVatLiable'?: (boolean);
  'lockedUntil'?: (string);
  'taxCodes'?: (_ledger_v1_PostingTaxCode)[];
  'accounts'?: (_ledger_v1_PostingAccount)[];
  'records'?: (_ledger_v1_KnownRecord)[];
  'accountingLanguage'?: (string);
  '_lockedUntil'?: "lockedUntil";
}

export interface DescribeBooksResponse__Output {
  'currencyCode': (string);
  'isVatLiable': (boolean);
  'lockedUntil'?: (string);
  'taxCodes': (_ledger_v1_PostingTaxCode__Output)[];
  'accounts': (_ledger_v1_PostingAccount__Output)[];
  'records': (_ledger_v1_KnownRecord__Output)[];
  'accountingLanguage': (string);
  '_lockedUntil'?: "lockedUntil";
}
