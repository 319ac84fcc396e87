import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { BankAccount as _reconciliation_v1_BankAccount, BankAccount__Output as _reconciliation_v1_BankAccount__Output } from './reconciliation/v1/BankAccount.ts';
import type { BankAccountsClient as _reconciliation_v1_BankAccountsClient, BankAccountsDefinition as _reconciliation_v1_BankAccountsDefinition } from './reconciliation/v1/BankAccounts.ts';
import type { HouseAccount as _reconciliation_v1_HouseAccount, HouseAccount__Output as _reconciliation_v1_HouseAccount__Output } from './reconciliation/v1/HouseAccount.ts';
import type { ListHouseAccountsRequest as _reconciliation_v1_ListHouseAccountsRequest, ListHouseAccountsRequest__Output as _reconciliation_v1_ListHouseAccountsRequest__Output } from './reconciliation/v1/ListHouseAccountsRequest.ts';
import type { ListHouseAccountsResponse as _reconciliation_v1_ListHouseAccountsResponse, ListHouseAccountsResponse__Output as _reconciliation_v1_ListHouseAccountsResponse__Output } from './reconciliation/v1/ListHouseAccountsResponse.ts';
import type { ListPartnerBankAccountsRequest as _reconciliation_v1_ListPartnerBankAccountsRequest, ListPartnerBankAccountsRequest__Output as _reconciliation_v1_ListPartnerBankAccountsRequest__Output } from './reconciliation/v1/ListPartnerBankAccountsRequest.ts';
import type { ListPartnerBankAccountsResponse as _reconciliation_v1_ListPartnerBankAccountsResponse, ListPartnerBankAccountsResponse__Output as _reconciliation_v1_ListPartnerBankAccountsResponse__Output } from './reconciliation/v1/ListPartnerBankAccountsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  reconciliation: {
    v1: {
      BankAccount: MessageTypeDefinition<_reconciliation_v1_BankAccount, _reconciliation_v1_BankAccount__Output>
      BankAccounts: SubtypeConstructor<typeof grpc.Client, _reconciliation_v1_BankAccountsClient> & { service: _reconciliation_v1_BankAccountsDefinition }
      HouseAccount: MessageTypeDefinition<_reconciliation_v1_HouseAccount, _reconciliation_v1_HouseAccount__Output>
      ListHouseAccountsRequest: MessageTypeDefinition<_reconciliation_v1_ListHouseAccountsRequest, _reconciliation_v1_ListHouseAccountsRequest__Output>
      ListHouseAccountsResponse: MessageTypeDefinition<_reconciliation_v1_ListHouseAccountsResponse, _reconciliation_v1_ListHouseAccountsResponse__Output>
      ListPartnerBankAccountsRequest: MessageTypeDefinition<_reconciliation_v1_ListPartnerBankAccountsRequest, _reconciliation_v1_ListPartnerBankAccountsRequest__Output>
      ListPartnerBankAccountsResponse: MessageTypeDefinition<_reconciliation_v1_ListPartnerBankAccountsResponse, _reconciliation_v1_ListPartnerBankAccountsResponse__Output>
    }
  }
}

