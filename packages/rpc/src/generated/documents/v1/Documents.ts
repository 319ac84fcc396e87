// Original file: ../../protos/documents/v1/documents.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetDocumentsRequest as _documents_v1_GetDocumentsRequest, GetDocumentsRequest__Output as _documents_v1_GetDocumentsRequest__Output } from '../../documents/v1/GetDocumentsRequest.ts';
import type { GetDocumentsResponse as _documents_v1_GetDocumentsResponse, GetDocumentsResponse__Output as _documents_v1_GetDocumentsResponse__Output } from '../../documents/v1/GetDocumentsResponse.ts';

export interface DocumentsClient extends grpc.Client {
  GetDocuments(argument: _documents_v1_GetDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetDocumentsResponse__Output>): grpc.ClientUnaryCall;
  GetDocuments(argument: _documents_v1_GetDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_GetDocumentsResponse__Output>): grpc.ClientUnaryCall;
  GetDocuments(argument: _documents_v1_GetDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetDocumentsResponse__Output>): grpc.ClientUnaryCall;
  GetDocuments(argument: _documents_v1_GetDocumentsRequest, callback: grpc.requestCallback<_documents_v1_GetDocumentsResponse__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _documents_v1_GetDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetDocumentsResponse__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _documents_v1_GetDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_GetDocumentsResponse__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _documents_v1_GetDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetDocumentsResponse__Output>): grpc.ClientUnaryCall;
  getDocuments(argument: _documents_v1_GetDocumentsRequest, callback: grpc.requestCallback<_documents_v1_GetDocumentsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface DocumentsHandlers extends grpc.UntypedServiceImplementation {
  GetDocuments: grpc.handleUnaryCall<_documents_v1_GetDocumentsRequest__Output, _documents_v1_GetDocumentsResponse>;
  
}

export interface DocumentsDefinition extends grpc.ServiceDefinition {
  GetDocuments: MethodDefinition<_documents_v1_GetDocumentsRequest, _documents_v1_GetDocumentsResponse, _documents_v1_GetDocumentsRequest__Output, _documents_v1_GetDocumentsResponse__Output>
}
