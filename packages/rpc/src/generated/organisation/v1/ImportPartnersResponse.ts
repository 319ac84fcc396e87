// Original file: ../../protos/organisation/v1/partners.proto

import type { Long } from '@grpc/proto-loader';

export interface ImportPartnersResponse {
  'ids'?: (number | string | Long)[];
}

export interface ImportPartnersResponse__Output {
  'ids': (number)[];
}
