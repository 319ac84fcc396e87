// Original file: ../../protos/organisation/v1/partners.proto

import type { Long } from '@grpc/proto-loader';

export interface IdentityNumber {
  'businessPartnerId'?: (number | string | Long);
  'nationalIdentityNumber'?: (string);
}

export interface IdentityNumber__Output {
  'businessPartnerId': (number);
  'nationalIdentityNumber': (string);
}
