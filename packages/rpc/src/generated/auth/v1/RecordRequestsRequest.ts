// Original file: ../../protos/auth/v1/auth.proto

import type { ClientRequest as _auth_v1_ClientRequest, ClientRequest__Output as _auth_v1_ClientRequest__Output } from '../../auth/v1/ClientRequest.ts';

export interface RecordRequestsRequest {
  'requests'?: (_auth_v1_ClientRequest)[];
}

export interface RecordRequestsRequest__Output {
  'requests': (_auth_v1_ClientRequest__Output)[];
}
