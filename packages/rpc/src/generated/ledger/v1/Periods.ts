// Original file: ../../protos/ledger/v1/periods.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DescribePeriodRequest as _ledger_v1_DescribePeriodRequest, DescribePeriodRequest__Output as _ledger_v1_DescribePeriodRequest__Output } from '../../ledger/v1/DescribePeriodRequest.ts';
import type { DescribePeriodResponse as _ledger_v1_DescribePeriodResponse, DescribePeriodResponse__Output as _ledger_v1_DescribePeriodResponse__Output } from '../../ledger/v1/DescribePeriodResponse.ts';
import type { GetFirstPostingRequest as _ledger_v1_GetFirstPostingRequest, GetFirstPostingRequest__Output as _ledger_v1_GetFirstPostingRequest__Output } from '../../ledger/v1/GetFirstPostingRequest.ts';
import type { GetFirstPostingResponse as _ledger_v1_GetFirstPostingResponse, GetFirstPostingResponse__Output as _ledger_v1_GetFirstPostingResponse__Output } from '../../ledger/v1/GetFirstPostingResponse.ts';
import type { ListOpenItemsRequest as _ledger_v1_ListOpenItemsRequest, ListOpenItemsRequest__Output as _ledger_v1_ListOpenItemsRequest__Output } from '../../ledger/v1/ListOpenItemsRequest.ts';
import type { ListOpenItemsResponse as _ledger_v1_ListOpenItemsResponse, ListOpenItemsResponse__Output as _ledger_v1_ListOpenItemsResponse__Output } from '../../ledger/v1/ListOpenItemsResponse.ts';

export interface PeriodsClient extends grpc.Client {
  DescribePeriod(argument: _ledger_v1_DescribePeriodRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribePeriodResponse__Output>): grpc.ClientUnaryCall;
  DescribePeriod(argument: _ledger_v1_DescribePeriodRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribePeriodResponse__Output>): grpc.ClientUnaryCall;
  DescribePeriod(argument: _ledger_v1_DescribePeriodRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribePeriodResponse__Output>): grpc.ClientUnaryCall;
  DescribePeriod(argument: _ledger_v1_DescribePeriodRequest, callback: grpc.requestCallback<_ledger_v1_DescribePeriodResponse__Output>): grpc.ClientUnaryCall;
  describePeriod(argument: _ledger_v1_DescribePeriodRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribePeriodResponse__Output>): grpc.ClientUnaryCall;
  describePeriod(argument: _ledger_v1_DescribePeriodRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribePeriodResponse__Output>): grpc.ClientUnaryCall;
  describePeriod(argument: _ledger_v1_DescribePeriodRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribePeriodResponse__Output>): grpc.ClientUnaryCall;
  describePeriod(argument: _ledger_v1_DescribePeriodRequest, callback: grpc.requestCallback<_ledger_v1_DescribePeriodResponse__Output>): grpc.ClientUnaryCall;
  
  GetFirstPosting(argument: _ledger_v1_GetFirstPostingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetFirstPostingResponse__Output>): grpc.ClientUnaryCall;
  GetFirstPosting(argument: _ledger_v1_GetFirstPostingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetFirstPostingResponse__Output>): grpc.ClientUnaryCall;
  GetFirstPosting(argument: _ledger_v1_GetFirstPostingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetFirstPostingResponse__Output>): grpc.ClientUnaryCall;
  GetFirstPosting(argument: _ledger_v1_GetFirstPostingRequest, callback: grpc.requestCallback<_ledger_v1_GetFirstPostingResponse__Output>): grpc.ClientUnaryCall;
  getFirstPosting(argument: _ledger_v1_GetFirstPostingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetFirstPostingResponse__Output>): grpc.ClientUnaryCall;
  getFirstPosting(argument: _ledger_v1_GetFirstPostingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetFirstPostingResponse__Output>): grpc.ClientUnaryCall;
  getFirstPosting(argument: _ledger_v1_GetFirstPostingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetFirstPostingResponse__Output>): grpc.ClientUnaryCall;
  getFirstPosting(argument: _ledger_v1_GetFirstPostingRequest, callback: grpc.requestCallback<_ledger_v1_GetFirstPostingResponse__Output>): grpc.ClientUnaryCall;
  
  ListOpenItems(argument: _ledger_v1_ListOpenItemsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListOpenItemsResponse__Output>): grpc.ClientUnaryCall;
  ListOpenItems(argument: _ledger_v1_ListOpenItemsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListOpenItemsResponse__Output>): grpc.ClientUnaryCall;
  ListOpenItems(argument: _ledger_v1_ListOpenItemsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListOpenItemsResponse__Output>): grpc.ClientUnaryCall;
  ListOpenItems(argument: _ledger_v1_ListOpenItemsRequest, callback: grpc.requestCallback<_ledger_v1_ListOpenItemsResponse__Output>): grpc.ClientUnaryCall;
  listOpenItems(argument: _ledger_v1_ListOpenItemsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListOpenItemsResponse__Output>): grpc.ClientUnaryCall;
  listOpenItems(argument: _ledger_v1_ListOpenItemsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListOpenItemsResponse__Output>): grpc.ClientUnaryCall;
  listOpenItems(argument: _ledger_v1_ListOpenItemsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListOpenItemsResponse__Output>): grpc.ClientUnaryCall;
  listOpenItems(argument: _ledger_v1_ListOpenItemsRequest, callback: grpc.requestCallback<_ledger_v1_ListOpenItemsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PeriodsHandlers extends grpc.UntypedServiceImplementation {
  DescribePeriod: grpc.handleUnaryCall<_ledger_v1_DescribePeriodRequest__Output, _ledger_v1_DescribePeriodResponse>;
  
  GetFirstPosting: grpc.handleUnaryCall<_ledger_v1_GetFirstPostingRequest__Output, _ledger_v1_GetFirstPostingResponse>;
  
  ListOpenItems: grpc.handleUnaryCall<_ledger_v1_ListOpenItemsRequest__Output, _ledger_v1_ListOpenItemsResponse>;
  
}

export interface PeriodsDefinition extends grpc.ServiceDefinition {
  DescribePeriod: MethodDefinition<_ledger_v1_DescribePeriodRequest, _ledger_v1_DescribePeriodResponse, _ledger_v1_DescribePeriodRequest__Output, _ledger_v1_DescribePeriodResponse__Output>
  GetFirstPosting: MethodDefinition<_ledger_v1_GetFirstPostingRequest, _ledger_v1_GetFirstPostingResponse, _ledger_v1_GetFirstPostingRequest__Output, _ledger_v1_GetFirstPostingResponse__Output>
  ListOpenItems: MethodDefinition<_ledger_v1_ListOpenItemsRequest, _ledger_v1_ListOpenItemsResponse, _ledger_v1_ListOpenItemsRequest__Output, _ledger_v1_ListOpenItemsResponse__Output>
}
