// Original file: ../../protos/auth/v1/auth.proto


export interface ForgetInvitedUserResponse {
  'forgotten'?: (boolean);
}

export interface ForgetInvitedUserResponse__Output {
  'forgotten': (boolean);
}
