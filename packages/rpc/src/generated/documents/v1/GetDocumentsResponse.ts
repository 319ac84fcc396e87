// Original file: ../../protos/documents/v1/documents.proto

import type { Document as _documents_v1_Document, Document__Output as _documents_v1_Document__Output } from '../../documents/v1/Document.ts';

export interface GetDocumentsResponse {
  'documents'?: (_documents_v1_Document)[];
}

export interface GetDocumentsResponse__Output {
  'documents': (_documents_v1_Document__Output)[];
}
