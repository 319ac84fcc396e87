import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { MatchVoucherRequest as _reconciliation_v1_MatchVoucherRequest, MatchVoucherRequest__Output as _reconciliation_v1_MatchVoucherRequest__Output } from './reconciliation/v1/MatchVoucherRequest.ts';
import type { MatchVoucherResponse as _reconciliation_v1_MatchVoucherResponse, MatchVoucherResponse__Output as _reconciliation_v1_MatchVoucherResponse__Output } from './reconciliation/v1/MatchVoucherResponse.ts';
import type { MatchingClient as _reconciliation_v1_MatchingClient, MatchingDefinition as _reconciliation_v1_MatchingDefinition } from './reconciliation/v1/Matching.ts';
import type { VoucherMatch as _reconciliation_v1_VoucherMatch, VoucherMatch__Output as _reconciliation_v1_VoucherMatch__Output } from './reconciliation/v1/VoucherMatch.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  reconciliation: {
    v1: {
      MatchVoucherRequest: MessageTypeDefinition<_reconciliation_v1_MatchVoucherRequest, _reconciliation_v1_MatchVoucherRequest__Output>
      MatchVoucherResponse: MessageTypeDefinition<_reconciliation_v1_MatchVoucherResponse, _reconciliation_v1_MatchVoucherResponse__Output>
      Matching: SubtypeConstructor<typeof grpc.Client, _reconciliation_v1_MatchingClient> & { service: _reconciliation_v1_MatchingDefinition }
      VoucherMatch: MessageTypeDefinition<_reconciliation_v1_VoucherMatch, _reconciliation_v1_VoucherMatch__Output>
    }
  }
}

