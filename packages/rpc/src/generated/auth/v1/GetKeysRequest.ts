// Original file: ../../protos/auth/v1/auth.proto


export interface GetKeysRequest {
}

export interface GetKeysRequest__Output {
}
