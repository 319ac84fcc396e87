// Original file: ../../protos/platform/v1/operations.proto


export interface RunJobRequest {
  'job'?: (string);
}

export interface RunJobRequest__Output {
  'job': (string);
}
