import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetReconciliationLinesRequest as _documents_v1_GetReconciliationLinesRequest, GetReconciliationLinesRequest__Output as _documents_v1_GetReconciliationLinesRequest__Output } from './documents/v1/GetReconciliationLinesRequest.ts';
import type { GetReconciliationLinesResponse as _documents_v1_GetReconciliationLinesResponse, GetReconciliationLinesResponse__Output as _documents_v1_GetReconciliationLinesResponse__Output } from './documents/v1/GetReconciliationLinesResponse.ts';
import type { HoldReconciliationLinesRequest as _documents_v1_HoldReconciliationLinesRequest, HoldReconciliationLinesRequest__Output as _documents_v1_HoldReconciliationLinesRequest__Output } from './documents/v1/HoldReconciliationLinesRequest.ts';
import type { HoldReconciliationLinesResponse as _documents_v1_HoldReconciliationLinesResponse, HoldReconciliationLinesResponse__Output as _documents_v1_HoldReconciliationLinesResponse__Output } from './documents/v1/HoldReconciliationLinesResponse.ts';
import type { LineTarget as _documents_v1_LineTarget, LineTarget__Output as _documents_v1_LineTarget__Output } from './documents/v1/LineTarget.ts';
import type { ReconciliationLine as _documents_v1_ReconciliationLine, ReconciliationLine__Output as _documents_v1_ReconciliationLine__Output } from './documents/v1/ReconciliationLine.ts';
import type { ReconciliationLineKey as _documents_v1_ReconciliationLineKey, ReconciliationLineKey__Output as _documents_v1_ReconciliationLineKey__Output } from './documents/v1/ReconciliationLineKey.ts';
import type { ReconciliationLinesClient as _documents_v1_ReconciliationLinesClient, ReconciliationLinesDefinition as _documents_v1_ReconciliationLinesDefinition } from './documents/v1/ReconciliationLines.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  documents: {
    v1: {
      GetReconciliationLinesRequest: MessageTypeDefinition<_documents_v1_GetReconciliationLinesRequest, _documents_v1_GetReconciliationLinesRequest__Output>
      GetReconciliationLinesResponse: MessageTypeDefinition<_documents_v1_GetReconciliationLinesResponse, _documents_v1_GetReconciliationLinesResponse__Output>
      HoldReconciliationLinesRequest: MessageTypeDefinition<_documents_v1_HoldReconciliationLinesRequest, _documents_v1_HoldReconciliationLinesRequest__Output>
      HoldReconciliationLinesResponse: MessageTypeDefinition<_documents_v1_HoldReconciliationLinesResponse, _documents_v1_HoldReconciliationLinesResponse__Output>
      LineTarget: MessageTypeDefinition<_documents_v1_LineTarget, _documents_v1_LineTarget__Output>
      ReconciliationLine: MessageTypeDefinition<_documents_v1_ReconciliationLine, _documents_v1_ReconciliationLine__Output>
      ReconciliationLineKey: MessageTypeDefinition<_documents_v1_ReconciliationLineKey, _documents_v1_ReconciliationLineKey__Output>
      ReconciliationLines: SubtypeConstructor<typeof grpc.Client, _documents_v1_ReconciliationLinesClient> & { service: _documents_v1_ReconciliationLinesDefinition }
    }
  }
}

