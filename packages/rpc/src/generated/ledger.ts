import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ChangeCurrencyRequest as _ledger_v1_ChangeCurrencyRequest, ChangeCurrencyRequest__Output as _ledger_v1_ChangeCurrencyRequest__Output } from './ledger/v1/ChangeCurrencyRequest.ts';
import type { ChangeCurrencyResponse as _ledger_v1_ChangeCurrencyResponse, ChangeCurrencyResponse__Output as _ledger_v1_ChangeCurrencyResponse__Output } from './ledger/v1/ChangeCurrencyResponse.ts';
import type { GetPartnerBalancesRequest as _ledger_v1_GetPartnerBalancesRequest, GetPartnerBalancesRequest__Output as _ledger_v1_GetPartnerBalancesRequest__Output } from './ledger/v1/GetPartnerBalancesRequest.ts';
import type { GetPartnerBalancesResponse as _ledger_v1_GetPartnerBalancesResponse, GetPartnerBalancesResponse__Output as _ledger_v1_GetPartnerBalancesResponse__Output } from './ledger/v1/GetPartnerBalancesResponse.ts';
import type { HasPostingsRequest as _ledger_v1_HasPostingsRequest, HasPostingsRequest__Output as _ledger_v1_HasPostingsRequest__Output } from './ledger/v1/HasPostingsRequest.ts';
import type { HasPostingsResponse as _ledger_v1_HasPostingsResponse, HasPostingsResponse__Output as _ledger_v1_HasPostingsResponse__Output } from './ledger/v1/HasPostingsResponse.ts';
import type { LedgerClient as _ledger_v1_LedgerClient, LedgerDefinition as _ledger_v1_LedgerDefinition } from './ledger/v1/Ledger.ts';
import type { PartnerBalance as _ledger_v1_PartnerBalance, PartnerBalance__Output as _ledger_v1_PartnerBalance__Output } from './ledger/v1/PartnerBalance.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  ledger: {
    v1: {
      ChangeCurrencyRequest: MessageTypeDefinition<_ledger_v1_ChangeCurrencyRequest, _ledger_v1_ChangeCurrencyRequest__Output>
      ChangeCurrencyResponse: MessageTypeDefinition<_ledger_v1_ChangeCurrencyResponse, _ledger_v1_ChangeCurrencyResponse__Output>
      GetPartnerBalancesRequest: MessageTypeDefinition<_ledger_v1_GetPartnerBalancesRequest, _ledger_v1_GetPartnerBalancesRequest__Output>
      GetPartnerBalancesResponse: MessageTypeDefinition<_ledger_v1_GetPartnerBalancesResponse, _ledger_v1_GetPartnerBalancesResponse__Output>
      HasPostingsRequest: MessageTypeDefinition<_ledger_v1_HasPostingsRequest, _ledger_v1_HasPostingsRequest__Output>
      HasPostingsResponse: MessageTypeDefinition<_ledger_v1_HasPostingsResponse, _ledger_v1_HasPostingsResponse__Output>
      Ledger: SubtypeConstructor<typeof grpc.Client, _ledger_v1_LedgerClient> & { service: _ledger_v1_LedgerDefinition }
      PartnerBalance: MessageTypeDefinition<_ledger_v1_PartnerBalance, _ledger_v1_PartnerBalance__Output>
    }
  }
}

