// Original file: ../../protos/organisation/v1/partners.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { FindPartnersByOrganizationRequest as _organisation_v1_FindPartnersByOrganizationRequest, FindPartnersByOrganizationRequest__Output as _organisation_v1_FindPartnersByOrganizationRequest__Output } from '../../organisation/v1/FindPartnersByOrganizationRequest.ts';
import type { FindPartnersByOrganizationResponse as _organisation_v1_FindPartnersByOrganizationResponse, FindPartnersByOrganizationResponse__Output as _organisation_v1_FindPartnersByOrganizationResponse__Output } from '../../organisation/v1/FindPartnersByOrganizationResponse.ts';
import type { GetIdentityNumbersRequest as _organisation_v1_GetIdentityNumbersRequest, GetIdentityNumbersRequest__Output as _organisation_v1_GetIdentityNumbersRequest__Output } from '../../organisation/v1/GetIdentityNumbersRequest.ts';
import type { GetIdentityNumbersResponse as _organisation_v1_GetIdentityNumbersResponse, GetIdentityNumbersResponse__Output as _organisation_v1_GetIdentityNumbersResponse__Output } from '../../organisation/v1/GetIdentityNumbersResponse.ts';
import type { GetPartnersOfManyRequest as _organisation_v1_GetPartnersOfManyRequest, GetPartnersOfManyRequest__Output as _organisation_v1_GetPartnersOfManyRequest__Output } from '../../organisation/v1/GetPartnersOfManyRequest.ts';
import type { GetPartnersOfManyResponse as _organisation_v1_GetPartnersOfManyResponse, GetPartnersOfManyResponse__Output as _organisation_v1_GetPartnersOfManyResponse__Output } from '../../organisation/v1/GetPartnersOfManyResponse.ts';
import type { GetPartnersRequest as _organisation_v1_GetPartnersRequest, GetPartnersRequest__Output as _organisation_v1_GetPartnersRequest__Output } from '../../organisation/v1/GetPartnersRequest.ts';
import type { GetPartnersResponse as _organisation_v1_GetPartnersResponse, GetPartnersResponse__Output as _organisation_v1_GetPartnersResponse__Output } from '../../organisation/v1/GetPartnersResponse.ts';
import type { ImportPartnersRequest as _organisation_v1_ImportPartnersRequest, ImportPartnersRequest__Output as _organisation_v1_ImportPartnersRequest__Output } from '../../organisation/v1/ImportPartnersRequest.ts';
import type { ImportPartnersResponse as _organisation_v1_ImportPartnersResponse, ImportPartnersResponse__Output as _organisation_v1_ImportPartnersResponse__Output } from '../../organisation/v1/ImportPartnersResponse.ts';

export interface PartnersClient extends grpc.Client {
  FindPartnersByOrganization(argument: _organisation_v1_FindPartnersByOrganizationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_FindPartnersByOrganizationResponse__Output>): grpc.ClientUnaryCall;
  FindPartnersByOrganization(argument: _organisation_v1_FindPartnersByOrganizationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_FindPartnersByOrganizationResponse__Output>): grpc.ClientUnaryCall;
  FindPartnersByOrganization(argument: _organisation_v1_FindPartnersByOrganizationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_FindPartnersByOrganizationResponse__Output>): grpc.ClientUnaryCall;
  FindPartnersByOrganization(argument: _organisation_v1_FindPartnersByOrganizationRequest, callback: grpc.requestCallback<_organisation_v1_FindPartnersByOrganizationResponse__Output>): grpc.ClientUnaryCall;
  findPartnersByOrganization(argument: _organisation_v1_FindPartnersByOrganizationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_FindPartnersByOrganizationResponse__Output>): grpc.ClientUnaryCall;
  findPartnersByOrganization(argument: _organisation_v1_FindPartnersByOrganizationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_FindPartnersByOrganizationResponse__Output>): grpc.ClientUnaryCall;
  findPartnersByOrganization(argument: _organisation_v1_FindPartnersByOrganizationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_FindPartnersByOrganizationResponse__Output>): grpc.ClientUnaryCall;
  findPartnersByOrganization(argument: _organisation_v1_FindPartnersByOrganizationRequest, callback: grpc.requestCallback<_organisation_v1_FindPartnersByOrganizationResponse__Output>): grpc.ClientUnaryCall;
  
  GetIdentityNumbers(argument: _organisation_v1_GetIdentityNumbersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetIdentityNumbersResponse__Output>): grpc.ClientUnaryCall;
  GetIdentityNumbers(argument: _organisation_v1_GetIdentityNumbersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetIdentityNumbersResponse__Output>): grpc.ClientUnaryCall;
  GetIdentityNumbers(argument: _organisation_v1_GetIdentityNumbersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetIdentityNumbersResponse__Output>): grpc.ClientUnaryCall;
  GetIdentityNumbers(argument: _organisation_v1_GetIdentityNumbersRequest, callback: grpc.requestCallback<_organisation_v1_GetIdentityNumbersResponse__Output>): grpc.ClientUnaryCall;
  getIdentityNumbers(argument: _organisation_v1_GetIdentityNumbersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetIdentityNumbersResponse__Output>): grpc.ClientUnaryCall;
  getIdentityNumbers(argument: _organisation_v1_GetIdentityNumbersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetIdentityNumbersResponse__Output>): grpc.ClientUnaryCall;
  getIdentityNumbers(argument: _organisation_v1_GetIdentityNumbersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetIdentityNumbersResponse__Output>): grpc.ClientUnaryCall;
  getIdentityNumbers(argument: _organisation_v1_GetIdentityNumbersRequest, callback: grpc.requestCallback<_organisation_v1_GetIdentityNumbersResponse__Output>): grpc.ClientUnaryCall;
  
  GetPartners(argument: _organisation_v1_GetPartnersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetPartnersResponse__Output>): grpc.ClientUnaryCall;
  GetPartners(argument: _organisation_v1_GetPartnersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetPartnersResponse__Output>): grpc.ClientUnaryCall;
  GetPartners(argument: _organisation_v1_GetPartnersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetPartnersResponse__Output>): grpc.ClientUnaryCall;
  GetPartners(argument: _organisation_v1_GetPartnersRequest, callback: grpc.requestCallback<_organisation_v1_GetPartnersResponse__Output>): grpc.ClientUnaryCall;
  getPartners(argument: _organisation_v1_GetPartnersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetPartnersResponse__Output>): grpc.ClientUnaryCall;
  getPartners(argument: _organisation_v1_GetPartnersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetPartnersResponse__Output>): grpc.ClientUnaryCall;
  getPartners(argument: _organisation_v1_GetPartnersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetPartnersResponse__Output>): grpc.ClientUnaryCall;
  getPartners(argument: _organisation_v1_GetPartnersRequest, callback: grpc.requestCallback<_organisation_v1_GetPartnersResponse__Output>): grpc.ClientUnaryCall;
  
  GetPartnersOfMany(argument: _organisation_v1_GetPartnersOfManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetPartnersOfManyResponse__Output>): grpc.ClientUnaryCall;
  GetPartnersOfMany(argument: _organisation_v1_GetPartnersOfManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetPartnersOfManyResponse__Output>): grpc.ClientUnaryCall;
  GetPartnersOfMany(argument: _organisation_v1_GetPartnersOfManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetPartnersOfManyResponse__Output>): grpc.ClientUnaryCall;
  GetPartnersOfMany(argument: _organisation_v1_GetPartnersOfManyRequest, callback: grpc.requestCallback<_organisation_v1_GetPartnersOfManyResponse__Output>): grpc.ClientUnaryCall;
  getPartnersOfMany(argument: _organisation_v1_GetPartnersOfManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetPartnersOfManyResponse__Output>): grpc.ClientUnaryCall;
  getPartnersOfMany(argument: _organisation_v1_GetPartnersOfManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetPartnersOfManyResponse__Output>): grpc.ClientUnaryCall;
  getPartnersOfMany(argument: _organisation_v1_GetPartnersOfManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetPartnersOfManyResponse__Output>): grpc.ClientUnaryCall;
  getPartnersOfMany(argument: _organisation_v1_GetPartnersOfManyRequest, callback: grpc.requestCallback<_organisation_v1_GetPartnersOfManyResponse__Output>): grpc.ClientUnaryCall;
  
  ImportPartners(argument: _organisation_v1_ImportPartnersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ImportPartnersResponse__Output>): grpc.ClientUnaryCall;
  ImportPartners(argument: _organisation_v1_ImportPartnersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_ImportPartnersResponse__Output>): grpc.ClientUnaryCall;
  ImportPartners(argument: _organisation_v1_ImportPartnersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ImportPartnersResponse__Output>): grpc.ClientUnaryCall;
  ImportPartners(argument: _organisation_v1_ImportPartnersRequest, callback: grpc.requestCallback<_organisation_v1_ImportPartnersResponse__Output>): grpc.ClientUnaryCall;
  importPartners(argument: _organisation_v1_ImportPartnersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ImportPartnersResponse__Output>): grpc.ClientUnaryCall;
  importPartners(argument: _organisation_v1_ImportPartnersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_ImportPartnersResponse__Output>): grpc.ClientUnaryCall;
  importPartners(argument: _organisation_v1_ImportPartnersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ImportPartnersResponse__Output>): grpc.ClientUnaryCall;
  importPartners(argument: _organisation_v1_ImportPartnersRequest, callback: grpc.requestCallback<_organisation_v1_ImportPartnersResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PartnersHandlers extends grpc.UntypedServiceImplementation {
  FindPartnersByOrganization: grpc.handleUnaryCall<_organisation_v1_FindPartnersByOrganizationRequest__Output, _organisation_v1_FindPartnersByOrganizationResponse>;
  
  GetIdentityNumbers: grpc.handleUnaryCall<_organisation_v1_GetIdentityNumbersRequest__Output, _organisation_v1_GetIdentityNumbersResponse>;
  
  GetPartners: grpc.handleUnaryCall<_organisation_v1_GetPartnersRequest__Output, _organisation_v1_GetPartnersResponse>;
  
  GetPartnersOfMany: grpc.handleUnaryCall<_organisation_v1_GetPartnersOfManyRequest__Output, _organisation_v1_GetPartnersOfManyResponse>;
  
  ImportPartners: grpc.handleUnaryCall<_organisation_v1_ImportPartnersRequest__Output, _organisation_v1_ImportPartnersResponse>;
  
}

export interface PartnersDefinition extends grpc.ServiceDefinition {
  FindPartnersByOrganization: MethodDefinition<_organisation_v1_FindPartnersByOrganizationRequest, _organisation_v1_FindPartnersByOrganizationResponse, _organisation_v1_FindPartnersByOrganizationRequest__Output, _organisation_v1_FindPartnersByOrganizationResponse__Output>
  GetIdentityNumbers: MethodDefinition<_organisation_v1_GetIdentityNumbersRequest, _organisation_v1_GetIdentityNumbersResponse, _organisation_v1_GetIdentityNumbersRequest__Output, _organisation_v1_GetIdentityNumbersResponse__Output>
  GetPartners: MethodDefinition<_organisation_v1_GetPartnersRequest, _organisation_v1_GetPartnersResponse, _organisation_v1_GetPartnersRequest__Output, _organisation_v1_GetPartnersResponse__Output>
  GetPartnersOfMany: MethodDefinition<_organisation_v1_GetPartnersOfManyRequest, _organisation_v1_GetPartnersOfManyResponse, _organisation_v1_GetPartnersOfManyRequest__Output, _organisation_v1_GetPartnersOfManyResponse__Output>
  ImportPartners: MethodDefinition<_organisation_v1_ImportPartnersRequest, _organisation_v1_ImportPartnersResponse, _organisation_v1_ImportPartnersRequest__Output, _organisation_v1_ImportPartnersResponse__Output>
}
