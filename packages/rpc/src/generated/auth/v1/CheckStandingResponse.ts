// Original file: ../../protos/auth/v1/auth.proto


export interface CheckStandingResponse {
  'userActive'?: (boolean);
  'clientActive'?: (boolean);
  'isAdmin'?: (boolean);
  'sessionEnded'?: (boolean);
}

export interface CheckStandingResponse__Output {
  'userActive': (boolean);
  'clientActive': (boolean);
  'isAdmin': (boolean);
  'sessionEnded': (boolean);
}
