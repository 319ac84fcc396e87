import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { BalanceQuery as _ledger_v1_BalanceQuery, BalanceQuery__Output as _ledger_v1_BalanceQuery__Output } from './ledger/v1/BalanceQuery.ts';
import type { BooksRevision as _ledger_v1_BooksRevision, BooksRevision__Output as _ledger_v1_BooksRevision__Output } from './ledger/v1/BooksRevision.ts';
import type { CancelEntryRequest as _ledger_v1_CancelEntryRequest, CancelEntryRequest__Output as _ledger_v1_CancelEntryRequest__Output } from './ledger/v1/CancelEntryRequest.ts';
import type { CancelEntryResponse as _ledger_v1_CancelEntryResponse, CancelEntryResponse__Output as _ledger_v1_CancelEntryResponse__Output } from './ledger/v1/CancelEntryResponse.ts';
import type { CancelledDifference as _ledger_v1_CancelledDifference, CancelledDifference__Output as _ledger_v1_CancelledDifference__Output } from './ledger/v1/CancelledDifference.ts';
import type { ChangeCurrencyRequest as _ledger_v1_ChangeCurrencyRequest, ChangeCurrencyRequest__Output as _ledger_v1_ChangeCurrencyRequest__Output } from './ledger/v1/ChangeCurrencyRequest.ts';
import type { ChangeCurrencyResponse as _ledger_v1_ChangeCurrencyResponse, ChangeCurrencyResponse__Output as _ledger_v1_ChangeCurrencyResponse__Output } from './ledger/v1/ChangeCurrencyResponse.ts';
import type { ClaimFault as _ledger_v1_ClaimFault, ClaimFault__Output as _ledger_v1_ClaimFault__Output } from './ledger/v1/ClaimFault.ts';
import type { ClaimLinesOfManyRequest as _ledger_v1_ClaimLinesOfManyRequest, ClaimLinesOfManyRequest__Output as _ledger_v1_ClaimLinesOfManyRequest__Output } from './ledger/v1/ClaimLinesOfManyRequest.ts';
import type { ClaimLinesOfManyResponse as _ledger_v1_ClaimLinesOfManyResponse, ClaimLinesOfManyResponse__Output as _ledger_v1_ClaimLinesOfManyResponse__Output } from './ledger/v1/ClaimLinesOfManyResponse.ts';
import type { ClaimLinesOutcome as _ledger_v1_ClaimLinesOutcome, ClaimLinesOutcome__Output as _ledger_v1_ClaimLinesOutcome__Output } from './ledger/v1/ClaimLinesOutcome.ts';
import type { ClaimLinesRequest as _ledger_v1_ClaimLinesRequest, ClaimLinesRequest__Output as _ledger_v1_ClaimLinesRequest__Output } from './ledger/v1/ClaimLinesRequest.ts';
import type { ClaimLinesResponse as _ledger_v1_ClaimLinesResponse, ClaimLinesResponse__Output as _ledger_v1_ClaimLinesResponse__Output } from './ledger/v1/ClaimLinesResponse.ts';
import type { ClaimedLine as _ledger_v1_ClaimedLine, ClaimedLine__Output as _ledger_v1_ClaimedLine__Output } from './ledger/v1/ClaimedLine.ts';
import type { DescribeBalancesRequest as _ledger_v1_DescribeBalancesRequest, DescribeBalancesRequest__Output as _ledger_v1_DescribeBalancesRequest__Output } from './ledger/v1/DescribeBalancesRequest.ts';
import type { DescribeBalancesResponse as _ledger_v1_DescribeBalancesResponse, DescribeBalancesResponse__Output as _ledger_v1_DescribeBalancesResponse__Output } from './ledger/v1/DescribeBalancesResponse.ts';
import type { DescribeBooksOfManyRequest as _ledger_v1_DescribeBooksOfManyRequest, DescribeBooksOfManyRequest__Output as _ledger_v1_DescribeBooksOfManyRequest__Output } from './ledger/v1/DescribeBooksOfManyRequest.ts';
import type { DescribeBooksOfManyResponse as _ledger_v1_DescribeBooksOfManyResponse, DescribeBooksOfManyResponse__Output as _ledger_v1_DescribeBooksOfManyResponse__Output } from './ledger/v1/DescribeBooksOfManyResponse.ts';
import type { DescribeBooksOutcome as _ledger_v1_DescribeBooksOutcome, DescribeBooksOutcome__Output as _ledger_v1_DescribeBooksOutcome__Output } from './ledger/v1/DescribeBooksOutcome.ts';
import type { DescribeBooksRequest as _ledger_v1_DescribeBooksRequest, DescribeBooksRequest__Output as _ledger_v1_DescribeBooksRequest__Output } from './ledger/v1/DescribeBooksRequest.ts';
import type { DescribeBooksResponse as _ledger_v1_DescribeBooksResponse, DescribeBooksResponse__Output as _ledger_v1_DescribeBooksResponse__Output } from './ledger/v1/DescribeBooksResponse.ts';
import type { DescribeLinesOfManyRequest as _ledger_v1_DescribeLinesOfManyRequest, DescribeLinesOfManyRequest__Output as _ledger_v1_DescribeLinesOfManyRequest__Output } from './ledger/v1/DescribeLinesOfManyRequest.ts';
import type { DescribeLinesOfManyResponse as _ledger_v1_DescribeLinesOfManyResponse, DescribeLinesOfManyResponse__Output as _ledger_v1_DescribeLinesOfManyResponse__Output } from './ledger/v1/DescribeLinesOfManyResponse.ts';
import type { DescribeLinesRequest as _ledger_v1_DescribeLinesRequest, DescribeLinesRequest__Output as _ledger_v1_DescribeLinesRequest__Output } from './ledger/v1/DescribeLinesRequest.ts';
import type { DescribeLinesResponse as _ledger_v1_DescribeLinesResponse, DescribeLinesResponse__Output as _ledger_v1_DescribeLinesResponse__Output } from './ledger/v1/DescribeLinesResponse.ts';
import type { DescribedBalance as _ledger_v1_DescribedBalance, DescribedBalance__Output as _ledger_v1_DescribedBalance__Output } from './ledger/v1/DescribedBalance.ts';
import type { DescribedLine as _ledger_v1_DescribedLine, DescribedLine__Output as _ledger_v1_DescribedLine__Output } from './ledger/v1/DescribedLine.ts';
import type { ExchangeDifference as _ledger_v1_ExchangeDifference, ExchangeDifference__Output as _ledger_v1_ExchangeDifference__Output } from './ledger/v1/ExchangeDifference.ts';
import type { GetLineStandingsRequest as _ledger_v1_GetLineStandingsRequest, GetLineStandingsRequest__Output as _ledger_v1_GetLineStandingsRequest__Output } from './ledger/v1/GetLineStandingsRequest.ts';
import type { GetLineStandingsResponse as _ledger_v1_GetLineStandingsResponse, GetLineStandingsResponse__Output as _ledger_v1_GetLineStandingsResponse__Output } from './ledger/v1/GetLineStandingsResponse.ts';
import type { GetPartnerBalancesRequest as _ledger_v1_GetPartnerBalancesRequest, GetPartnerBalancesRequest__Output as _ledger_v1_GetPartnerBalancesRequest__Output } from './ledger/v1/GetPartnerBalancesRequest.ts';
import type { GetPartnerBalancesResponse as _ledger_v1_GetPartnerBalancesResponse, GetPartnerBalancesResponse__Output as _ledger_v1_GetPartnerBalancesResponse__Output } from './ledger/v1/GetPartnerBalancesResponse.ts';
import type { GetVoucherEntriesRequest as _ledger_v1_GetVoucherEntriesRequest, GetVoucherEntriesRequest__Output as _ledger_v1_GetVoucherEntriesRequest__Output } from './ledger/v1/GetVoucherEntriesRequest.ts';
import type { GetVoucherEntriesResponse as _ledger_v1_GetVoucherEntriesResponse, GetVoucherEntriesResponse__Output as _ledger_v1_GetVoucherEntriesResponse__Output } from './ledger/v1/GetVoucherEntriesResponse.ts';
import type { HasPostingsRequest as _ledger_v1_HasPostingsRequest, HasPostingsRequest__Output as _ledger_v1_HasPostingsRequest__Output } from './ledger/v1/HasPostingsRequest.ts';
import type { HasPostingsResponse as _ledger_v1_HasPostingsResponse, HasPostingsResponse__Output as _ledger_v1_HasPostingsResponse__Output } from './ledger/v1/HasPostingsResponse.ts';
import type { KnownRecord as _ledger_v1_KnownRecord, KnownRecord__Output as _ledger_v1_KnownRecord__Output } from './ledger/v1/KnownRecord.ts';
import type { LedgerClient as _ledger_v1_LedgerClient, LedgerDefinition as _ledger_v1_LedgerDefinition } from './ledger/v1/Ledger.ts';
import type { LineClaim as _ledger_v1_LineClaim, LineClaim__Output as _ledger_v1_LineClaim__Output } from './ledger/v1/LineClaim.ts';
import type { LineStanding as _ledger_v1_LineStanding, LineStanding__Output as _ledger_v1_LineStanding__Output } from './ledger/v1/LineStanding.ts';
import type { ListBooksRequest as _ledger_v1_ListBooksRequest, ListBooksRequest__Output as _ledger_v1_ListBooksRequest__Output } from './ledger/v1/ListBooksRequest.ts';
import type { ListBooksResponse as _ledger_v1_ListBooksResponse, ListBooksResponse__Output as _ledger_v1_ListBooksResponse__Output } from './ledger/v1/ListBooksResponse.ts';
import type { ListOpenLinesRequest as _ledger_v1_ListOpenLinesRequest, ListOpenLinesRequest__Output as _ledger_v1_ListOpenLinesRequest__Output } from './ledger/v1/ListOpenLinesRequest.ts';
import type { ListOpenLinesResponse as _ledger_v1_ListOpenLinesResponse, ListOpenLinesResponse__Output as _ledger_v1_ListOpenLinesResponse__Output } from './ledger/v1/ListOpenLinesResponse.ts';
import type { ListTaxCodesRequest as _ledger_v1_ListTaxCodesRequest, ListTaxCodesRequest__Output as _ledger_v1_ListTaxCodesRequest__Output } from './ledger/v1/ListTaxCodesRequest.ts';
import type { ListTaxCodesResponse as _ledger_v1_ListTaxCodesResponse, ListTaxCodesResponse__Output as _ledger_v1_ListTaxCodesResponse__Output } from './ledger/v1/ListTaxCodesResponse.ts';
import type { OpenLine as _ledger_v1_OpenLine, OpenLine__Output as _ledger_v1_OpenLine__Output } from './ledger/v1/OpenLine.ts';
import type { OpenLineCursor as _ledger_v1_OpenLineCursor, OpenLineCursor__Output as _ledger_v1_OpenLineCursor__Output } from './ledger/v1/OpenLineCursor.ts';
import type { PartnerBalance as _ledger_v1_PartnerBalance, PartnerBalance__Output as _ledger_v1_PartnerBalance__Output } from './ledger/v1/PartnerBalance.ts';
import type { PostEntriesOfManyRequest as _ledger_v1_PostEntriesOfManyRequest, PostEntriesOfManyRequest__Output as _ledger_v1_PostEntriesOfManyRequest__Output } from './ledger/v1/PostEntriesOfManyRequest.ts';
import type { PostEntriesOfManyResponse as _ledger_v1_PostEntriesOfManyResponse, PostEntriesOfManyResponse__Output as _ledger_v1_PostEntriesOfManyResponse__Output } from './ledger/v1/PostEntriesOfManyResponse.ts';
import type { PostEntryOutcome as _ledger_v1_PostEntryOutcome, PostEntryOutcome__Output as _ledger_v1_PostEntryOutcome__Output } from './ledger/v1/PostEntryOutcome.ts';
import type { PostEntryRequest as _ledger_v1_PostEntryRequest, PostEntryRequest__Output as _ledger_v1_PostEntryRequest__Output } from './ledger/v1/PostEntryRequest.ts';
import type { PostEntryResponse as _ledger_v1_PostEntryResponse, PostEntryResponse__Output as _ledger_v1_PostEntryResponse__Output } from './ledger/v1/PostEntryResponse.ts';
import type { PostingAccount as _ledger_v1_PostingAccount, PostingAccount__Output as _ledger_v1_PostingAccount__Output } from './ledger/v1/PostingAccount.ts';
import type { PostingLine as _ledger_v1_PostingLine, PostingLine__Output as _ledger_v1_PostingLine__Output } from './ledger/v1/PostingLine.ts';
import type { PostingTaxCode as _ledger_v1_PostingTaxCode, PostingTaxCode__Output as _ledger_v1_PostingTaxCode__Output } from './ledger/v1/PostingTaxCode.ts';
import type { RecordReference as _ledger_v1_RecordReference, RecordReference__Output as _ledger_v1_RecordReference__Output } from './ledger/v1/RecordReference.ts';
import type { ReleaseLinesRequest as _ledger_v1_ReleaseLinesRequest, ReleaseLinesRequest__Output as _ledger_v1_ReleaseLinesRequest__Output } from './ledger/v1/ReleaseLinesRequest.ts';
import type { ReleaseLinesResponse as _ledger_v1_ReleaseLinesResponse, ReleaseLinesResponse__Output as _ledger_v1_ReleaseLinesResponse__Output } from './ledger/v1/ReleaseLinesResponse.ts';
import type { ReleaseVouchersRequest as _ledger_v1_ReleaseVouchersRequest, ReleaseVouchersRequest__Output as _ledger_v1_ReleaseVouchersRequest__Output } from './ledger/v1/ReleaseVouchersRequest.ts';
import type { ReleaseVouchersResponse as _ledger_v1_ReleaseVouchersResponse, ReleaseVouchersResponse__Output as _ledger_v1_ReleaseVouchersResponse__Output } from './ledger/v1/ReleaseVouchersResponse.ts';
import type { SharedPosting as _ledger_v1_SharedPosting, SharedPosting__Output as _ledger_v1_SharedPosting__Output } from './ledger/v1/SharedPosting.ts';
import type { TaxCode as _ledger_v1_TaxCode, TaxCode__Output as _ledger_v1_TaxCode__Output } from './ledger/v1/TaxCode.ts';
import type { TaxCodesOfDate as _ledger_v1_TaxCodesOfDate, TaxCodesOfDate__Output as _ledger_v1_TaxCodesOfDate__Output } from './ledger/v1/TaxCodesOfDate.ts';
import type { VoucherEntry as _ledger_v1_VoucherEntry, VoucherEntry__Output as _ledger_v1_VoucherEntry__Output } from './ledger/v1/VoucherEntry.ts';
import type { VoucherEntryLine as _ledger_v1_VoucherEntryLine, VoucherEntryLine__Output as _ledger_v1_VoucherEntryLine__Output } from './ledger/v1/VoucherEntryLine.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  ledger: {
    v1: {
      BalanceQuery: MessageTypeDefinition<_ledger_v1_BalanceQuery, _ledger_v1_BalanceQuery__Output>
      BooksRevision: MessageTypeDefinition<_ledger_v1_BooksRevision, _ledger_v1_BooksRevision__Output>
      CancelEntryRequest: MessageTypeDefinition<_ledger_v1_CancelEntryRequest, _ledger_v1_CancelEntryRequest__Output>
      CancelEntryResponse: MessageTypeDefinition<_ledger_v1_CancelEntryResponse, _ledger_v1_CancelEntryResponse__Output>
      CancelledDifference: MessageTypeDefinition<_ledger_v1_CancelledDifference, _ledger_v1_CancelledDifference__Output>
      ChangeCurrencyRequest: MessageTypeDefinition<_ledger_v1_ChangeCurrencyRequest, _ledger_v1_ChangeCurrencyRequest__Output>
      ChangeCurrencyResponse: MessageTypeDefinition<_ledger_v1_ChangeCurrencyResponse, _ledger_v1_ChangeCurrencyResponse__Output>
      ClaimFault: MessageTypeDefinition<_ledger_v1_ClaimFault, _ledger_v1_ClaimFault__Output>
      ClaimFaultRule: EnumTypeDefinition
      ClaimKind: EnumTypeDefinition
      ClaimLinesOfManyRequest: MessageTypeDefinition<_ledger_v1_ClaimLinesOfManyRequest, _ledger_v1_ClaimLinesOfManyRequest__Output>
      ClaimLinesOfManyResponse: MessageTypeDefinition<_ledger_v1_ClaimLinesOfManyResponse, _ledger_v1_ClaimLinesOfManyResponse__Output>
      ClaimLinesOutcome: MessageTypeDefinition<_ledger_v1_ClaimLinesOutcome, _ledger_v1_ClaimLinesOutcome__Output>
      ClaimLinesRequest: MessageTypeDefinition<_ledger_v1_ClaimLinesRequest, _ledger_v1_ClaimLinesRequest__Output>
      ClaimLinesResponse: MessageTypeDefinition<_ledger_v1_ClaimLinesResponse, _ledger_v1_ClaimLinesResponse__Output>
      ClaimedLine: MessageTypeDefinition<_ledger_v1_ClaimedLine, _ledger_v1_ClaimedLine__Output>
      DescribeBalancesRequest: MessageTypeDefinition<_ledger_v1_DescribeBalancesRequest, _ledger_v1_DescribeBalancesRequest__Output>
      DescribeBalancesResponse: MessageTypeDefinition<_ledger_v1_DescribeBalancesResponse, _ledger_v1_DescribeBalancesResponse__Output>
      DescribeBooksOfManyRequest: MessageTypeDefinition<_ledger_v1_DescribeBooksOfManyRequest, _ledger_v1_DescribeBooksOfManyRequest__Output>
      DescribeBooksOfManyResponse: MessageTypeDefinition<_ledger_v1_DescribeBooksOfManyResponse, _ledger_v1_DescribeBooksOfManyResponse__Output>
      DescribeBooksOutcome: MessageTypeDefinition<_ledger_v1_DescribeBooksOutcome, _ledger_v1_DescribeBooksOutcome__Output>
      DescribeBooksRequest: MessageTypeDefinition<_ledger_v1_DescribeBooksRequest, _ledger_v1_DescribeBooksRequest__Output>
      DescribeBooksResponse: MessageTypeDefinition<_ledger_v1_DescribeBooksResponse, _ledger_v1_DescribeBooksResponse__Output>
      DescribeLinesOfManyRequest: MessageTypeDefinition<_ledger_v1_DescribeLinesOfManyRequest, _ledger_v1_DescribeLinesOfManyRequest__Output>
      DescribeLinesOfManyResponse: MessageTypeDefinition<_ledger_v1_DescribeLinesOfManyResponse, _ledger_v1_DescribeLinesOfManyResponse__Output>
      DescribeLinesRequest: MessageTypeDefinition<_ledger_v1_DescribeLinesRequest, _ledger_v1_DescribeLinesRequest__Output>
      DescribeLinesResponse: MessageTypeDefinition<_ledger_v1_DescribeLinesResponse, _ledger_v1_DescribeLinesResponse__Output>
      DescribedBalance: MessageTypeDefinition<_ledger_v1_DescribedBalance, _ledger_v1_DescribedBalance__Output>
      DescribedLine: MessageTypeDefinition<_ledger_v1_DescribedLine, _ledger_v1_DescribedLine__Output>
      ExchangeDifference: MessageTypeDefinition<_ledger_v1_ExchangeDifference, _ledger_v1_ExchangeDifference__Output>
      GetLineStandingsRequest: MessageTypeDefinition<_ledger_v1_GetLineStandingsRequest, _ledger_v1_GetLineStandingsRequest__Output>
      GetLineStandingsResponse: MessageTypeDefinition<_ledger_v1_GetLineStandingsResponse, _ledger_v1_GetLineStandingsResponse__Output>
      GetPartnerBalancesRequest: MessageTypeDefinition<_ledger_v1_GetPartnerBalancesRequest, _ledger_v1_GetPartnerBalancesRequest__Output>
      GetPartnerBalancesResponse: MessageTypeDefinition<_ledger_v1_GetPartnerBalancesResponse, _ledger_v1_GetPartnerBalancesResponse__Output>
      GetVoucherEntriesRequest: MessageTypeDefinition<_ledger_v1_GetVoucherEntriesRequest, _ledger_v1_GetVoucherEntriesRequest__Output>
      GetVoucherEntriesResponse: MessageTypeDefinition<_ledger_v1_GetVoucherEntriesResponse, _ledger_v1_GetVoucherEntriesResponse__Output>
      HasPostingsRequest: MessageTypeDefinition<_ledger_v1_HasPostingsRequest, _ledger_v1_HasPostingsRequest__Output>
      HasPostingsResponse: MessageTypeDefinition<_ledger_v1_HasPostingsResponse, _ledger_v1_HasPostingsResponse__Output>
      KnownRecord: MessageTypeDefinition<_ledger_v1_KnownRecord, _ledger_v1_KnownRecord__Output>
      Ledger: SubtypeConstructor<typeof grpc.Client, _ledger_v1_LedgerClient> & { service: _ledger_v1_LedgerDefinition }
      LineClaim: MessageTypeDefinition<_ledger_v1_LineClaim, _ledger_v1_LineClaim__Output>
      LineStanding: MessageTypeDefinition<_ledger_v1_LineStanding, _ledger_v1_LineStanding__Output>
      ListBooksRequest: MessageTypeDefinition<_ledger_v1_ListBooksRequest, _ledger_v1_ListBooksRequest__Output>
      ListBooksResponse: MessageTypeDefinition<_ledger_v1_ListBooksResponse, _ledger_v1_ListBooksResponse__Output>
      ListOpenLinesRequest: MessageTypeDefinition<_ledger_v1_ListOpenLinesRequest, _ledger_v1_ListOpenLinesRequest__Output>
      ListOpenLinesResponse: MessageTypeDefinition<_ledger_v1_ListOpenLinesResponse, _ledger_v1_ListOpenLinesResponse__Output>
      ListTaxCodesRequest: MessageTypeDefinition<_ledger_v1_ListTaxCodesRequest, _ledger_v1_ListTaxCodesRequest__Output>
      ListTaxCodesResponse: MessageTypeDefinition<_ledger_v1_ListTaxCodesResponse, _ledger_v1_ListTaxCodesResponse__Output>
      OpenLine: MessageTypeDefinition<_ledger_v1_OpenLine, _ledger_v1_OpenLine__Output>
      OpenLineCursor: MessageTypeDefinition<_ledger_v1_OpenLineCursor, _ledger_v1_OpenLineCursor__Output>
      PartnerBalance: MessageTypeDefinition<_ledger_v1_PartnerBalance, _ledger_v1_PartnerBalance__Output>
      PostEntriesOfManyRequest: MessageTypeDefinition<_ledger_v1_PostEntriesOfManyRequest, _ledger_v1_PostEntriesOfManyRequest__Output>
      PostEntriesOfManyResponse: MessageTypeDefinition<_ledger_v1_PostEntriesOfManyResponse, _ledger_v1_PostEntriesOfManyResponse__Output>
      PostEntryOutcome: MessageTypeDefinition<_ledger_v1_PostEntryOutcome, _ledger_v1_PostEntryOutcome__Output>
      PostEntryRequest: MessageTypeDefinition<_ledger_v1_PostEntryRequest, _ledger_v1_PostEntryRequest__Output>
      PostEntryResponse: MessageTypeDefinition<_ledger_v1_PostEntryResponse, _ledger_v1_PostEntryResponse__Output>
      PostingAccount: MessageTypeDefinition<_ledger_v1_PostingAccount, _ledger_v1_PostingAccount__Output>
      PostingLine: MessageTypeDefinition<_ledger_v1_PostingLine, _ledger_v1_PostingLine__Output>
      PostingTaxCode: MessageTypeDefinition<_ledger_v1_PostingTaxCode, _ledger_v1_PostingTaxCode__Output>
      RecordReference: MessageTypeDefinition<_ledger_v1_RecordReference, _ledger_v1_RecordReference__Output>
      ReleaseLinesRequest: MessageTypeDefinition<_ledger_v1_ReleaseLinesRequest, _ledger_v1_ReleaseLinesRequest__Output>
      ReleaseLinesResponse: MessageTypeDefinition<_ledger_v1_ReleaseLinesResponse, _ledger_v1_ReleaseLinesResponse__Output>
      ReleaseVouchersRequest: MessageTypeDefinition<_ledger_v1_ReleaseVouchersRequest, _ledger_v1_ReleaseVouchersRequest__Output>
      ReleaseVouchersResponse: MessageTypeDefinition<_ledger_v1_ReleaseVouchersResponse, _ledger_v1_ReleaseVouchersResponse__Output>
      SharedPosting: MessageTypeDefinition<_ledger_v1_SharedPosting, _ledger_v1_SharedPosting__Output>
      TaxCode: MessageTypeDefinition<_ledger_v1_TaxCode, _ledger_v1_TaxCode__Output>
      TaxCodesOfDate: MessageTypeDefinition<_ledger_v1_TaxCodesOfDate, _ledger_v1_TaxCodesOfDate__Output>
      VoucherEntry: MessageTypeDefinition<_ledger_v1_VoucherEntry, _ledger_v1_VoucherEntry__Output>
      VoucherEntryLine: MessageTypeDefinition<_ledger_v1_VoucherEntryLine, _ledger_v1_VoucherEntryLine__Output>
    }
  }
}

