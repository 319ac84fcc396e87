// Original file: ../../protos/documents/v1/vouchers.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateVoucherRequest as _documents_v1_CreateVoucherRequest, CreateVoucherRequest__Output as _documents_v1_CreateVoucherRequest__Output } from '../../documents/v1/CreateVoucherRequest.ts';
import type { CreateVoucherResponse as _documents_v1_CreateVoucherResponse, CreateVoucherResponse__Output as _documents_v1_CreateVoucherResponse__Output } from '../../documents/v1/CreateVoucherResponse.ts';
import type { GetVouchersRequest as _documents_v1_GetVouchersRequest, GetVouchersRequest__Output as _documents_v1_GetVouchersRequest__Output } from '../../documents/v1/GetVouchersRequest.ts';
import type { GetVouchersResponse as _documents_v1_GetVouchersResponse, GetVouchersResponse__Output as _documents_v1_GetVouchersResponse__Output } from '../../documents/v1/GetVouchersResponse.ts';
import type { ListFilesRequest as _documents_v1_ListFilesRequest, ListFilesRequest__Output as _documents_v1_ListFilesRequest__Output } from '../../documents/v1/ListFilesRequest.ts';
import type { ListFilesResponse as _documents_v1_ListFilesResponse, ListFilesResponse__Output as _documents_v1_ListFilesResponse__Output } from '../../documents/v1/ListFilesResponse.ts';
import type { ReadFileRequest as _documents_v1_ReadFileRequest, ReadFileRequest__Output as _documents_v1_ReadFileRequest__Output } from '../../documents/v1/ReadFileRequest.ts';
import type { ReadFileResponse as _documents_v1_ReadFileResponse, ReadFileResponse__Output as _documents_v1_ReadFileResponse__Output } from '../../documents/v1/ReadFileResponse.ts';

export interface VouchersClient extends grpc.Client {
  CreateVoucher(argument: _documents_v1_CreateVoucherRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_CreateVoucherResponse__Output>): grpc.ClientUnaryCall;
  CreateVoucher(argument: _documents_v1_CreateVoucherRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_CreateVoucherResponse__Output>): grpc.ClientUnaryCall;
  CreateVoucher(argument: _documents_v1_CreateVoucherRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_CreateVoucherResponse__Output>): grpc.ClientUnaryCall;
  CreateVoucher(argument: _documents_v1_CreateVoucherRequest, callback: grpc.requestCallback<_documents_v1_CreateVoucherResponse__Output>): grpc.ClientUnaryCall;
  createVoucher(argument: _documents_v1_CreateVoucherRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_CreateVoucherResponse__Output>): grpc.ClientUnaryCall;
  createVoucher(argument: _documents_v1_CreateVoucherRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_CreateVoucherResponse__Output>): grpc.ClientUnaryCall;
  createVoucher(argument: _documents_v1_CreateVoucherRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_CreateVoucherResponse__Output>): grpc.ClientUnaryCall;
  createVoucher(argument: _documents_v1_CreateVoucherRequest, callback: grpc.requestCallback<_documents_v1_CreateVoucherResponse__Output>): grpc.ClientUnaryCall;
  
  GetVouchers(argument: _documents_v1_GetVouchersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetVouchersResponse__Output>): grpc.ClientUnaryCall;
  GetVouchers(argument: _documents_v1_GetVouchersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_GetVouchersResponse__Output>): grpc.ClientUnaryCall;
  GetVouchers(argument: _documents_v1_GetVouchersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetVouchersResponse__Output>): grpc.ClientUnaryCall;
  GetVouchers(argument: _documents_v1_GetVouchersRequest, callback: grpc.requestCallback<_documents_v1_GetVouchersResponse__Output>): grpc.ClientUnaryCall;
  getVouchers(argument: _documents_v1_GetVouchersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetVouchersResponse__Output>): grpc.ClientUnaryCall;
  getVouchers(argument: _documents_v1_GetVouchersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_GetVouchersResponse__Output>): grpc.ClientUnaryCall;
  getVouchers(argument: _documents_v1_GetVouchersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetVouchersResponse__Output>): grpc.ClientUnaryCall;
  getVouchers(argument: _documents_v1_GetVouchersRequest, callback: grpc.requestCallback<_documents_v1_GetVouchersResponse__Output>): grpc.ClientUnaryCall;
  
  ListFiles(argument: _documents_v1_ListFilesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ListFilesResponse__Output>): grpc.ClientUnaryCall;
  ListFiles(argument: _documents_v1_ListFilesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_ListFilesResponse__Output>): grpc.ClientUnaryCall;
  ListFiles(argument: _documents_v1_ListFilesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ListFilesResponse__Output>): grpc.ClientUnaryCall;
  ListFiles(argument: _documents_v1_ListFilesRequest, callback: grpc.requestCallback<_documents_v1_ListFilesResponse__Output>): grpc.ClientUnaryCall;
  listFiles(argument: _documents_v1_ListFilesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ListFilesResponse__Output>): grpc.ClientUnaryCall;
  listFiles(argument: _documents_v1_ListFilesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_ListFilesResponse__Output>): grpc.ClientUnaryCall;
  listFiles(argument: _documents_v1_ListFilesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ListFilesResponse__Output>): grpc.ClientUnaryCall;
  listFiles(argument: _documents_v1_ListFilesRequest, callback: grpc.requestCallback<_documents_v1_ListFilesResponse__Output>): grpc.ClientUnaryCall;
  
  ReadFile(argument: _documents_v1_ReadFileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ReadFileResponse__Output>): grpc.ClientUnaryCall;
  ReadFile(argument: _documents_v1_ReadFileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_ReadFileResponse__Output>): grpc.ClientUnaryCall;
  ReadFile(argument: _documents_v1_ReadFileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ReadFileResponse__Output>): grpc.ClientUnaryCall;
  ReadFile(argument: _documents_v1_ReadFileRequest, callback: grpc.requestCallback<_documents_v1_ReadFileResponse__Output>): grpc.ClientUnaryCall;
  readFile(argument: _documents_v1_ReadFileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ReadFileResponse__Output>): grpc.ClientUnaryCall;
  readFile(argument: _documents_v1_ReadFileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_ReadFileResponse__Output>): grpc.ClientUnaryCall;
  readFile(argument: _documents_v1_ReadFileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ReadFileResponse__Output>): grpc.ClientUnaryCall;
  readFile(argument: _documents_v1_ReadFileRequest, callback: grpc.requestCallback<_documents_v1_ReadFileResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface VouchersHandlers extends grpc.UntypedServiceImplementation {
  CreateVoucher: grpc.handleUnaryCall<_documents_v1_CreateVoucherRequest__Output, _documents_v1_CreateVoucherResponse>;
  
  GetVouchers: grpc.handleUnaryCall<_documents_v1_GetVouchersRequest__Output, _documents_v1_GetVouchersResponse>;
  
  ListFiles: grpc.handleUnaryCall<_documents_v1_ListFilesRequest__Output, _documents_v1_ListFilesResponse>;
  
  ReadFile: grpc.handleUnaryCall<_documents_v1_ReadFileRequest__Output, _documents_v1_ReadFileResponse>;
  
}

export interface VouchersDefinition extends grpc.ServiceDefinition {
  CreateVoucher: MethodDefinition<_documents_v1_CreateVoucherRequest, _documents_v1_CreateVoucherResponse, _documents_v1_CreateVoucherRequest__Output, _documents_v1_CreateVoucherResponse__Output>
  GetVouchers: MethodDefinition<_documents_v1_GetVouchersRequest, _documents_v1_GetVouchersResponse, _documents_v1_GetVouchersRequest__Output, _documents_v1_GetVouchersResponse__Output>
  ListFiles: MethodDefinition<_documents_v1_ListFilesRequest, _documents_v1_ListFilesResponse, _documents_v1_ListFilesRequest__Output, _documents_v1_ListFilesResponse__Output>
  ReadFile: MethodDefinition<_documents_v1_ReadFileRequest, _documents_v1_ReadFileResponse, _documents_v1_ReadFileRequest__Output, _documents_v1_ReadFileResponse__Output>
}
