// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface SaleCounter {
  'nextNumber'?: (number | string | Long);
  'setAtVersion'?: (number | string | Long);
}

export interface SaleCounter__Output {
  'nextNumber': (number);
  'setAtVersion': (number);
}
