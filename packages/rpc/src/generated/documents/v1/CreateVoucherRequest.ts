// Original file: ../../protos/documents/v1/vouchers.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateVoucherRequest {
  'clientAccountId'?: (number | string | Long);
  'commandKey'?: (string);
  'userId'?: (number | string | Long);
  'voucherType'?: (string);
  'fileName'?: (string);
  'mediaType'?: (string);
  'content'?: (Buffer | Uint8Array | string);
  'documentDate'?: (string);
  '_voucherType'?: "voucherType";
  '_documentDate'?: "documentDate";
}

export interface CreateVoucherRequest__Output {
  'clientAccountId': (number);
  'commandKey': (string);
  'userId': (number);
  'voucherType'?: (string);
  'fileName': (string);
  'mediaType': (string);
  'content': (Buffer);
  'documentDate'?: (string);
  '_voucherType'?: "voucherType";
  '_documentDate'?: "documentDate";
}
