// Original file: ../../protos/auth/v1/auth.proto


export interface ForgetInvitedUserRequest {
  'commandKey'?: (string);
}

export interface ForgetInvitedUserRequest__Output {
  'commandKey': (string);
}
