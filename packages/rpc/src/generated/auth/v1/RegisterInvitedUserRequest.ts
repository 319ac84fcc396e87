// Original file: ../../protos/auth/v1/auth.proto


export interface RegisterInvitedUserRequest {
  'commandKey'?: (string);
  'email'?: (string);
  'password'?: (string);
  'firstName'?: (string);
  'lastName'?: (string);
  'language'?: (string);
  'clientAddress'?: (string);
}

export interface RegisterInvitedUserRequest__Output {
  'commandKey': (string);
  'email': (string);
  'password': (string);
  'firstName': (string);
  'lastName': (string);
  'language': (string);
  'clientAddress': (string);
}
