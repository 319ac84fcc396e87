// Original file: ../../protos/ledger/v1/periods.proto

import type { PeriodAccount as _ledger_v1_PeriodAccount, PeriodAccount__Output as _ledger_v1_PeriodAccount__Output } from '../../ledger/v1/PeriodAccount.ts';
import type { PeriodPart as _ledger_v1_PeriodPart, PeriodPart__Output as _ledger_v1_PeriodPart__Output } from '../../ledger/v1/PeriodPart.ts';
import type { Long } from '@grpc/proto-loader';

export interface DescribePeriodResponse {
  'revision'?: (number | string | Long);
  'currencyCode'?: (string);
  'firstPostingDate'?: (string);
  'accounts'?: (_ledger_v1_PeriodAccount)[];
  'parts'?: (_ledger_v1_PeriodPart)[];
  'hasMore'?: (boolean);
  '_firstPostingDate'?: "firstPostingDate";
}

export interface DescribePeriodResponse__Output {
  'revision': (number);
  'currencyCode': (string);
  'firstPostingDate'?: (string);
  'accounts': (_ledger_v1_PeriodAccount__Output)[];
  'parts': (_ledger_v1_PeriodPart__Output)[];
  'hasMore': (boolean);
  '_firstPostingDate'?: "firstPostingDate";
}
