// Original file: ../../protos/auth/v1/auth.proto

import type { User as _auth_v1_User, User__Output as _auth_v1_User__Output } from '../../auth/v1/User.ts';

export interface RegisterInvitedUserResponse {
  'user'?: (_auth_v1_User | null);
  'created'?: (boolean);
  'emailVerified'?: (boolean);
  'hasIdentityLink'?: (boolean);
  'isAdmin'?: (boolean);
  'language'?: (string);
  'sessionToken'?: (string);
  'refreshCookie'?: (string);
  'sessionCookie'?: (string);
  'pendingEmail'?: (string);
  '_pendingEmail'?: "pendingEmail";
}

export interface RegisterInvitedUserResponse__Output {
  'user': (_auth_v1_User__Output | null);
  'created': (boolean);
  'emailVerified': (boolean);
  'hasIdentityLink': (boolean);
  'isAdmin': (boolean);
  'language': (string);
  'sessionToken': (string);
  'refreshCookie': (string);
  'sessionCookie': (string);
  'pendingEmail'?: (string);
  '_pendingEmail'?: "pendingEmail";
}
