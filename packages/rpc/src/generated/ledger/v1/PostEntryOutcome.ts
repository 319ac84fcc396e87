// Original file: ../../protos/ledger/v1/ledger.proto

import type { PostEntryResponse as _ledger_v1_PostEntryResponse, PostEntryResponse__Output as _ledger_v1_PostEntryResponse__Output } from '../../ledger/v1/PostEntryResponse.ts';

export interface PostEntryOutcome {
  'answer'?: (_ledger_v1_PostEntryResponse | null);
  '_answer'?: "answer";
}

export interface PostEntryOutcome__Output {
  'answer'?: (_ledger_v1_PostEntryResponse__Output | null);
  '_answer'?: "answer";
}
