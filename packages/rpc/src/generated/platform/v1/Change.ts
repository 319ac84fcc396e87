// Original file: ../../protos/platform/v1/changes.proto

import type { Long } from '@grpc/proto-loader';

export interface Change {
  'id'?: (number | string | Long);
  'eventId'?: (string);
  'subject'?: (string);
  'version'?: (number);
  'clientAccountId'?: (number | string | Long);
  'occurredAt'?: (string);
  'payload'?: (string);
  '_clientAccountId'?: "clientAccountId";
}

export interface Change__Output {
  'id': (number);
  'eventId': (string);
  'subject': (string);
  'version': (number);
  'clientAccountId'?: (number);
  'occurredAt': (string);
  'payload': (string);
  '_clientAccountId'?: "clientAccountId";
}
