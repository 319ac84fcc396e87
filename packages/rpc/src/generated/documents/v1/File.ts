// Original file: ../../protos/documents/v1/vouchers.proto

import type { Long } from '@grpc/proto-loader';

export interface File {
  'fileId'?: (number | string | Long);
  'voucherIds'?: (number | string | Long)[];
  'fileName'?: (string);
  'mediaType'?: (string);
  'size'?: (number | string | Long);
  'sha256'?: (Buffer | Uint8Array | string);
  'storeKey'?: (string);
}

export interface File__Output {
  'fileId': (number);
  'voucherIds': (number)[];
  'fileName': (string);
  'mediaType': (string);
  'size': (number);
  'sha256': (Buffer);
  'storeKey': (string);
}
