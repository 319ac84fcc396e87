import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Access as _organisation_v1_Access, Access__Output as _organisation_v1_Access__Output } from './organisation/v1/Access.ts';
import type { CheckAccessRequest as _organisation_v1_CheckAccessRequest, CheckAccessRequest__Output as _organisation_v1_CheckAccessRequest__Output } from './organisation/v1/CheckAccessRequest.ts';
import type { CheckAccessResponse as _organisation_v1_CheckAccessResponse, CheckAccessResponse__Output as _organisation_v1_CheckAccessResponse__Output } from './organisation/v1/CheckAccessResponse.ts';
import type { Dimension as _organisation_v1_Dimension, Dimension__Output as _organisation_v1_Dimension__Output } from './organisation/v1/Dimension.ts';
import type { DimensionKey as _organisation_v1_DimensionKey, DimensionKey__Output as _organisation_v1_DimensionKey__Output } from './organisation/v1/DimensionKey.ts';
import type { GetAccountSettingsRequest as _organisation_v1_GetAccountSettingsRequest, GetAccountSettingsRequest__Output as _organisation_v1_GetAccountSettingsRequest__Output } from './organisation/v1/GetAccountSettingsRequest.ts';
import type { GetAccountSettingsResponse as _organisation_v1_GetAccountSettingsResponse, GetAccountSettingsResponse__Output as _organisation_v1_GetAccountSettingsResponse__Output } from './organisation/v1/GetAccountSettingsResponse.ts';
import type { ListAccessRequest as _organisation_v1_ListAccessRequest, ListAccessRequest__Output as _organisation_v1_ListAccessRequest__Output } from './organisation/v1/ListAccessRequest.ts';
import type { ListAccessResponse as _organisation_v1_ListAccessResponse, ListAccessResponse__Output as _organisation_v1_ListAccessResponse__Output } from './organisation/v1/ListAccessResponse.ts';
import type { OrganisationClient as _organisation_v1_OrganisationClient, OrganisationDefinition as _organisation_v1_OrganisationDefinition } from './organisation/v1/Organisation.ts';
import type { RegisterFromSignupRequest as _organisation_v1_RegisterFromSignupRequest, RegisterFromSignupRequest__Output as _organisation_v1_RegisterFromSignupRequest__Output } from './organisation/v1/RegisterFromSignupRequest.ts';
import type { RegisterFromSignupResponse as _organisation_v1_RegisterFromSignupResponse, RegisterFromSignupResponse__Output as _organisation_v1_RegisterFromSignupResponse__Output } from './organisation/v1/RegisterFromSignupResponse.ts';
import type { ResolveDimensionsRequest as _organisation_v1_ResolveDimensionsRequest, ResolveDimensionsRequest__Output as _organisation_v1_ResolveDimensionsRequest__Output } from './organisation/v1/ResolveDimensionsRequest.ts';
import type { ResolveDimensionsResponse as _organisation_v1_ResolveDimensionsResponse, ResolveDimensionsResponse__Output as _organisation_v1_ResolveDimensionsResponse__Output } from './organisation/v1/ResolveDimensionsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  organisation: {
    v1: {
      Access: MessageTypeDefinition<_organisation_v1_Access, _organisation_v1_Access__Output>
      CheckAccessRequest: MessageTypeDefinition<_organisation_v1_CheckAccessRequest, _organisation_v1_CheckAccessRequest__Output>
      CheckAccessResponse: MessageTypeDefinition<_organisation_v1_CheckAccessResponse, _organisation_v1_CheckAccessResponse__Output>
      Dimension: MessageTypeDefinition<_organisation_v1_Dimension, _organisation_v1_Dimension__Output>
      DimensionKey: MessageTypeDefinition<_organisation_v1_DimensionKey, _organisation_v1_DimensionKey__Output>
      GetAccountSettingsRequest: MessageTypeDefinition<_organisation_v1_GetAccountSettingsRequest, _organisation_v1_GetAccountSettingsRequest__Output>
      GetAccountSettingsResponse: MessageTypeDefinition<_organisation_v1_GetAccountSettingsResponse, _organisation_v1_GetAccountSettingsResponse__Output>
      ListAccessRequest: MessageTypeDefinition<_organisation_v1_ListAccessRequest, _organisation_v1_ListAccessRequest__Output>
      ListAccessResponse: MessageTypeDefinition<_organisation_v1_ListAccessResponse, _organisation_v1_ListAccessResponse__Output>
      Organisation: SubtypeConstructor<typeof grpc.Client, _organisation_v1_OrganisationClient> & { service: _organisation_v1_OrganisationDefinition }
      RegisterFromSignupRequest: MessageTypeDefinition<_organisation_v1_RegisterFromSignupRequest, _organisation_v1_RegisterFromSignupRequest__Output>
      RegisterFromSignupResponse: MessageTypeDefinition<_organisation_v1_RegisterFromSignupResponse, _organisation_v1_RegisterFromSignupResponse__Output>
      ResolveDimensionsRequest: MessageTypeDefinition<_organisation_v1_ResolveDimensionsRequest, _organisation_v1_ResolveDimensionsRequest__Output>
      ResolveDimensionsResponse: MessageTypeDefinition<_organisation_v1_ResolveDimensionsResponse, _organisation_v1_ResolveDimensionsResponse__Output>
    }
  }
}

