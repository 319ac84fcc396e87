// Original file: ../../protos/organisation/v1/partners.proto

import type { ImportedPartner as _organisation_v1_ImportedPartner, ImportedPartner__Output as _organisation_v1_ImportedPartner__Output } from '../../organisation/v1/ImportedPartner.ts';
import type { Long } from '@grpc/proto-loader';

export interface ImportPartnersRequest {
  'clientAccountId'?: (number | string | Long);
  'commandKey'?: (string);
  'actorId'?: (number | string | Long);
  'partners'?: (_organisation_v1_ImportedPartner)[];
}

export interface ImportPartnersRequest__Output {
  'clientAccountId': (number);
  'commandKey': (string);
  'actorId': (number);
  'partners': (_organisation_v1_ImportedPartner__Output)[];
}
