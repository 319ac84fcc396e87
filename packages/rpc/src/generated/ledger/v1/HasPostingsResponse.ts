// Original file: ../../protos/ledger/v1/ledger.proto


export interface HasPostingsResponse {
  'hasPostings'?: (boolean);
}

export interface HasPostingsResponse__Output {
  'hasPostings': (boolean);
}
