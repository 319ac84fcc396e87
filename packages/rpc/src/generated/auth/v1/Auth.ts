// Original file: ../../protos/auth/v1/auth.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CheckStandingRequest as _auth_v1_CheckStandingRequest, CheckStandingRequest__Output as _auth_v1_CheckStandingRequest__Output } from '../../auth/v1/CheckStandingRequest.ts';
import type { CheckStandingResponse as _auth_v1_CheckStandingResponse, CheckStandingResponse__Output as _auth_v1_CheckStandingResponse__Output } from '../../auth/v1/CheckStandingResponse.ts';
import type { FindInvitedUserRequest as _auth_v1_FindInvitedUserRequest, FindInvitedUserRequest__Output as _auth_v1_FindInvitedUserRequest__Output } from '../../auth/v1/FindInvitedUserRequest.ts';
import type { FindInvitedUserResponse as _auth_v1_FindInvitedUserResponse, FindInvitedUserResponse__Output as _auth_v1_FindInvitedUserResponse__Output } from '../../auth/v1/FindInvitedUserResponse.ts';
import type { ForgetInvitedUserRequest as _auth_v1_ForgetInvitedUserRequest, ForgetInvitedUserRequest__Output as _auth_v1_ForgetInvitedUserRequest__Output } from '../../auth/v1/ForgetInvitedUserRequest.ts';
import type { ForgetInvitedUserResponse as _auth_v1_ForgetInvitedUserResponse, ForgetInvitedUserResponse__Output as _auth_v1_ForgetInvitedUserResponse__Output } from '../../auth/v1/ForgetInvitedUserResponse.ts';
import type { GetKeysRequest as _auth_v1_GetKeysRequest, GetKeysRequest__Output as _auth_v1_GetKeysRequest__Output } from '../../auth/v1/GetKeysRequest.ts';
import type { GetKeysResponse as _auth_v1_GetKeysResponse, GetKeysResponse__Output as _auth_v1_GetKeysResponse__Output } from '../../auth/v1/GetKeysResponse.ts';
import type { GetUsersRequest as _auth_v1_GetUsersRequest, GetUsersRequest__Output as _auth_v1_GetUsersRequest__Output } from '../../auth/v1/GetUsersRequest.ts';
import type { GetUsersResponse as _auth_v1_GetUsersResponse, GetUsersResponse__Output as _auth_v1_GetUsersResponse__Output } from '../../auth/v1/GetUsersResponse.ts';
import type { RecordRequestsRequest as _auth_v1_RecordRequestsRequest, RecordRequestsRequest__Output as _auth_v1_RecordRequestsRequest__Output } from '../../auth/v1/RecordRequestsRequest.ts';
import type { RecordRequestsResponse as _auth_v1_RecordRequestsResponse, RecordRequestsResponse__Output as _auth_v1_RecordRequestsResponse__Output } from '../../auth/v1/RecordRequestsResponse.ts';
import type { RegisterInvitedUserRequest as _auth_v1_RegisterInvitedUserRequest, RegisterInvitedUserRequest__Output as _auth_v1_RegisterInvitedUserRequest__Output } from '../../auth/v1/RegisterInvitedUserRequest.ts';
import type { RegisterInvitedUserResponse as _auth_v1_RegisterInvitedUserResponse, RegisterInvitedUserResponse__Output as _auth_v1_RegisterInvitedUserResponse__Output } from '../../auth/v1/RegisterInvitedUserResponse.ts';

export interface AuthClient extends grpc.Client {
  CheckStanding(argument: _auth_v1_CheckStandingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CheckStandingResponse__Output>): grpc.ClientUnaryCall;
  CheckStanding(argument: _auth_v1_CheckStandingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_CheckStandingResponse__Output>): grpc.ClientUnaryCall;
  CheckStanding(argument: _auth_v1_CheckStandingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CheckStandingResponse__Output>): grpc.ClientUnaryCall;
  CheckStanding(argument: _auth_v1_CheckStandingRequest, callback: grpc.requestCallback<_auth_v1_CheckStandingResponse__Output>): grpc.ClientUnaryCall;
  checkStanding(argument: _auth_v1_CheckStandingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CheckStandingResponse__Output>): grpc.ClientUnaryCall;
  checkStanding(argument: _auth_v1_CheckStandingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_CheckStandingResponse__Output>): grpc.ClientUnaryCall;
  checkStanding(argument: _auth_v1_CheckStandingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CheckStandingResponse__Output>): grpc.ClientUnaryCall;
  checkStanding(argument: _auth_v1_CheckStandingRequest, callback: grpc.requestCallback<_auth_v1_CheckStandingResponse__Output>): grpc.ClientUnaryCall;
  
  FindInvitedUser(argument: _auth_v1_FindInvitedUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FindInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  FindInvitedUser(argument: _auth_v1_FindInvitedUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_FindInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  FindInvitedUser(argument: _auth_v1_FindInvitedUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FindInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  FindInvitedUser(argument: _auth_v1_FindInvitedUserRequest, callback: grpc.requestCallback<_auth_v1_FindInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  findInvitedUser(argument: _auth_v1_FindInvitedUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FindInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  findInvitedUser(argument: _auth_v1_FindInvitedUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_FindInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  findInvitedUser(argument: _auth_v1_FindInvitedUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FindInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  findInvitedUser(argument: _auth_v1_FindInvitedUserRequest, callback: grpc.requestCallback<_auth_v1_FindInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  
  ForgetInvitedUser(argument: _auth_v1_ForgetInvitedUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ForgetInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  ForgetInvitedUser(argument: _auth_v1_ForgetInvitedUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ForgetInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  ForgetInvitedUser(argument: _auth_v1_ForgetInvitedUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ForgetInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  ForgetInvitedUser(argument: _auth_v1_ForgetInvitedUserRequest, callback: grpc.requestCallback<_auth_v1_ForgetInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  forgetInvitedUser(argument: _auth_v1_ForgetInvitedUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ForgetInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  forgetInvitedUser(argument: _auth_v1_ForgetInvitedUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ForgetInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  forgetInvitedUser(argument: _auth_v1_ForgetInvitedUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ForgetInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  forgetInvitedUser(argument: _auth_v1_ForgetInvitedUserRequest, callback: grpc.requestCallback<_auth_v1_ForgetInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  
  GetKeys(argument: _auth_v1_GetKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetKeysResponse__Output>): grpc.ClientUnaryCall;
  GetKeys(argument: _auth_v1_GetKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_GetKeysResponse__Output>): grpc.ClientUnaryCall;
  GetKeys(argument: _auth_v1_GetKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetKeysResponse__Output>): grpc.ClientUnaryCall;
  GetKeys(argument: _auth_v1_GetKeysRequest, callback: grpc.requestCallback<_auth_v1_GetKeysResponse__Output>): grpc.ClientUnaryCall;
  getKeys(argument: _auth_v1_GetKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetKeysResponse__Output>): grpc.ClientUnaryCall;
  getKeys(argument: _auth_v1_GetKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_GetKeysResponse__Output>): grpc.ClientUnaryCall;
  getKeys(argument: _auth_v1_GetKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetKeysResponse__Output>): grpc.ClientUnaryCall;
  getKeys(argument: _auth_v1_GetKeysRequest, callback: grpc.requestCallback<_auth_v1_GetKeysResponse__Output>): grpc.ClientUnaryCall;
  
  GetUsers(argument: _auth_v1_GetUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  GetUsers(argument: _auth_v1_GetUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  GetUsers(argument: _auth_v1_GetUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  GetUsers(argument: _auth_v1_GetUsersRequest, callback: grpc.requestCallback<_auth_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  getUsers(argument: _auth_v1_GetUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  getUsers(argument: _auth_v1_GetUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  getUsers(argument: _auth_v1_GetUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  getUsers(argument: _auth_v1_GetUsersRequest, callback: grpc.requestCallback<_auth_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  
  RecordRequests(argument: _auth_v1_RecordRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RecordRequestsResponse__Output>): grpc.ClientUnaryCall;
  RecordRequests(argument: _auth_v1_RecordRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RecordRequestsResponse__Output>): grpc.ClientUnaryCall;
  RecordRequests(argument: _auth_v1_RecordRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RecordRequestsResponse__Output>): grpc.ClientUnaryCall;
  RecordRequests(argument: _auth_v1_RecordRequestsRequest, callback: grpc.requestCallback<_auth_v1_RecordRequestsResponse__Output>): grpc.ClientUnaryCall;
  recordRequests(argument: _auth_v1_RecordRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RecordRequestsResponse__Output>): grpc.ClientUnaryCall;
  recordRequests(argument: _auth_v1_RecordRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RecordRequestsResponse__Output>): grpc.ClientUnaryCall;
  recordRequests(argument: _auth_v1_RecordRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RecordRequestsResponse__Output>): grpc.ClientUnaryCall;
  recordRequests(argument: _auth_v1_RecordRequestsRequest, callback: grpc.requestCallback<_auth_v1_RecordRequestsResponse__Output>): grpc.ClientUnaryCall;
  
  RegisterInvitedUser(argument: _auth_v1_RegisterInvitedUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RegisterInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  RegisterInvitedUser(argument: _auth_v1_RegisterInvitedUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RegisterInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  RegisterInvitedUser(argument: _auth_v1_RegisterInvitedUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RegisterInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  RegisterInvitedUser(argument: _auth_v1_RegisterInvitedUserRequest, callback: grpc.requestCallback<_auth_v1_RegisterInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  registerInvitedUser(argument: _auth_v1_RegisterInvitedUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RegisterInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  registerInvitedUser(argument: _auth_v1_RegisterInvitedUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RegisterInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  registerInvitedUser(argument: _auth_v1_RegisterInvitedUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RegisterInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  registerInvitedUser(argument: _auth_v1_RegisterInvitedUserRequest, callback: grpc.requestCallback<_auth_v1_RegisterInvitedUserResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AuthHandlers extends grpc.UntypedServiceImplementation {
  CheckStanding: grpc.handleUnaryCall<_auth_v1_CheckStandingRequest__Output, _auth_v1_CheckStandingResponse>;
  
  FindInvitedUser: grpc.handleUnaryCall<_auth_v1_FindInvitedUserRequest__Output, _auth_v1_FindInvitedUserResponse>;
  
  ForgetInvitedUser: grpc.handleUnaryCall<_auth_v1_ForgetInvitedUserRequest__Output, _auth_v1_ForgetInvitedUserResponse>;
  
  GetKeys: grpc.handleUnaryCall<_auth_v1_GetKeysRequest__Output, _auth_v1_GetKeysResponse>;
  
  GetUsers: grpc.handleUnaryCall<_auth_v1_GetUsersRequest__Output, _auth_v1_GetUsersResponse>;
  
  RecordRequests: grpc.handleUnaryCall<_auth_v1_RecordRequestsRequest__Output, _auth_v1_RecordRequestsResponse>;
  
  RegisterInvitedUser: grpc.handleUnaryCall<_auth_v1_RegisterInvitedUserRequest__Output, _auth_v1_RegisterInvitedUserResponse>;
  
}

export interface AuthDefinition extends grpc.ServiceDefinition {
  CheckStanding: MethodDefinition<_auth_v1_CheckStandingRequest, _auth_v1_CheckStandingResponse, _auth_v1_CheckStandingRequest__Output, _auth_v1_CheckStandingResponse__Output>
  FindInvitedUser: MethodDefinition<_auth_v1_FindInvitedUserRequest, _auth_v1_FindInvitedUserResponse, _auth_v1_FindInvitedUserRequest__Output, _auth_v1_FindInvitedUserResponse__Output>
  ForgetInvitedUser: MethodDefinition<_auth_v1_ForgetInvitedUserRequest, _auth_v1_ForgetInvitedUserResponse, _auth_v1_ForgetInvitedUserRequest__Output, _auth_v1_ForgetInvitedUserResponse__Output>
  GetKeys: MethodDefinition<_auth_v1_GetKeysRequest, _auth_v1_GetKeysResponse, _auth_v1_GetKeysRequest__Output, _auth_v1_GetKeysResponse__Output>
  GetUsers: MethodDefinition<_auth_v1_GetUsersRequest, _auth_v1_GetUsersResponse, _auth_v1_GetUsersRequest__Output, _auth_v1_GetUsersResponse__Output>
  RecordRequests: MethodDefinition<_auth_v1_RecordRequestsRequest, _auth_v1_RecordRequestsResponse, _auth_v1_RecordRequestsRequest__Output, _auth_v1_RecordRequestsResponse__Output>
  RegisterInvitedUser: MethodDefinition<_auth_v1_RegisterInvitedUserRequest, _auth_v1_RegisterInvitedUserResponse, _auth_v1_RegisterInvitedUserRequest__Output, _auth_v1_RegisterInvitedUserResponse__Output>
}
