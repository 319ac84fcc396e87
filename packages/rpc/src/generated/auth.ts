import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuthClient as _auth_v1_AuthClient, AuthDefinition as _auth_v1_AuthDefinition } from './auth/v1/Auth.ts';
import type { CheckStandingRequest as _auth_v1_CheckStandingRequest, CheckStandingRequest__Output as _auth_v1_CheckStandingRequest__Output } from './auth/v1/CheckStandingRequest.ts';
import type { CheckStandingResponse as _auth_v1_CheckStandingResponse, CheckStandingResponse__Output as _auth_v1_CheckStandingResponse__Output } from './auth/v1/CheckStandingResponse.ts';
import type { ClientRequest as _auth_v1_ClientRequest, ClientRequest__Output as _auth_v1_ClientRequest__Output } from './auth/v1/ClientRequest.ts';
import type { FindInvitedUserRequest as _auth_v1_FindInvitedUserRequest, FindInvitedUserRequest__Output as _auth_v1_FindInvitedUserRequest__Output } from './auth/v1/FindInvitedUserRequest.ts';
import type { FindInvitedUserResponse as _auth_v1_FindInvitedUserResponse, FindInvitedUserResponse__Output as _auth_v1_FindInvitedUserResponse__Output } from './auth/v1/FindInvitedUserResponse.ts';
import type { ForgetInvitedUserRequest as _auth_v1_ForgetInvitedUserRequest, ForgetInvitedUserRequest__Output as _auth_v1_ForgetInvitedUserRequest__Output } from './auth/v1/ForgetInvitedUserRequest.ts';
import type { ForgetInvitedUserResponse as _auth_v1_ForgetInvitedUserResponse, ForgetInvitedUserResponse__Output as _auth_v1_ForgetInvitedUserResponse__Output } from './auth/v1/ForgetInvitedUserResponse.ts';
import type { GetKeysRequest as _auth_v1_GetKeysRequest, GetKeysRequest__Output as _auth_v1_GetKeysRequest__Output } from './auth/v1/GetKeysRequest.ts';
import type { GetKeysResponse as _auth_v1_GetKeysResponse, GetKeysResponse__Output as _auth_v1_GetKeysResponse__Output } from './auth/v1/GetKeysResponse.ts';
import type { GetUsersRequest as _auth_v1_GetUsersRequest, GetUsersRequest__Output as _auth_v1_GetUsersRequest__Output } from './auth/v1/GetUsersRequest.ts';
import type { GetUsersResponse as _auth_v1_GetUsersResponse, GetUsersResponse__Output as _auth_v1_GetUsersResponse__Output } from './auth/v1/GetUsersResponse.ts';
import type { RecordRequestsRequest as _auth_v1_RecordRequestsRequest, RecordRequestsRequest__Output as _auth_v1_RecordRequestsRequest__Output } from './auth/v1/RecordRequestsRequest.ts';
import type { RecordRequestsResponse as _auth_v1_RecordRequestsResponse, RecordRequestsResponse__Output as _auth_v1_RecordRequestsResponse__Output } from './auth/v1/RecordRequestsResponse.ts';
import type { RegisterInvitedUserRequest as _auth_v1_RegisterInvitedUserRequest, RegisterInvitedUserRequest__Output as _auth_v1_RegisterInvitedUserRequest__Output } from './auth/v1/RegisterInvitedUserRequest.ts';
import type { RegisterInvitedUserResponse as _auth_v1_RegisterInvitedUserResponse, RegisterInvitedUserResponse__Output as _auth_v1_RegisterInvitedUserResponse__Output } from './auth/v1/RegisterInvitedUserResponse.ts';
import type { User as _auth_v1_User, User__Output as _auth_v1_User__Output } from './auth/v1/User.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  auth: {
    v1: {
      Auth: SubtypeConstructor<typeof grpc.Client, _auth_v1_AuthClient> & { service: _auth_v1_AuthDefinition }
      CheckStandingRequest: MessageTypeDefinition<_auth_v1_CheckStandingRequest, _auth_v1_CheckStandingRequest__Output>
      CheckStandingResponse: MessageTypeDefinition<_auth_v1_CheckStandingResponse, _auth_v1_CheckStandingResponse__Output>
      ClientRequest: MessageTypeDefinition<_auth_v1_ClientRequest, _auth_v1_ClientRequest__Output>
      FindInvitedUserRequest: MessageTypeDefinition<_auth_v1_FindInvitedUserRequest, _auth_v1_FindInvitedUserRequest__Output>
      FindInvitedUserResponse: MessageTypeDefinition<_auth_v1_FindInvitedUserResponse, _auth_v1_FindInvitedUserResponse__Output>
      ForgetInvitedUserRequest: MessageTypeDefinition<_auth_v1_ForgetInvitedUserRequest, _auth_v1_ForgetInvitedUserRequest__Output>
      ForgetInvitedUserResponse: MessageTypeDefinition<_auth_v1_ForgetInvitedUserResponse, _auth_v1_ForgetInvitedUserResponse__Output>
      GetKeysRequest: MessageTypeDefinition<_auth_v1_GetKeysRequest, _auth_v1_GetKeysRequest__Output>
      GetKeysResponse: MessageTypeDefinition<_auth_v1_GetKeysResponse, _auth_v1_GetKeysResponse__Output>
      GetUsersRequest: MessageTypeDefinition<_auth_v1_GetUsersRequest, _auth_v1_GetUsersRequest__Output>
      GetUsersResponse: MessageTypeDefinition<_auth_v1_GetUsersResponse, _auth_v1_GetUsersResponse__Output>
      RecordRequestsRequest: MessageTypeDefinition<_auth_v1_RecordRequestsRequest, _auth_v1_RecordRequestsRequest__Output>
      RecordRequestsResponse: MessageTypeDefinition<_auth_v1_RecordRequestsResponse, _auth_v1_RecordRequestsResponse__Output>
      RegisterInvitedUserRequest: MessageTypeDefinition<_auth_v1_RegisterInvitedUserRequest, _auth_v1_RegisterInvitedUserRequest__Output>
      RegisterInvitedUserResponse: MessageTypeDefinition<_auth_v1_RegisterInvitedUserResponse, _auth_v1_RegisterInvitedUserResponse__Output>
      User: MessageTypeDefinition<_auth_v1_User, _auth_v1_User__Output>
    }
  }
}

