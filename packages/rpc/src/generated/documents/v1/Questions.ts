// Original file: ../../protos/documents/v1/questions.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListTransactionQuestionsRequest as _documents_v1_ListTransactionQuestionsRequest, ListTransactionQuestionsRequest__Output as _documents_v1_ListTransactionQuestionsRequest__Output } from '../../documents/v1/ListTransactionQuestionsRequest.ts';
import type { ListTransactionQuestionsResponse as _documents_v1_ListTransactionQuestionsResponse, ListTransactionQuestionsResponse__Output as _documents_v1_ListTransactionQuestionsResponse__Output } from '../../documents/v1/ListTransactionQuestionsResponse.ts';

export interface QuestionsClient extends grpc.Client {
  ListTransactionQuestions(argument: _documents_v1_ListTransactionQuestionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ListTransactionQuestionsResponse__Output>): grpc.ClientUnaryCall;
  ListTransactionQuestions(argument: _documents_v1_ListTransactionQuestionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_ListTransactionQuestionsResponse__Output>): grpc.ClientUnaryCall;
  ListTransactionQuestions(argument: _documents_v1_ListTransactionQuestionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ListTransactionQuestionsResponse__Output>): grpc.ClientUnaryCall;
  ListTransactionQuestions(argument: _documents_v1_ListTransactionQuestionsRequest, callback: grpc.requestCallback<_documents_v1_ListTransactionQuestionsResponse__Output>): grpc.ClientUnaryCall;
  listTransactionQuestions(argument: _documents_v1_ListTransactionQuestionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ListTransactionQuestionsResponse__Output>): grpc.ClientUnaryCall;
  listTransactionQuestions(argument: _documents_v1_ListTransactionQuestionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_ListTransactionQuestionsResponse__Output>): grpc.ClientUnaryCall;
  listTransactionQuestions(argument: _documents_v1_ListTransactionQuestionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_ListTransactionQuestionsResponse__Output>): grpc.ClientUnaryCall;
  listTransactionQuestions(argument: _documents_v1_ListTransactionQuestionsRequest, callback: grpc.requestCallback<_documents_v1_ListTransactionQuestionsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface QuestionsHandlers extends grpc.UntypedServiceImplementation {
  ListTransactionQuestions: grpc.handleUnaryCall<_documents_v1_ListTransactionQuestionsRequest__Output, _documents_v1_ListTransactionQuestionsResponse>;
  
}

export interface QuestionsDefinition extends grpc.ServiceDefinition {
  ListTransactionQuestions: MethodDefinition<_documents_v1_ListTransactionQuestionsRequest, _documents_v1_ListTransactionQuestionsResponse, _documents_v1_ListTransactionQuestionsRequest__Output, _documents_v1_ListTransactionQuestionsResponse__Output>
}
