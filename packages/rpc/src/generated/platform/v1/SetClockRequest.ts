// Original file: ../../protos/platform/v1/operations.proto


export interface SetClockRequest {
  'now'?: (string);
  '_now'?: "now";
}

export interface SetClockRequest__Output {
  'now'?: (string);
  '_now'?: "now";
}
