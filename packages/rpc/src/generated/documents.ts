import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Document as _documents_v1_Document, Document__Output as _documents_v1_Document__Output } from './documents/v1/Document.ts';
import type { DocumentsClient as _documents_v1_DocumentsClient, DocumentsDefinition as _documents_v1_DocumentsDefinition } from './documents/v1/Documents.ts';
import type { GetDocumentsRequest as _documents_v1_GetDocumentsRequest, GetDocumentsRequest__Output as _documents_v1_GetDocumentsRequest__Output } from './documents/v1/GetDocumentsRequest.ts';
import type { GetDocumentsResponse as _documents_v1_GetDocumentsResponse, GetDocumentsResponse__Output as _documents_v1_GetDocumentsResponse__Output } from './documents/v1/GetDocumentsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  documents: {
    v1: {
      Document: MessageTypeDefinition<_documents_v1_Document, _documents_v1_Document__Output>
      Documents: SubtypeConstructor<typeof grpc.Client, _documents_v1_DocumentsClient> & { service: _documents_v1_DocumentsDefinition }
      GetDocumentsRequest: MessageTypeDefinition<_documents_v1_GetDocumentsRequest, _documents_v1_GetDocumentsRequest__Output>
      GetDocumentsResponse: MessageTypeDefinition<_documents_v1_GetDocumentsResponse, _documents_v1_GetDocumentsResponse__Output>
    }
  }
}

