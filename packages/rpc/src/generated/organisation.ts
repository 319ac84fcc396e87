import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Access as _organisation_v1_Access, Access__Output as _organisation_v1_Access__Output } from './organisation/v1/Access.ts';
import type { Account as _organisation_v1_Account, Account__Output as _organisation_v1_Account__Output } from './organisation/v1/Account.ts';
import type { AccountName as _organisation_v1_AccountName, AccountName__Output as _organisation_v1_AccountName__Output } from './organisation/v1/AccountName.ts';
import type { CheckAccessRequest as _organisation_v1_CheckAccessRequest, CheckAccessRequest__Output as _organisation_v1_CheckAccessRequest__Output } from './organisation/v1/CheckAccessRequest.ts';
import type { CheckAccessResponse as _organisation_v1_CheckAccessResponse, CheckAccessResponse__Output as _organisation_v1_CheckAccessResponse__Output } from './organisation/v1/CheckAccessResponse.ts';
import type { ContractSummary as _organisation_v1_ContractSummary, ContractSummary__Output as _organisation_v1_ContractSummary__Output } from './organisation/v1/ContractSummary.ts';
import type { GetAccountRequest as _organisation_v1_GetAccountRequest, GetAccountRequest__Output as _organisation_v1_GetAccountRequest__Output } from './organisation/v1/GetAccountRequest.ts';
import type { GetAccountResponse as _organisation_v1_GetAccountResponse, GetAccountResponse__Output as _organisation_v1_GetAccountResponse__Output } from './organisation/v1/GetAccountResponse.ts';
import type { GetAccountSettingsRequest as _organisation_v1_GetAccountSettingsRequest, GetAccountSettingsRequest__Output as _organisation_v1_GetAccountSettingsRequest__Output } from './organisation/v1/GetAccountSettingsRequest.ts';
import type { GetAccountSettingsResponse as _organisation_v1_GetAccountSettingsResponse, GetAccountSettingsResponse__Output as _organisation_v1_GetAccountSettingsResponse__Output } from './organisation/v1/GetAccountSettingsResponse.ts';
import type { GetCompanyRequest as _organisation_v1_GetCompanyRequest, GetCompanyRequest__Output as _organisation_v1_GetCompanyRequest__Output } from './organisation/v1/GetCompanyRequest.ts';
import type { GetCompanyResponse as _organisation_v1_GetCompanyResponse, GetCompanyResponse__Output as _organisation_v1_GetCompanyResponse__Output } from './organisation/v1/GetCompanyResponse.ts';
import type { GetUserMembershipsRequest as _organisation_v1_GetUserMembershipsRequest, GetUserMembershipsRequest__Output as _organisation_v1_GetUserMembershipsRequest__Output } from './organisation/v1/GetUserMembershipsRequest.ts';
import type { GetUserMembershipsResponse as _organisation_v1_GetUserMembershipsResponse, GetUserMembershipsResponse__Output as _organisation_v1_GetUserMembershipsResponse__Output } from './organisation/v1/GetUserMembershipsResponse.ts';
import type { ListAccessRequest as _organisation_v1_ListAccessRequest, ListAccessRequest__Output as _organisation_v1_ListAccessRequest__Output } from './organisation/v1/ListAccessRequest.ts';
import type { ListAccessResponse as _organisation_v1_ListAccessResponse, ListAccessResponse__Output as _organisation_v1_ListAccessResponse__Output } from './organisation/v1/ListAccessResponse.ts';
import type { ListAccountsRequest as _organisation_v1_ListAccountsRequest, ListAccountsRequest__Output as _organisation_v1_ListAccountsRequest__Output } from './organisation/v1/ListAccountsRequest.ts';
import type { ListAccountsResponse as _organisation_v1_ListAccountsResponse, ListAccountsResponse__Output as _organisation_v1_ListAccountsResponse__Output } from './organisation/v1/ListAccountsResponse.ts';
import type { MakeDisposableRequest as _organisation_v1_MakeDisposableRequest, MakeDisposableRequest__Output as _organisation_v1_MakeDisposableRequest__Output } from './organisation/v1/MakeDisposableRequest.ts';
import type { MakeDisposableResponse as _organisation_v1_MakeDisposableResponse, MakeDisposableResponse__Output as _organisation_v1_MakeDisposableResponse__Output } from './organisation/v1/MakeDisposableResponse.ts';
import type { Membership as _organisation_v1_Membership, Membership__Output as _organisation_v1_Membership__Output } from './organisation/v1/Membership.ts';
import type { NewOrganization as _organisation_v1_NewOrganization, NewOrganization__Output as _organisation_v1_NewOrganization__Output } from './organisation/v1/NewOrganization.ts';
import type { OrganisationClient as _organisation_v1_OrganisationClient, OrganisationDefinition as _organisation_v1_OrganisationDefinition } from './organisation/v1/Organisation.ts';
import type { RegisterFromSignupRequest as _organisation_v1_RegisterFromSignupRequest, RegisterFromSignupRequest__Output as _organisation_v1_RegisterFromSignupRequest__Output } from './organisation/v1/RegisterFromSignupRequest.ts';
import type { RegisterFromSignupResponse as _organisation_v1_RegisterFromSignupResponse, RegisterFromSignupResponse__Output as _organisation_v1_RegisterFromSignupResponse__Output } from './organisation/v1/RegisterFromSignupResponse.ts';
import type { Role as _organisation_v1_Role, Role__Output as _organisation_v1_Role__Output } from './organisation/v1/Role.ts';
import type { SaleCounter as _organisation_v1_SaleCounter, SaleCounter__Output as _organisation_v1_SaleCounter__Output } from './organisation/v1/SaleCounter.ts';
import type { SettingsPeriod as _organisation_v1_SettingsPeriod, SettingsPeriod__Output as _organisation_v1_SettingsPeriod__Output } from './organisation/v1/SettingsPeriod.ts';
import type { StoreOrganizationsRequest as _organisation_v1_StoreOrganizationsRequest, StoreOrganizationsRequest__Output as _organisation_v1_StoreOrganizationsRequest__Output } from './organisation/v1/StoreOrganizationsRequest.ts';
import type { StoreOrganizationsResponse as _organisation_v1_StoreOrganizationsResponse, StoreOrganizationsResponse__Output as _organisation_v1_StoreOrganizationsResponse__Output } from './organisation/v1/StoreOrganizationsResponse.ts';
import type { StoredOrganization as _organisation_v1_StoredOrganization, StoredOrganization__Output as _organisation_v1_StoredOrganization__Output } from './organisation/v1/StoredOrganization.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  organisation: {
    v1: {
      Access: MessageTypeDefinition<_organisation_v1_Access, _organisation_v1_Access__Output>
      Account: MessageTypeDefinition<_organisation_v1_Account, _organisation_v1_Account__Output>
      AccountName: MessageTypeDefinition<_organisation_v1_AccountName, _organisation_v1_AccountName__Output>
      CheckAccessRequest: MessageTypeDefinition<_organisation_v1_CheckAccessRequest, _organisation_v1_CheckAccessRequest__Output>
      CheckAccessResponse: MessageTypeDefinition<_organisation_v1_CheckAccessResponse, _organisation_v1_CheckAccessResponse__Output>
      ContractSummary: MessageTypeDefinition<_organisation_v1_ContractSummary, _organisation_v1_ContractSummary__Output>
      GetAccountRequest: MessageTypeDefinition<_organisation_v1_GetAccountRequest, _organisation_v1_GetAccountRequest__Output>
      GetAccountResponse: MessageTypeDefinition<_organisation_v1_GetAccountResponse, _organisation_v1_GetAccountResponse__Output>
      GetAccountSettingsRequest: MessageTypeDefinition<_organisation_v1_GetAccountSettingsRequest, _organisation_v1_GetAccountSettingsRequest__Output>
      GetAccountSettingsResponse: MessageTypeDefinition<_organisation_v1_GetAccountSettingsResponse, _organisation_v1_GetAccountSettingsResponse__Output>
      GetCompanyRequest: MessageTypeDefinition<_organisation_v1_GetCompanyRequest, _organisation_v1_GetCompanyRequest__Output>
      GetCompanyResponse: MessageTypeDefinition<_organisation_v1_GetCompanyResponse, _organisation_v1_GetCompanyResponse__Output>
      GetUserMembershipsRequest: MessageTypeDefinition<_organisation_v1_GetUserMembershipsRequest, _organisation_v1_GetUserMembershipsRequest__Output>
      GetUserMembershipsResponse: MessageTypeDefinition<_organisation_v1_GetUserMembershipsResponse, _organisation_v1_GetUserMembershipsResponse__Output>
      ListAccessRequest: MessageTypeDefinition<_organisation_v1_ListAccessRequest, _organisation_v1_ListAccessRequest__Output>
      ListAccessResponse: MessageTypeDefinition<_organisation_v1_ListAccessResponse, _organisation_v1_ListAccessResponse__Output>
      ListAccountsRequest: MessageTypeDefinition<_organisation_v1_ListAccountsRequest, _organisation_v1_ListAccountsRequest__Output>
      ListAccountsResponse: MessageTypeDefinition<_organisation_v1_ListAccountsResponse, _organisation_v1_ListAccountsResponse__Output>
      MakeDisposableRequest: MessageTypeDefinition<_organisation_v1_MakeDisposableRequest, _organisation_v1_MakeDisposableRequest__Output>
      MakeDisposableResponse: MessageTypeDefinition<_organisation_v1_MakeDisposableResponse, _organisation_v1_MakeDisposableResponse__Output>
      Membership: MessageTypeDefinition<_organisation_v1_Membership, _organisation_v1_Membership__Output>
      NewOrganization: MessageTypeDefinition<_organisation_v1_NewOrganization, _organisation_v1_NewOrganization__Output>
      Organisation: SubtypeConstructor<typeof grpc.Client, _organisation_v1_OrganisationClient> & { service: _organisation_v1_OrganisationDefinition }
      RegisterFromSignupRequest: MessageTypeDefinition<_organisation_v1_RegisterFromSignupRequest, _organisation_v1_RegisterFromSignupRequest__Output>
      RegisterFromSignupResponse: MessageTypeDefinition<_organisation_v1_RegisterFromSignupResponse, _organisation_v1_RegisterFromSignupResponse__Output>
      Role: MessageTypeDefinition<_organisation_v1_Role, _organisation_v1_Role__Output>
      SaleCounter: MessageTypeDefinition<_organisation_v1_SaleCounter, _organisation_v1_SaleCounter__Output>
      SettingsPeriod: MessageTypeDefinition<_organisation_v1_SettingsPeriod, _organisation_v1_SettingsPeriod__Output>
      StoreOrganizationsRequest: MessageTypeDefinition<_organisation_v1_StoreOrganizationsRequest, _organisation_v1_StoreOrganizationsRequest__Output>
      StoreOrganizationsResponse: MessageTypeDefinition<_organisation_v1_StoreOrganizationsResponse, _organisation_v1_StoreOrganizationsResponse__Output>
      StoredOrganization: MessageTypeDefinition<_organisation_v1_StoredOrganization, _organisation_v1_StoredOrganization__Output>
    }
  }
}

