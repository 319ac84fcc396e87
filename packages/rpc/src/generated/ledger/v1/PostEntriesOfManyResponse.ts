// Original file: ../../protos/ledger/v1/ledger.proto

import type { PostEntryOutcome as _ledger_v1_PostEntryOutcome, PostEntryOutcome__Output as _ledger_v1_PostEntryOutcome__Output } from '../../ledger/v1/PostEntryOutcome.ts';

export interface PostEntriesOfManyResponse {
  'outcomes'?: (_ledger_v1_PostEntryOutcome)[];
}

export interface PostEntriesOfManyResponse__Output {
  'outcomes': (_ledger_v1_PostEntryOutcome__Output)[];
}
