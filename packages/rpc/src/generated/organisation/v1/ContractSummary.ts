// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface ContractSummary {
  'id'?: (number | string | Long);
  'clientAccountId'?: (number | string | Long);
  'providerClientAccountId'?: (number | string | Long);
  'serviceProvided'?: (string);
  'approvalStatus'?: (string);
  'isActive'?: (boolean);
}

export interface ContractSummary__Output {
  'id': (number);
  'clientAccountId': (number);
  'providerClientAccountId': (number);
  'serviceProvided': (string);
  'approvalStatus': (string);
  'isActive': (boolean);
}
