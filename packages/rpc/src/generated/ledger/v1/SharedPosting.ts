// Original file: ../../protos/ledger/v1/ledger.proto

import type { PostEntryRequest as _ledger_v1_PostEntryRequest, PostEntryRequest__Output as _ledger_v1_PostEntryRequest__Output } from '../../ledger/v1/PostEntryRequest.ts';

export interface SharedPosting {
  'command'?: (_ledger_v1_PostEntryRequest | null);
  'requestId'?: (string);
}

export interface SharedPosting__Output {
  'command': (_ledger_v1_PostEntryRequest__Output | null);
  'requestId': (string);
}
