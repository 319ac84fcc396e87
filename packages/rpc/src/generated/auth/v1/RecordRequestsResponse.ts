// Original file: ../../protos/auth/v1/auth.proto


export interface RecordRequestsResponse {
  'recorded'?: (number);
}

export interface RecordRequestsResponse__Output {
  'recorded': (number);
}
