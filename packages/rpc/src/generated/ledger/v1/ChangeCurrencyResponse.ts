// Original file: ../../protos/ledger/v1/ledger.proto


export interface ChangeCurrencyResponse {
  'isChanged'?: (boolean);
}

export interface ChangeCurrencyResponse__Output {
  'isChanged': (boolean);
}
