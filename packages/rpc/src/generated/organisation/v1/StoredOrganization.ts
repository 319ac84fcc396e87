// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface StoredOrganization {
  'id'?: (number | string | Long);
  'organizationNumber'?: (string);
  'name'?: (string);
  'alreadyRegistered'?: (boolean);
  'clientAccountId'?: (number | string | Long);
  '_clientAccountId'?: "clientAccountId";
}

export interface StoredOrganization__Output {
  'id': (number);
  'organizationNumber': (string);
  'name': (string);
  'alreadyRegistered': (boolean);
  'clientAccountId'?: (number);
  '_clientAccountId'?: "clientAccountId";
}
