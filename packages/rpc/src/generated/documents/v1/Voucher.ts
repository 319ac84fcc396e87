// Original file: ../../protos/documents/v1/vouchers.proto

import type { Long } from '@grpc/proto-loader';

export interface Voucher {
  'id'?: (number | string | Long);
  'status'?: (string);
  'voucherType'?: (string);
  'fileName'?: (string);
  'mediaType'?: (string);
  'size'?: (number | string | Long);
  'documentDate'?: (string);
  'createdById'?: (number | string | Long);
  'createdAt'?: (string);
  '_voucherType'?: "voucherType";
  '_documentDate'?: "documentDate";
  '_createdById'?: "createdById";
}

export interface Voucher__Output {
  'id': (number);
  'status': (string);
  'voucherType'?: (string);
  'fileName': (string);
  'mediaType': (string);
  'size': (number);
  'documentDate'?: (string);
  'createdById'?: (number);
  'createdAt': (string);
  '_voucherType'?: "voucherType";
  '_documentDate'?: "documentDate";
  '_createdById'?: "createdById";
}
