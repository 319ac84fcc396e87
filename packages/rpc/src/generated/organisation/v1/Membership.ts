// Original file: ../../protos/organisation/v1/organisation.proto

import type { AccountName as _organisation_v1_AccountName, AccountName__Output as _organisation_v1_AccountName__Output } from '../../organisation/v1/AccountName.ts';
import type { Role as _organisation_v1_Role, Role__Output as _organisation_v1_Role__Output } from '../../organisation/v1/Role.ts';
import type { Long } from '@grpc/proto-loader';

export interface Membership {
  'id'?: (number | string | Long);
  'account'?: (_organisation_v1_AccountName | null);
  'role'?: (_organisation_v1_Role | null);
}

export interface Membership__Output {
  'id': (number);
  'account': (_organisation_v1_AccountName__Output | null);
  'role': (_organisation_v1_Role__Output | null);
}
