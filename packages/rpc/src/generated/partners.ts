import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { FindPartnersByOrganizationRequest as _organisation_v1_FindPartnersByOrganizationRequest, FindPartnersByOrganizationRequest__Output as _organisation_v1_FindPartnersByOrganizationRequest__Output } from './organisation/v1/FindPartnersByOrganizationRequest.ts';
import type { FindPartnersByOrganizationResponse as _organisation_v1_FindPartnersByOrganizationResponse, FindPartnersByOrganizationResponse__Output as _organisation_v1_FindPartnersByOrganizationResponse__Output } from './organisation/v1/FindPartnersByOrganizationResponse.ts';
import type { GetIdentityNumbersRequest as _organisation_v1_GetIdentityNumbersRequest, GetIdentityNumbersRequest__Output as _organisation_v1_GetIdentityNumbersRequest__Output } from './organisation/v1/GetIdentityNumbersRequest.ts';
import type { GetIdentityNumbersResponse as _organisation_v1_GetIdentityNumbersResponse, GetIdentityNumbersResponse__Output as _organisation_v1_GetIdentityNumbersResponse__Output } from './organisation/v1/GetIdentityNumbersResponse.ts';
import type { GetPartnersOfManyRequest as _organisation_v1_GetPartnersOfManyRequest, GetPartnersOfManyRequest__Output as _organisation_v1_GetPartnersOfManyRequest__Output } from './organisation/v1/GetPartnersOfManyRequest.ts';
import type { GetPartnersOfManyResponse as _organisation_v1_GetPartnersOfManyResponse, GetPartnersOfManyResponse__Output as _organisation_v1_GetPartnersOfManyResponse__Output } from './organisation/v1/GetPartnersOfManyResponse.ts';
import type { GetPartnersRequest as _organisation_v1_GetPartnersRequest, GetPartnersRequest__Output as _organisation_v1_GetPartnersRequest__Output } from './organisation/v1/GetPartnersRequest.ts';
import type { GetPartnersResponse as _organisation_v1_GetPartnersResponse, GetPartnersResponse__Output as _organisation_v1_GetPartnersResponse__Output } from './organisation/v1/GetPartnersResponse.ts';
import type { IdentityNumber as _organisation_v1_IdentityNumber, IdentityNumber__Output as _organisation_v1_IdentityNumber__Output } from './organisation/v1/IdentityNumber.ts';
import type { ImportPartnersRequest as _organisation_v1_ImportPartnersRequest, ImportPartnersRequest__Output as _organisation_v1_ImportPartnersRequest__Output } from './organisation/v1/ImportPartnersRequest.ts';
import type { ImportPartnersResponse as _organisation_v1_ImportPartnersResponse, ImportPartnersResponse__Output as _organisation_v1_ImportPartnersResponse__Output } from './organisation/v1/ImportPartnersResponse.ts';
import type { ImportedPartner as _organisation_v1_ImportedPartner, ImportedPartner__Output as _organisation_v1_ImportedPartner__Output } from './organisation/v1/ImportedPartner.ts';
import type { Partner as _organisation_v1_Partner, Partner__Output as _organisation_v1_Partner__Output } from './organisation/v1/Partner.ts';
import type { PartnersClient as _organisation_v1_PartnersClient, PartnersDefinition as _organisation_v1_PartnersDefinition } from './organisation/v1/Partners.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  organisation: {
    v1: {
      FindPartnersByOrganizationRequest: MessageTypeDefinition<_organisation_v1_FindPartnersByOrganizationRequest, _organisation_v1_FindPartnersByOrganizationRequest__Output>
      FindPartnersByOrganizationResponse: MessageTypeDefinition<_organisation_v1_FindPartnersByOrganizationResponse, _organisation_v1_FindPartnersByOrganizationResponse__Output>
      GetIdentityNumbersRequest: MessageTypeDefinition<_organisation_v1_GetIdentityNumbersRequest, _organisation_v1_GetIdentityNumbersRequest__Output>
      GetIdentityNumbersResponse: MessageTypeDefinition<_organisation_v1_GetIdentityNumbersResponse, _organisation_v1_GetIdentityNumbersResponse__Output>
      GetPartnersOfManyRequest: MessageTypeDefinition<_organisation_v1_GetPartnersOfManyRequest, _organisation_v1_GetPartnersOfManyRequest__Output>
      GetPartnersOfManyResponse: MessageTypeDefinition<_organisation_v1_GetPartnersOfManyResponse, _organisation_v1_GetPartnersOfManyResponse__Output>
      GetPartnersRequest: MessageTypeDefinition<_organisation_v1_GetPartnersRequest, _organisation_v1_GetPartnersRequest__Output>
      GetPartnersResponse: MessageTypeDefinition<_organisation_v1_GetPartnersResponse, _organisation_v1_GetPartnersResponse__Output>
      IdentityNumber: MessageTypeDefinition<_organisation_v1_IdentityNumber, _organisation_v1_IdentityNumber__Output>
      ImportPartnersRequest: MessageTypeDefinition<_organisation_v1_ImportPartnersRequest, _organisation_v1_ImportPartnersRequest__Output>
      ImportPartnersResponse: MessageTypeDefinition<_organisation_v1_ImportPartnersResponse, _organisation_v1_ImportPartnersResponse__Output>
      ImportedPartner: MessageTypeDefinition<_organisation_v1_ImportedPartner, _organisation_v1_ImportedPartner__Output>
      Partner: MessageTypeDefinition<_organisation_v1_Partner, _organisation_v1_Partner__Output>
      Partners: SubtypeConstructor<typeof grpc.Client, _organisation_v1_PartnersClient> & { service: _organisation_v1_PartnersDefinition }
    }
  }
}

