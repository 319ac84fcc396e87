// Original file: ../../protos/reconciliation/v1/bank_accounts.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListHouseAccountsRequest as _reconciliation_v1_ListHouseAccountsRequest, ListHouseAccountsRequest__Output as _reconciliation_v1_ListHouseAccountsRequest__Output } from '../../reconciliation/v1/ListHouseAccountsRequest.ts';
import type { ListHouseAccountsResponse as _reconciliation_v1_ListHouseAccountsResponse, ListHouseAccountsResponse__Output as _reconciliation_v1_ListHouseAccountsResponse__Output } from '../../reconciliation/v1/ListHouseAccountsResponse.ts';
import type { ListPartnerBankAccountsRequest as _reconciliation_v1_ListPartnerBankAccountsRequest, ListPartnerBankAccountsRequest__Output as _reconciliation_v1_ListPartnerBankAccountsRequest__Output } from '../../reconciliation/v1/ListPartnerBankAccountsRequest.ts';
import type { ListPartnerBankAccountsResponse as _reconciliation_v1_ListPartnerBankAccountsResponse, ListPartnerBankAccountsResponse__Output as _reconciliation_v1_ListPartnerBankAccountsResponse__Output } from '../../reconciliation/v1/ListPartnerBankAccountsResponse.ts';

export interface BankAccountsClient extends grpc.Client {
  ListHouseAccounts(argument: _reconciliation_v1_ListHouseAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_ListHouseAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListHouseAccounts(argument: _reconciliation_v1_ListHouseAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_ListHouseAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListHouseAccounts(argument: _reconciliation_v1_ListHouseAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_ListHouseAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListHouseAccounts(argument: _reconciliation_v1_ListHouseAccountsRequest, callback: grpc.requestCallback<_reconciliation_v1_ListHouseAccountsResponse__Output>): grpc.ClientUnaryCall;
  listHouseAccounts(argument: _reconciliation_v1_ListHouseAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_ListHouseAccountsResponse__Output>): grpc.ClientUnaryCall;
  listHouseAccounts(argument: _reconciliation_v1_ListHouseAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_ListHouseAccountsResponse__Output>): grpc.ClientUnaryCall;
  listHouseAccounts(argument: _reconciliation_v1_ListHouseAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_ListHouseAccountsResponse__Output>): grpc.ClientUnaryCall;
  listHouseAccounts(argument: _reconciliation_v1_ListHouseAccountsRequest, callback: grpc.requestCallback<_reconciliation_v1_ListHouseAccountsResponse__Output>): grpc.ClientUnaryCall;
  
  ListPartnerBankAccounts(argument: _reconciliation_v1_ListPartnerBankAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_ListPartnerBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListPartnerBankAccounts(argument: _reconciliation_v1_ListPartnerBankAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_ListPartnerBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListPartnerBankAccounts(argument: _reconciliation_v1_ListPartnerBankAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_ListPartnerBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListPartnerBankAccounts(argument: _reconciliation_v1_ListPartnerBankAccountsRequest, callback: grpc.requestCallback<_reconciliation_v1_ListPartnerBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  listPartnerBankAccounts(argument: _reconciliation_v1_ListPartnerBankAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_ListPartnerBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  listPartnerBankAccounts(argument: _reconciliation_v1_ListPartnerBankAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_ListPartnerBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  listPartnerBankAccounts(argument: _reconciliation_v1_ListPartnerBankAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_ListPartnerBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  listPartnerBankAccounts(argument: _reconciliation_v1_ListPartnerBankAccountsRequest, callback: grpc.requestCallback<_reconciliation_v1_ListPartnerBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface BankAccountsHandlers extends grpc.UntypedServiceImplementation {
  ListHouseAccounts: grpc.handleUnaryCall<_reconciliation_v1_ListHouseAccountsRequest__Output, _reconciliation_v1_ListHouseAccountsResponse>;
  
  ListPartnerBankAccounts: grpc.handleUnaryCall<_reconciliation_v1_ListPartnerBankAccountsRequest__Output, _reconciliation_v1_ListPartnerBankAccountsResponse>;
  
}

export interface BankAccountsDefinition extends grpc.ServiceDefinition {
  ListHouseAccounts: MethodDefinition<_reconciliation_v1_ListHouseAccountsRequest, _reconciliation_v1_ListHouseAccountsResponse, _reconciliation_v1_ListHouseAccountsRequest__Output, _reconciliation_v1_ListHouseAccountsResponse__Output>
  ListPartnerBankAccounts: MethodDefinition<_reconciliation_v1_ListPartnerBankAccountsRequest, _reconciliation_v1_ListPartnerBankAccountsResponse, _reconciliation_v1_ListPartnerBankAccountsRequest__Output, _reconciliation_v1_ListPartnerBankAccountsResponse__Output>
}
