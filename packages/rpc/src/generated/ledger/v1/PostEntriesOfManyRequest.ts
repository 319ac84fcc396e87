// Original file: ../../protos/ledger/v1/ledger.proto

import type { SharedPosting as _ledger_v1_SharedPosting, SharedPosting__Output as _ledger_v1_SharedPosting__Output } from '../../ledger/v1/SharedPosting.ts';

export interface PostEntriesOfManyRequest {
  'commands'?: (_ledger_v1_SharedPosting)[];
}

export interface PostEntriesOfManyRequest__Output {
  'commands': (_ledger_v1_SharedPosting__Output)[];
}
