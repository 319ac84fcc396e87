// Original file: ../../protos/auth/v1/auth.proto

import type { User as _auth_v1_User, User__Output as _auth_v1_User__Output } from '../../auth/v1/User.ts';

export interface GetUsersResponse {
  'users'?: (_auth_v1_User)[];
}

export interface GetUsersResponse__Output {
  'users': (_auth_v1_User__Output)[];
}
