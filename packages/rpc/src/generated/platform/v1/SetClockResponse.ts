// Original file: ../../protos/platform/v1/operations.proto


export interface SetClockResponse {
}

export interface SetClockResponse__Output {
}
