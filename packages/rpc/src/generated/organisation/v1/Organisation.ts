// Original file: ../../protos/organisation/v1/organisation.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CheckAccessRequest as _organisation_v1_CheckAccessRequest, CheckAccessRequest__Output as _organisation_v1_CheckAccessRequest__Output } from '../../organisation/v1/CheckAccessRequest.ts';
import type { CheckAccessResponse as _organisation_v1_CheckAccessResponse, CheckAccessResponse__Output as _organisation_v1_CheckAccessResponse__Output } from '../../organisation/v1/CheckAccessResponse.ts';
import type { GetAccountRequest as _organisation_v1_GetAccountRequest, GetAccountRequest__Output as _organisation_v1_GetAccountRequest__Output } from '../../organisation/v1/GetAccountRequest.ts';
import type { GetAccountResponse as _organisation_v1_GetAccountResponse, GetAccountResponse__Output as _organisation_v1_GetAccountResponse__Output } from '../../organisation/v1/GetAccountResponse.ts';
import type { GetAccountSettingsRequest as _organisation_v1_GetAccountSettingsRequest, GetAccountSettingsRequest__Output as _organisation_v1_GetAccountSettingsRequest__Output } from '../../organisation/v1/GetAccountSettingsRequest.ts';
import type { GetAccountSettingsResponse as _organisation_v1_GetAccountSettingsResponse, GetAccountSettingsResponse__Output as _organisation_v1_GetAccountSettingsResponse__Output } from '../../organisation/v1/GetAccountSettingsResponse.ts';
import type { GetCompanyRequest as _organisation_v1_GetCompanyRequest, GetCompanyRequest__Output as _organisation_v1_GetCompanyRequest__Output } from '../../organisation/v1/GetCompanyRequest.ts';
import type { GetCompanyResponse as _organisation_v1_GetCompanyResponse, GetCompanyResponse__Output as _organisation_v1_GetCompanyResponse__Output } from '../../organisation/v1/GetCompanyResponse.ts';
import type { GetUserMembershipsRequest as _organisation_v1_GetUserMembershipsRequest, GetUserMembershipsRequest__Output as _organisation_v1_GetUserMembershipsRequest__Output } from '../../organisation/v1/GetUserMembershipsRequest.ts';
import type { GetUserMembershipsResponse as _organisation_v1_GetUserMembershipsResponse, GetUserMembershipsResponse__Output as _organisation_v1_GetUserMembershipsResponse__Output } from '../../organisation/v1/GetUserMembershipsResponse.ts';
import type { ListAccessRequest as _organisation_v1_ListAccessRequest, ListAccessRequest__Output as _organisation_v1_ListAccessRequest__Output } from '../../organisation/v1/ListAccessRequest.ts';
import type { ListAccessResponse as _organisation_v1_ListAccessResponse, ListAccessResponse__Output as _organisation_v1_ListAccessResponse__Output } from '../../organisation/v1/ListAccessResponse.ts';
import type { ListAccountsRequest as _organisation_v1_ListAccountsRequest, ListAccountsRequest__Output as _organisation_v1_ListAccountsRequest__Output } from '../../organisation/v1/ListAccountsRequest.ts';
import type { ListAccountsResponse as _organisation_v1_ListAccountsResponse, ListAccountsResponse__Output as _organisation_v1_ListAccountsResponse__Output } from '../../organisation/v1/ListAccountsResponse.ts';
import type { MakeDisposableRequest as _organisation_v1_MakeDisposableRequest, MakeDisposableRequest__Output as _organisation_v1_MakeDisposableRequest__Output } from '../../organisation/v1/MakeDisposableRequest.ts';
import type { MakeDisposableResponse as _organisation_v1_MakeDisposableResponse, MakeDisposableResponse__Output as _organisation_v1_MakeDisposableResponse__Output } from '../../organisation/v1/MakeDisposableResponse.ts';
import type { RegisterFromSignupRequest as _organisation_v1_RegisterFromSignupRequest, RegisterFromSignupRequest__Output as _organisation_v1_RegisterFromSignupRequest__Output } from '../../organisation/v1/RegisterFromSignupRequest.ts';
import type { RegisterFromSignupResponse as _organisation_v1_RegisterFromSignupResponse, RegisterFromSignupResponse__Output as _organisation_v1_RegisterFromSignupResponse__Output } from '../../organisation/v1/RegisterFromSignupResponse.ts';
import type { StoreOrganizationsRequest as _organisation_v1_StoreOrganizationsRequest, StoreOrganizationsRequest__Output as _organisation_v1_StoreOrganizationsRequest__Output } from '../../organisation/v1/StoreOrganizationsRequest.ts';
import type { StoreOrganizationsResponse as _organisation_v1_StoreOrganizationsResponse, StoreOrganizationsResponse__Output as _organisation_v1_StoreOrganizationsResponse__Output } from '../../organisation/v1/StoreOrganizationsResponse.ts';

export interface OrganisationClient extends grpc.Client {
  CheckAccess(argument: _organisation_v1_CheckAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  CheckAccess(argument: _organisation_v1_CheckAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  CheckAccess(argument: _organisation_v1_CheckAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  CheckAccess(argument: _organisation_v1_CheckAccessRequest, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _organisation_v1_CheckAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _organisation_v1_CheckAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _organisation_v1_CheckAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _organisation_v1_CheckAccessRequest, callback: grpc.requestCallback<_organisation_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  
  GetAccount(argument: _organisation_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _organisation_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _organisation_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _organisation_v1_GetAccountRequest, callback: grpc.requestCallback<_organisation_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _organisation_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _organisation_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _organisation_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _organisation_v1_GetAccountRequest, callback: grpc.requestCallback<_organisation_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  
  GetAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  GetAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  GetAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  GetAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  getAccountSettings(argument: _organisation_v1_GetAccountSettingsRequest, callback: grpc.requestCallback<_organisation_v1_GetAccountSettingsResponse__Output>): grpc.ClientUnaryCall;
  
  GetCompany(argument: _organisation_v1_GetCompanyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetCompanyResponse__Output>): grpc.ClientUnaryCall;
  GetCompany(argument: _organisation_v1_GetCompanyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetCompanyResponse__Output>): grpc.ClientUnaryCall;
  GetCompany(argument: _organisation_v1_GetCompanyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetCompanyResponse__Output>): grpc.ClientUnaryCall;
  GetCompany(argument: _organisation_v1_GetCompanyRequest, callback: grpc.requestCallback<_organisation_v1_GetCompanyResponse__Output>): grpc.ClientUnaryCall;
  getCompany(argument: _organisation_v1_GetCompanyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetCompanyResponse__Output>): grpc.ClientUnaryCall;
  getCompany(argument: _organisation_v1_GetCompanyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetCompanyResponse__Output>): grpc.ClientUnaryCall;
  getCompany(argument: _organisation_v1_GetCompanyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetCompanyResponse__Output>): grpc.ClientUnaryCall;
  getCompany(argument: _organisation_v1_GetCompanyRequest, callback: grpc.requestCallback<_organisation_v1_GetCompanyResponse__Output>): grpc.ClientUnaryCall;
  
  GetUserMemberships(argument: _organisation_v1_GetUserMembershipsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetUserMembershipsResponse__Output>): grpc.ClientUnaryCall;
  GetUserMemberships(argument: _organisation_v1_GetUserMembershipsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetUserMembershipsResponse__Output>): grpc.ClientUnaryCall;
  GetUserMemberships(argument: _organisation_v1_GetUserMembershipsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetUserMembershipsResponse__Output>): grpc.ClientUnaryCall;
  GetUserMemberships(argument: _organisation_v1_GetUserMembershipsRequest, callback: grpc.requestCallback<_organisation_v1_GetUserMembershipsResponse__Output>): grpc.ClientUnaryCall;
  getUserMemberships(argument: _organisation_v1_GetUserMembershipsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetUserMembershipsResponse__Output>): grpc.ClientUnaryCall;
  getUserMemberships(argument: _organisation_v1_GetUserMembershipsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_GetUserMembershipsResponse__Output>): grpc.ClientUnaryCall;
  getUserMemberships(argument: _organisation_v1_GetUserMembershipsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_GetUserMembershipsResponse__Output>): grpc.ClientUnaryCall;
  getUserMemberships(argument: _organisation_v1_GetUserMembershipsRequest, callback: grpc.requestCallback<_organisation_v1_GetUserMembershipsResponse__Output>): grpc.ClientUnaryCall;
  
  ListAccess(argument: _organisation_v1_ListAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  ListAccess(argument: _organisation_v1_ListAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  ListAccess(argument: _organisation_v1_ListAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  ListAccess(argument: _organisation_v1_ListAccessRequest, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  listAccess(argument: _organisation_v1_ListAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  listAccess(argument: _organisation_v1_ListAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  listAccess(argument: _organisation_v1_ListAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  listAccess(argument: _organisation_v1_ListAccessRequest, callback: grpc.requestCallback<_organisation_v1_ListAccessResponse__Output>): grpc.ClientUnaryCall;
  
  ListAccounts(argument: _organisation_v1_ListAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _organisation_v1_ListAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _organisation_v1_ListAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _organisation_v1_ListAccountsRequest, callback: grpc.requestCallback<_organisation_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _organisation_v1_ListAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _organisation_v1_ListAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _organisation_v1_ListAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _organisation_v1_ListAccountsRequest, callback: grpc.requestCallback<_organisation_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  
  MakeDisposable(argument: _organisation_v1_MakeDisposableRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_MakeDisposableResponse__Output>): grpc.ClientUnaryCall;
  MakeDisposable(argument: _organisation_v1_MakeDisposableRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_MakeDisposableResponse__Output>): grpc.ClientUnaryCall;
  MakeDisposable(argument: _organisation_v1_MakeDisposableRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_MakeDisposableResponse__Output>): grpc.ClientUnaryCall;
  MakeDisposable(argument: _organisation_v1_MakeDisposableRequest, callback: grpc.requestCallback<_organisation_v1_MakeDisposableResponse__Output>): grpc.ClientUnaryCall;
  makeDisposable(argument: _organisation_v1_MakeDisposableRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_MakeDisposableResponse__Output>): grpc.ClientUnaryCall;
  makeDisposable(argument: _organisation_v1_MakeDisposableRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_MakeDisposableResponse__Output>): grpc.ClientUnaryCall;
  makeDisposable(argument: _organisation_v1_MakeDisposableRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_MakeDisposableResponse__Output>): grpc.ClientUnaryCall;
  makeDisposable(argument: _organisation_v1_MakeDisposableRequest, callback: grpc.requestCallback<_organisation_v1_MakeDisposableResponse__Output>): grpc.ClientUnaryCall;
  
  RegisterFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  RegisterFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  RegisterFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  RegisterFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  registerFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  registerFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  registerFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  registerFromSignup(argument: _organisation_v1_RegisterFromSignupRequest, callback: grpc.requestCallback<_organisation_v1_RegisterFromSignupResponse__Output>): grpc.ClientUnaryCall;
  
  StoreOrganizations(argument: _organisation_v1_StoreOrganizationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_StoreOrganizationsResponse__Output>): grpc.ClientUnaryCall;
  StoreOrganizations(argument: _organisation_v1_StoreOrganizationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_StoreOrganizationsResponse__Output>): grpc.ClientUnaryCall;
  StoreOrganizations(argument: _organisation_v1_StoreOrganizationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_StoreOrganizationsResponse__Output>): grpc.ClientUnaryCall;
  StoreOrganizations(argument: _organisation_v1_StoreOrganizationsRequest, callback: grpc.requestCallback<_organisation_v1_StoreOrganizationsResponse__Output>): grpc.ClientUnaryCall;
  storeOrganizations(argument: _organisation_v1_StoreOrganizationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_StoreOrganizationsResponse__Output>): grpc.ClientUnaryCall;
  storeOrganizations(argument: _organisation_v1_StoreOrganizationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_organisation_v1_StoreOrganizationsResponse__Output>): grpc.ClientUnaryCall;
  storeOrganizations(argument: _organisation_v1_StoreOrganizationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_organisation_v1_StoreOrganizationsResponse__Output>): grpc.ClientUnaryCall;
  storeOrganizations(argument: _organisation_v1_StoreOrganizationsRequest, callback: grpc.requestCallback<_organisation_v1_StoreOrganizationsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface OrganisationHandlers extends grpc.UntypedServiceImplementation {
  CheckAccess: grpc.handleUnaryCall<_organisation_v1_CheckAccessRequest__Output, _organisation_v1_CheckAccessResponse>;
  
  GetAccount: grpc.handleUnaryCall<_organisation_v1_GetAccountRequest__Output, _organisation_v1_GetAccountResponse>;
  
  GetAccountSettings: grpc.handleUnaryCall<_organisation_v1_GetAccountSettingsRequest__Output, _organisation_v1_GetAccountSettingsResponse>;
  
  GetCompany: grpc.handleUnaryCall<_organisation_v1_GetCompanyRequest__Output, _organisation_v1_GetCompanyResponse>;
  
  GetUserMemberships: grpc.handleUnaryCall<_organisation_v1_GetUserMembershipsRequest__Output, _organisation_v1_GetUserMembershipsResponse>;
  
  ListAccess: grpc.handleUnaryCall<_organisation_v1_ListAccessRequest__Output, _organisation_v1_ListAccessResponse>;
  
  ListAccounts: grpc.handleUnaryCall<_organisation_v1_ListAccountsRequest__Output, _organisation_v1_ListAccountsResponse>;
  
  MakeDisposable: grpc.handleUnaryCall<_organisation_v1_MakeDisposableRequest__Output, _organisation_v1_MakeDisposableResponse>;
  
  RegisterFromSignup: grpc.handleUnaryCall<_organisation_v1_RegisterFromSignupRequest__Output, _organisation_v1_RegisterFromSignupResponse>;
  
  StoreOrganizations: grpc.handleUnaryCall<_organisation_v1_StoreOrganizationsRequest__Output, _organisation_v1_StoreOrganizationsResponse>;
  
}

export interface OrganisationDefinition extends grpc.ServiceDefinition {
  CheckAccess: MethodDefinition<_organisation_v1_CheckAccessRequest, _organisation_v1_CheckAccessResponse, _organisation_v1_CheckAccessRequest__Output, _organisation_v1_CheckAccessResponse__Output>
  GetAccount: MethodDefinition<_organisation_v1_GetAccountRequest, _organisation_v1_GetAccountResponse, _organisation_v1_GetAccountRequest__Output, _organisation_v1_GetAccountResponse__Output>
  GetAccountSettings: MethodDefinition<_organisation_v1_GetAccountSettingsRequest, _organisation_v1_GetAccountSettingsResponse, _organisation_v1_GetAccountSettingsRequest__Output, _organisation_v1_GetAccountSettingsResponse__Output>
  GetCompany: MethodDefinition<_organisation_v1_GetCompanyRequest, _organisation_v1_GetCompanyResponse, _organisation_v1_GetCompanyRequest__Output, _organisation_v1_GetCompanyResponse__Output>
  GetUserMemberships: MethodDefinition<_organisation_v1_GetUserMembershipsRequest, _organisation_v1_GetUserMembershipsResponse, _organisation_v1_GetUserMembershipsRequest__Output, _organisation_v1_GetUserMembershipsResponse__Output>
  ListAccess: MethodDefinition<_organisation_v1_ListAccessRequest, _organisation_v1_ListAccessResponse, _organisation_v1_ListAccessRequest__Output, _organisation_v1_ListAccessResponse__Output>
  ListAccounts: MethodDefinition<_organisation_v1_ListAccountsRequest, _organisation_v1_ListAccountsResponse, _organisation_v1_ListAccountsRequest__Output, _organisation_v1_ListAccountsResponse__Output>
  MakeDisposable: MethodDefinition<_organisation_v1_MakeDisposableRequest, _organisation_v1_MakeDisposableResponse, _organisation_v1_MakeDisposableRequest__Output, _organisation_v1_MakeDisposableResponse__Output>
  RegisterFromSignup: MethodDefinition<_organisation_v1_RegisterFromSignupRequest, _organisation_v1_RegisterFromSignupResponse, _organisation_v1_RegisterFromSignupRequest__Output, _organisation_v1_RegisterFromSignupResponse__Output>
  StoreOrganizations: MethodDefinition<_organisation_v1_StoreOrganizationsRequest, _organisation_v1_StoreOrganizationsResponse, _organisation_v1_StoreOrganizationsRequest__Output, _organisation_v1_StoreOrganizationsResponse__Output>
}
