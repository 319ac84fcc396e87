// Original file: ../../protos/auth/v1/auth.proto


export interface FindInvitedUserRequest {
  'commandKey'?: (string);
}

export interface FindInvitedUserRequest__Output {
  'commandKey': (string);
}
