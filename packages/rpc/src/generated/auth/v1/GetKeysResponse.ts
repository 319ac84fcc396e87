// Original file: ../../protos/auth/v1/auth.proto


export interface GetKeysResponse {
  'jwks'?: (string);
}

export interface GetKeysResponse__Output {
  'jwks': (string);
}
