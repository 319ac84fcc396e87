import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DescribePeriodRequest as _ledger_v1_DescribePeriodRequest, DescribePeriodRequest__Output as _ledger_v1_DescribePeriodRequest__Output } from './ledger/v1/DescribePeriodRequest.ts';
import type { DescribePeriodResponse as _ledger_v1_DescribePeriodResponse, DescribePeriodResponse__Output as _ledger_v1_DescribePeriodResponse__Output } from './ledger/v1/DescribePeriodResponse.ts';
import type { GetFirstPostingRequest as _ledger_v1_GetFirstPostingRequest, GetFirstPostingRequest__Output as _ledger_v1_GetFirstPostingRequest__Output } from './ledger/v1/GetFirstPostingRequest.ts';
import type { GetFirstPostingResponse as _ledger_v1_GetFirstPostingResponse, GetFirstPostingResponse__Output as _ledger_v1_GetFirstPostingResponse__Output } from './ledger/v1/GetFirstPostingResponse.ts';
import type { ListOpenItemsRequest as _ledger_v1_ListOpenItemsRequest, ListOpenItemsRequest__Output as _ledger_v1_ListOpenItemsRequest__Output } from './ledger/v1/ListOpenItemsRequest.ts';
import type { ListOpenItemsResponse as _ledger_v1_ListOpenItemsResponse, ListOpenItemsResponse__Output as _ledger_v1_ListOpenItemsResponse__Output } from './ledger/v1/ListOpenItemsResponse.ts';
import type { OpenItem as _ledger_v1_OpenItem, OpenItem__Output as _ledger_v1_OpenItem__Output } from './ledger/v1/OpenItem.ts';
import type { OpenItemsOf as _ledger_v1_OpenItemsOf, OpenItemsOf__Output as _ledger_v1_OpenItemsOf__Output } from './ledger/v1/OpenItemsOf.ts';
import type { PeriodAccount as _ledger_v1_PeriodAccount, PeriodAccount__Output as _ledger_v1_PeriodAccount__Output } from './ledger/v1/PeriodAccount.ts';
import type { PeriodMonth as _ledger_v1_PeriodMonth, PeriodMonth__Output as _ledger_v1_PeriodMonth__Output } from './ledger/v1/PeriodMonth.ts';
import type { PeriodPart as _ledger_v1_PeriodPart, PeriodPart__Output as _ledger_v1_PeriodPart__Output } from './ledger/v1/PeriodPart.ts';
import type { PeriodPlace as _ledger_v1_PeriodPlace, PeriodPlace__Output as _ledger_v1_PeriodPlace__Output } from './ledger/v1/PeriodPlace.ts';
import type { PeriodsClient as _ledger_v1_PeriodsClient, PeriodsDefinition as _ledger_v1_PeriodsDefinition } from './ledger/v1/Periods.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  ledger: {
    v1: {
      DescribePeriodRequest: MessageTypeDefinition<_ledger_v1_DescribePeriodRequest, _ledger_v1_DescribePeriodRequest__Output>
      DescribePeriodResponse: MessageTypeDefinition<_ledger_v1_DescribePeriodResponse, _ledger_v1_DescribePeriodResponse__Output>
      GetFirstPostingRequest: MessageTypeDefinition<_ledger_v1_GetFirstPostingRequest, _ledger_v1_GetFirstPostingRequest__Output>
      GetFirstPostingResponse: MessageTypeDefinition<_ledger_v1_GetFirstPostingResponse, _ledger_v1_GetFirstPostingResponse__Output>
      ListOpenItemsRequest: MessageTypeDefinition<_ledger_v1_ListOpenItemsRequest, _ledger_v1_ListOpenItemsRequest__Output>
      ListOpenItemsResponse: MessageTypeDefinition<_ledger_v1_ListOpenItemsResponse, _ledger_v1_ListOpenItemsResponse__Output>
      OpenItem: MessageTypeDefinition<_ledger_v1_OpenItem, _ledger_v1_OpenItem__Output>
      OpenItemsOf: MessageTypeDefinition<_ledger_v1_OpenItemsOf, _ledger_v1_OpenItemsOf__Output>
      PeriodAccount: MessageTypeDefinition<_ledger_v1_PeriodAccount, _ledger_v1_PeriodAccount__Output>
      PeriodMonth: MessageTypeDefinition<_ledger_v1_PeriodMonth, _ledger_v1_PeriodMonth__Output>
      PeriodPart: MessageTypeDefinition<_ledger_v1_PeriodPart, _ledger_v1_PeriodPart__Output>
      PeriodPlace: MessageTypeDefinition<_ledger_v1_PeriodPlace, _ledger_v1_PeriodPlace__Output>
      Periods: SubtypeConstructor<typeof grpc.Client, _ledger_v1_PeriodsClient> & { service: _ledger_v1_PeriodsDefinition }
    }
  }
}

