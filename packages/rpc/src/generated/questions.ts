import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AnswerOption as _documents_v1_AnswerOption, AnswerOption__Output as _documents_v1_AnswerOption__Output } from './documents/v1/AnswerOption.ts';
import type { ListTransactionQuestionsRequest as _documents_v1_ListTransactionQuestionsRequest, ListTransactionQuestionsRequest__Output as _documents_v1_ListTransactionQuestionsRequest__Output } from './documents/v1/ListTransactionQuestionsRequest.ts';
import type { ListTransactionQuestionsResponse as _documents_v1_ListTransactionQuestionsResponse, ListTransactionQuestionsResponse__Output as _documents_v1_ListTransactionQuestionsResponse__Output } from './documents/v1/ListTransactionQuestionsResponse.ts';
import type { Question as _documents_v1_Question, Question__Output as _documents_v1_Question__Output } from './documents/v1/Question.ts';
import type { QuestionsClient as _documents_v1_QuestionsClient, QuestionsDefinition as _documents_v1_QuestionsDefinition } from './documents/v1/Questions.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  documents: {
    v1: {
      AnswerOption: MessageTypeDefinition<_documents_v1_AnswerOption, _documents_v1_AnswerOption__Output>
      ListTransactionQuestionsRequest: MessageTypeDefinition<_documents_v1_ListTransactionQuestionsRequest, _documents_v1_ListTransactionQuestionsRequest__Output>
      ListTransactionQuestionsResponse: MessageTypeDefinition<_documents_v1_ListTransactionQuestionsResponse, _documents_v1_ListTransactionQuestionsResponse__Output>
      Question: MessageTypeDefinition<_documents_v1_Question, _documents_v1_Question__Output>
      Questions: SubtypeConstructor<typeof grpc.Client, _documents_v1_QuestionsClient> & { service: _documents_v1_QuestionsDefinition }
    }
  }
}

