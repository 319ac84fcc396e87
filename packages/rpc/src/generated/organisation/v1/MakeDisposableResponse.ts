// Original file: ../../protos/organisation/v1/organisation.proto


export interface MakeDisposableResponse {
  'erasedAfter'?: (string);
}

export interface MakeDisposableResponse__Output {
  'erasedAfter': (string);
}
