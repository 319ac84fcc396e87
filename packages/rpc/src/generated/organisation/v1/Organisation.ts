// Original file: ../../protos/organisation/v1/organisation.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CheckAccessRequest as _organisation_v1_CheckAccessRequest, CheckAccessRequest__Output as _organisation_v1_CheckAccessRequest__Output } from '../../organisation/v1/CheckAccessRequest.ts';
import type { CheckAccessResponse as _organisation_v1_CheckAccessResponse, CheckAccessResponse__Output as _organisation_v1_CheckAccessResponse__Output } from '../../organisation/v1/CheckAccessResponse.ts';
import type { GetAccountSettingsRequest as _organisation_v1_GetAccountSettingsRequest, GetAccountSettingsRequest__Output as _organisation_v1_GetAccountSettingsRequest__Output } from '../../organisation/v1/GetAccountSettingsRequest.ts';
import type { GetAccountSettingsResponse as _organisation_v1_GetAccountSettingsResponse, GetAccountSettingsResponse__Output as _organisation_v1_GetAccountSettingsResponse__Output } from '../../organisation/v1/GetAccountSettingsResponse.ts';
import type { ListAccessRequest as _organisation_v1_ListAccessRequest, ListAccessRequest__Output as _organisation_v1_ListAccessRequest__Output } from '../../organisation/v1/ListAccessRequest.ts';
import type { ListAccessResponse as _organisation_v1_ListAccessResponse, ListAccessResponse__Output as _organisation_v1_ListAccessResponse__Output } from '../../organisation/v1/ListAccessResponse.ts';
import type { RegisterFromSignupRequest as _organisation_v1_RegisterFromSignupRequest, RegisterFromSignupRequest__Output as _organisation_v1_RegisterFromSignupRequest__Output } from '../../organisation/v1/RegisterFromSignupRequest.ts';
import type { RegisterFromSignupResponse as _organisation_v1_RegisterFromSignupResponse, RegisterFromSignupResponse__Output as _organisation_v1_RegisterFromSignupResponse__Output } from '../../organisation/v1/RegisterFromSignupResponse.ts';
import type { ResolveDimensionsRequest as _organisation_v1_ResolveDimensionsRequest, ResolveDimensionsRequest__Output as _organisation_v1_ResolveDimensionsRequest__Output } from '../../organisation/v1/ResolveDimensionsRequest.ts';
import type { ResolveDimensionsResponse as _organisation_v1_ResolveDimensionsResponse, ResolveDimensionsResponse__Output as _organisation_v1_ResolveDimensionsResponse__Output } from '../../organisation/v1/ResolveDimensionsResponse.ts';

export interface OrganisationClient extends grpc.Client {
  CheckAccess(argument: _organisation_v1_CheckAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  CheckAccess(argument: _organisation_v1_CheckAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  CheckAccess(argument: _organisation_v1_CheckAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  CheckAccess(argument: _organisation_v1_CheckAccessRequest, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _organisation_v1_CheckAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _organisation_v1_CheckAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _organisation_v1_CheckAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _organisation_v1_CheckAccessRequest, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  
  GetAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  GetAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  GetAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  GetAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  
  ListAccess(argument: _organisation_v1_ListAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  ListAccess(argument: _organisation_v1_ListAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  ListAccess(argument: _organisation_v1_ListAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  ListAccess(argument: _organisation_v1_ListAccessRequest, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  listAccess(argument: _organisation_v1_ListAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  listAccess(argument: _organisation_v1_ListAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  listAccess(argument: _organisation_v1_ListAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  listAccess(argument: _organisation_v1_ListAccessRequest, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  
  RegisterFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  RegisterFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  RegisterFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  RegisterFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  registerFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  registerFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  registerFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  registerFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  
  ResolveDimensions(argument: _organisation_v1_ResolveDimensionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ResolveDimensionsResponse__Output>): grpc.ClientUnaryCall;
  ResolveDimensions(argument: _organisation_v1_ResolveDimensionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_ResolveDimensionsResponse__Output>): grpc.ClientUnaryCall;
  ResolveDimensions(argument: _organisation_v1_ResolveDimensionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ResolveDimensionsResponse__Output>): grpc.ClientUnaryCall;
  ResolveDimensions(argument: _organisation_v1_ResolveDimensionsRequest, callback: grpc.requestCallback<_organisation_v1_ResolveDimensionsResponse__Output>): grpc.ClientUnaryCall;
  resolveDimensions(argument: _organisation_v1_ResolveDimensionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ResolveDimensionsResponse__Output>): grpc.ClientUnaryCall;
  resolveDimensions(argument: _organisation_v1_ResolveDimensionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_ResolveDimensionsResponse__Output>): grpc.ClientUnaryCall;
  resolveDimensions(argument: _organisation_v1_ResolveDimensionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ResolveDimensionsResponse__Output>): grpc.ClientUnaryCall;
  resolveDimensions(argument: _organisation_v1_ResolveDimensionsRequest, callback: grpc.requestCallback<_organisation_v1_ResolveDimensionsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface OrganisationHandlers extends grpc.UntypedServiceImplementation {
  CheckAccess: grpc.handleUnaryCall<_organisation_v1_CheckAccessRequest__Output, _organisation_v1_CheckAccessResponse>;
  
  GetAccountSettings: grpc.handleUnaryCall<_organisation_v1_GetAccountSettingsRequest__Output, _organisation_v1_GetAccountSettingsResponse>;
  
  ListAccess: grpc.handleUnaryCall<_organisation_v1_ListAccessRequest__Output, _organisation_v1_ListAccessResponse>;
  
  RegisterFromSignup: grpc.handleUnaryCall<_organisation_v1_RegisterFromSignupRequest__Output, _organisation_v1_RegisterFromSignupResponse>;
  
  ResolveDimensions: grpc.handleUnaryCall<_organisation_v1_ResolveDimensionsRequest__Output, _organisation_v1_ResolveDimensionsResponse>;
  
}

export interface OrganisationDefinition extends grpc.ServiceDefinition {
  CheckAccess: MethodDefinition<_organisation_v1_CheckAccessRequest, _organisation_v1_CheckAccessResponse, _organisation_v1_CheckAccessRequest__Output, _organisation_v1_CheckAccessResponse__Output>
  GetAccountSettings: MethodDefinition<_organisation_v1_GetAccountSettingsRequest, _organisation_v1_GetAccountSettingsResponse, _organisation_v1_GetAccountSettingsRequest__Output, _organisation_v1_GetAccountSettingsResponse__Output>
  ListAccess: MethodDefinition<_organisation_v1_ListAccessRequest, _organisation_v1_ListAccessResponse, _organisation_v1_ListAccessRequest__Output, _organisation_v1_ListAccessResponse__Output>
  RegisterFromSignup: MethodDefinition<_organisation_v1_RegisterFromSignupRequest, _organisation_v1_RegisterFromSignupResponse, _organisation_v1_RegisterFromSignupRequest__Output, _organisation_v1_RegisterFromSignupResponse__Output>
  ResolveDimensions: MethodDefinition<_organisation_v1_ResolveDimensionsRequest, _organisation_v1_ResolveDimensionsResponse, _organisation_v1_ResolveDimensionsRequest__Output, _organisation_v1_ResolveDimensionsResponse__Output>
}
