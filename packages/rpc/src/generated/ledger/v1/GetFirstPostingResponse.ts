// Original file: ../../protos/ledger/v1/periods.proto


export interface GetFirstPostingResponse {
  'firstPostingDate'?: (string);
  '_firstPostingDate'?: "firstPostingDate";
}

export interface GetFirstPostingResponse__Output {
  'firstPostingDate'?: (string);
  '_firstPostingDate'?: "firstPostingDate";
}
