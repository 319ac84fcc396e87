// Original file: ../../protos/ledger/v1/ledger.proto


export interface VoucherEntryLine {
  'postingDate'?: (string);
  'accountCode'?: (string);
  'taxCode'?: (string);
  '_taxCode'?: "taxCode";
}

export interface VoucherEntryLine__Output {
  'postingDate': (string);
  'accountCode': (string);
  'taxCode'?: (string);
  '_taxCode'?: "taxCode";
}
