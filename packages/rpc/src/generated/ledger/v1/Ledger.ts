// Original file: ../../protos/ledger/v1/ledger.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CancelEntryRequest as _ledger_v1_CancelEntryRequest, CancelEntryRequest__Output as _ledger_v1_CancelEntryRequest__Output } from '../../ledger/v1/CancelEntryRequest.ts';
import type { CancelEntryResponse as _ledger_v1_CancelEntryResponse, CancelEntryResponse__Output as _ledger_v1_CancelEntryResponse__Output } from '../../ledger/v1/CancelEntryResponse.ts';
import type { ChangeCurrencyRequest as _ledger_v1_ChangeCurrencyRequest, ChangeCurrencyRequest__Output as _ledger_v1_ChangeCurrencyRequest__Output } from '../../ledger/v1/ChangeCurrencyRequest.ts';
import type { ChangeCurrencyResponse as _ledger_v1_ChangeCurrencyResponse, ChangeCurrencyResponse__Output as _ledger_v1_ChangeCurrencyResponse__Output } from '../../ledger/v1/ChangeCurrencyResponse.ts';
import type { ClaimLinesOfManyRequest as _ledger_v1_ClaimLinesOfManyRequest, ClaimLinesOfManyRequest__Output as _ledger_v1_ClaimLinesOfManyRequest__Output } from '../../ledger/v1/ClaimLinesOfManyRequest.ts';
import type { ClaimLinesOfManyResponse as _ledger_v1_ClaimLinesOfManyResponse, ClaimLinesOfManyResponse__Output as _ledger_v1_ClaimLinesOfManyResponse__Output } from '../../ledger/v1/ClaimLinesOfManyResponse.ts';
import type { ClaimLinesRequest as _ledger_v1_ClaimLinesRequest, ClaimLinesRequest__Output as _ledger_v1_ClaimLinesRequest__Output } from '../../ledger/v1/ClaimLinesRequest.ts';
import type { ClaimLinesResponse as _ledger_v1_ClaimLinesResponse, ClaimLinesResponse__Output as _ledger_v1_ClaimLinesResponse__Output } from '../../ledger/v1/ClaimLinesResponse.ts';
import type { DescribeBalancesRequest as _ledger_v1_DescribeBalancesRequest, DescribeBalancesRequest__Output as _ledger_v1_DescribeBalancesRequest__Output } from '../../ledger/v1/DescribeBalancesRequest.ts';
import type { DescribeBalancesResponse as _ledger_v1_DescribeBalancesResponse, DescribeBalancesResponse__Output as _ledger_v1_DescribeBalancesResponse__Output } from '../../ledger/v1/DescribeBalancesResponse.ts';
import type { DescribeBooksOfManyRequest as _ledger_v1_DescribeBooksOfManyRequest, DescribeBooksOfManyRequest__Output as _ledger_v1_DescribeBooksOfManyRequest__Output } from '../../ledger/v1/DescribeBooksOfManyRequest.ts';
import type { DescribeBooksOfManyResponse as _ledger_v1_DescribeBooksOfManyResponse, DescribeBooksOfManyResponse__Output as _ledger_v1_DescribeBooksOfManyResponse__Output } from '../../ledger/v1/DescribeBooksOfManyResponse.ts';
import type { DescribeBooksRequest as _ledger_v1_DescribeBooksRequest, DescribeBooksRequest__Output as _ledger_v1_DescribeBooksRequest__Output } from '../../ledger/v1/DescribeBooksRequest.ts';
import type { DescribeBooksResponse as _ledger_v1_DescribeBooksResponse, DescribeBooksResponse__Output as _ledger_v1_DescribeBooksResponse__Output } from '../../ledger/v1/DescribeBooksResponse.ts';
import type { DescribeLinesOfManyRequest as _ledger_v1_DescribeLinesOfManyRequest, DescribeLinesOfManyRequest__Output as _ledger_v1_DescribeLinesOfManyRequest__Output } from '../../ledger/v1/DescribeLinesOfManyRequest.ts';
import type { DescribeLinesOfManyResponse as _ledger_v1_DescribeLinesOfManyResponse, DescribeLinesOfManyResponse__Output as _ledger_v1_DescribeLinesOfManyResponse__Output } from '../../ledger/v1/DescribeLinesOfManyResponse.ts';
import type { DescribeLinesRequest as _ledger_v1_DescribeLinesRequest, DescribeLinesRequest__Output as _ledger_v1_DescribeLinesRequest__Output } from '../../ledger/v1/DescribeLinesRequest.ts';
import type { DescribeLinesResponse as _ledger_v1_DescribeLinesResponse, DescribeLinesResponse__Output as _ledger_v1_DescribeLinesResponse__Output } from '../../ledger/v1/DescribeLinesResponse.ts';
import type { GetLineStandingsRequest as _ledger_v1_GetLineStandingsRequest, GetLineStandingsRequest__Output as _ledger_v1_GetLineStandingsRequest__Output } from '../../ledger/v1/GetLineStandingsRequest.ts';
import type { GetLineStandingsResponse as _ledger_v1_GetLineStandingsResponse, GetLineStandingsResponse__Output as _ledger_v1_GetLineStandingsResponse__Output } from '../../ledger/v1/GetLineStandingsResponse.ts';
import type { GetPartnerBalancesRequest as _ledger_v1_GetPartnerBalancesRequest, GetPartnerBalancesRequest__Output as _ledger_v1_GetPartnerBalancesRequest__Output } from '../../ledger/v1/GetPartnerBalancesRequest.ts';
import type { GetPartnerBalancesResponse as _ledger_v1_GetPartnerBalancesResponse, GetPartnerBalancesResponse__Output as _ledger_v1_GetPartnerBalancesResponse__Output } from '../../ledger/v1/GetPartnerBalancesResponse.ts';
import type { GetVoucherEntriesRequest as _ledger_v1_GetVoucherEntriesRequest, GetVoucherEntriesRequest__Output as _ledger_v1_GetVoucherEntriesRequest__Output } from '../../ledger/v1/GetVoucherEntriesRequest.ts';
import type { GetVoucherEntriesResponse as _ledger_v1_GetVoucherEntriesResponse, GetVoucherEntriesResponse__Output as _ledger_v1_GetVoucherEntriesResponse__Output } from '../../ledger/v1/GetVoucherEntriesResponse.ts';
import type { HasPostingsRequest as _ledger_v1_HasPostingsRequest, HasPostingsRequest__Output as _ledger_v1_HasPostingsRequest__Output } from '../../ledger/v1/HasPostingsRequest.ts';
import type { HasPostingsResponse as _ledger_v1_HasPostingsResponse, HasPostingsResponse__Output as _ledger_v1_HasPostingsResponse__Output } from '../../ledger/v1/HasPostingsResponse.ts';
import type { ListBooksRequest as _ledger_v1_ListBooksRequest, ListBooksRequest__Output as _ledger_v1_ListBooksRequest__Output } from '../../ledger/v1/ListBooksRequest.ts';
import type { ListBooksResponse as _ledger_v1_ListBooksResponse, ListBooksResponse__Output as _ledger_v1_ListBooksResponse__Output } from '../../ledger/v1/ListBooksResponse.ts';
import type { ListOpenLinesRequest as _ledger_v1_ListOpenLinesRequest, ListOpenLinesRequest__Output as _ledger_v1_ListOpenLinesRequest__Output } from '../../ledger/v1/ListOpenLinesRequest.ts';
import type { ListOpenLinesResponse as _ledger_v1_ListOpenLinesResponse, ListOpenLinesResponse__Output as _ledger_v1_ListOpenLinesResponse__Output } from '../../ledger/v1/ListOpenLinesResponse.ts';
import type { ListTaxCodesRequest as _ledger_v1_ListTaxCodesRequest, ListTaxCodesRequest__Output as _ledger_v1_ListTaxCodesRequest__Output } from '../../ledger/v1/ListTaxCodesRequest.ts';
import type { ListTaxCodesResponse as _ledger_v1_ListTaxCodesResponse, ListTaxCodesResponse__Output as _ledger_v1_ListTaxCodesResponse__Output } from '../../ledger/v1/ListTaxCodesResponse.ts';
import type { PostEntriesOfManyRequest as _ledger_v1_PostEntriesOfManyRequest, PostEntriesOfManyRequest__Output as _ledger_v1_PostEntriesOfManyRequest__Output } from '../../ledger/v1/PostEntriesOfManyRequest.ts';
import type { PostEntriesOfManyResponse as _ledger_v1_PostEntriesOfManyResponse, PostEntriesOfManyResponse__Output as _ledger_v1_PostEntriesOfManyResponse__Output } from '../../ledger/v1/PostEntriesOfManyResponse.ts';
import type { PostEntryRequest as _ledger_v1_PostEntryRequest, PostEntryRequest__Output as _ledger_v1_PostEntryRequest__Output } from '../../ledger/v1/PostEntryRequest.ts';
import type { PostEntryResponse as _ledger_v1_PostEntryResponse, PostEntryResponse__Output as _ledger_v1_PostEntryResponse__Output } from '../../ledger/v1/PostEntryResponse.ts';
import type { ReleaseLinesRequest as _ledger_v1_ReleaseLinesRequest, ReleaseLinesRequest__Output as _ledger_v1_ReleaseLinesRequest__Output } from '../../ledger/v1/ReleaseLinesRequest.ts';
import type { ReleaseLinesResponse as _ledger_v1_ReleaseLinesResponse, ReleaseLinesResponse__Output as _ledger_v1_ReleaseLinesResponse__Output } from '../../ledger/v1/ReleaseLinesResponse.ts';
import type { ReleaseVouchersRequest as _ledger_v1_ReleaseVouchersRequest, ReleaseVouchersRequest__Output as _ledger_v1_ReleaseVouchersRequest__Output } from '../../ledger/v1/ReleaseVouchersRequest.ts';
import type { ReleaseVouchersResponse as _ledger_v1_ReleaseVouchersResponse, ReleaseVouchersResponse__Output as _ledger_v1_ReleaseVouchersResponse__Output } from '../../ledger/v1/ReleaseVouchersResponse.ts';

export interface LedgerClient extends grpc.Client {
  CancelEntry(argument: _ledger_v1_CancelEntryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_CancelEntryResponse__Output>): grpc.ClientUnaryCall;
  CancelEntry(argument: _ledger_v1_CancelEntryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_CancelEntryResponse__Output>): grpc.ClientUnaryCall;
  CancelEntry(argument: _ledger_v1_CancelEntryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_CancelEntryResponse__Output>): grpc.ClientUnaryCall;
  CancelEntry(argument: _ledger_v1_CancelEntryRequest, callback: grpc.requestCallback<_ledger_v1_CancelEntryResponse__Output>): grpc.ClientUnaryCall;
  cancelEntry(argument: _ledger_v1_CancelEntryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_CancelEntryResponse__Output>): grpc.ClientUnaryCall;
  cancelEntry(argument: _ledger_v1_CancelEntryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_CancelEntryResponse__Output>): grpc.ClientUnaryCall;
  cancelEntry(argument: _ledger_v1_CancelEntryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_CancelEntryResponse__Output>): grpc.ClientUnaryCall;
  cancelEntry(argument: _ledger_v1_CancelEntryRequest, callback: grpc.requestCallback<_ledger_v1_CancelEntryResponse__Output>): grpc.ClientUnaryCall;
  
  ChangeCurrency(argument: _ledger_v1_ChangeCurrencyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ChangeCurrencyResponse__Output>): grpc.ClientUnaryCall;
  ChangeCurrency(argument: _ledger_v1_ChangeCurrencyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ChangeCurrencyResponse__Output>): grpc.ClientUnaryCall;
  ChangeCurrency(argument: _ledger_v1_ChangeCurrencyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ChangeCurrencyResponse__Output>): grpc.ClientUnaryCall;
  ChangeCurrency(argument: _ledger_v1_ChangeCurrencyRequest, callback: grpc.requestCallback<_ledger_v1_ChangeCurrencyResponse__Output>): grpc.ClientUnaryCall;
  changeCurrency(argument: _ledger_v1_ChangeCurrencyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ChangeCurrencyResponse__Output>): grpc.ClientUnaryCall;
  changeCurrency(argument: _ledger_v1_ChangeCurrencyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ChangeCurrencyResponse__Output>): grpc.ClientUnaryCall;
  changeCurrency(argument: _ledger_v1_ChangeCurrencyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ChangeCurrencyResponse__Output>): grpc.ClientUnaryCall;
  changeCurrency(argument: _ledger_v1_ChangeCurrencyRequest, callback: grpc.requestCallback<_ledger_v1_ChangeCurrencyResponse__Output>): grpc.ClientUnaryCall;
  
  ClaimLines(argument: _ledger_v1_ClaimLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ClaimLinesResponse__Output>): grpc.ClientUnaryCall;
  ClaimLines(argument: _ledger_v1_ClaimLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ClaimLinesResponse__Output>): grpc.ClientUnaryCall;
  ClaimLines(argument: _ledger_v1_ClaimLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ClaimLinesResponse__Output>): grpc.ClientUnaryCall;
  ClaimLines(argument: _ledger_v1_ClaimLinesRequest, callback: grpc.requestCallback<_ledger_v1_ClaimLinesResponse__Output>): grpc.ClientUnaryCall;
  claimLines(argument: _ledger_v1_ClaimLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ClaimLinesResponse__Output>): grpc.ClientUnaryCall;
  claimLines(argument: _ledger_v1_ClaimLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ClaimLinesResponse__Output>): grpc.ClientUnaryCall;
  claimLines(argument: _ledger_v1_ClaimLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ClaimLinesResponse__Output>): grpc.ClientUnaryCall;
  claimLines(argument: _ledger_v1_ClaimLinesRequest, callback: grpc.requestCallback<_ledger_v1_ClaimLinesResponse__Output>): grpc.ClientUnaryCall;
  
  ClaimLinesOfMany(argument: _ledger_v1_ClaimLinesOfManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ClaimLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  ClaimLinesOfMany(argument: _ledger_v1_ClaimLinesOfManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ClaimLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  ClaimLinesOfMany(argument: _ledger_v1_ClaimLinesOfManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ClaimLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  ClaimLinesOfMany(argument: _ledger_v1_ClaimLinesOfManyRequest, callback: grpc.requestCallback<_ledger_v1_ClaimLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  claimLinesOfMany(argument: _ledger_v1_ClaimLinesOfManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ClaimLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  claimLinesOfMany(argument: _ledger_v1_ClaimLinesOfManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ClaimLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  claimLinesOfMany(argument: _ledger_v1_ClaimLinesOfManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ClaimLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  claimLinesOfMany(argument: _ledger_v1_ClaimLinesOfManyRequest, callback: grpc.requestCallback<_ledger_v1_ClaimLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  
  DescribeBalances(argument: _ledger_v1_DescribeBalancesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBalancesResponse__Output>): grpc.ClientUnaryCall;
  DescribeBalances(argument: _ledger_v1_DescribeBalancesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribeBalancesResponse__Output>): grpc.ClientUnaryCall;
  DescribeBalances(argument: _ledger_v1_DescribeBalancesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBalancesResponse__Output>): grpc.ClientUnaryCall;
  DescribeBalances(argument: _ledger_v1_DescribeBalancesRequest, callback: grpc.requestCallback<_ledger_v1_DescribeBalancesResponse__Output>): grpc.ClientUnaryCall;
  describeBalances(argument: _ledger_v1_DescribeBalancesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBalancesResponse__Output>): grpc.ClientUnaryCall;
  describeBalances(argument: _ledger_v1_DescribeBalancesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribeBalancesResponse__Output>): grpc.ClientUnaryCall;
  describeBalances(argument: _ledger_v1_DescribeBalancesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBalancesResponse__Output>): grpc.ClientUnaryCall;
  describeBalances(argument: _ledger_v1_DescribeBalancesRequest, callback: grpc.requestCallback<_ledger_v1_DescribeBalancesResponse__Output>): grpc.ClientUnaryCall;
  
  DescribeBooks(argument: _ledger_v1_DescribeBooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBooksResponse__Output>): grpc.ClientUnaryCall;
  DescribeBooks(argument: _ledger_v1_DescribeBooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribeBooksResponse__Output>): grpc.ClientUnaryCall;
  DescribeBooks(argument: _ledger_v1_DescribeBooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBooksResponse__Output>): grpc.ClientUnaryCall;
  DescribeBooks(argument: _ledger_v1_DescribeBooksRequest, callback: grpc.requestCallback<_ledger_v1_DescribeBooksResponse__Output>): grpc.ClientUnaryCall;
  describeBooks(argument: _ledger_v1_DescribeBooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBooksResponse__Output>): grpc.ClientUnaryCall;
  describeBooks(argument: _ledger_v1_DescribeBooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribeBooksResponse__Output>): grpc.ClientUnaryCall;
  describeBooks(argument: _ledger_v1_DescribeBooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBooksResponse__Output>): grpc.ClientUnaryCall;
  describeBooks(argument: _ledger_v1_DescribeBooksRequest, callback: grpc.requestCallback<_ledger_v1_DescribeBooksResponse__Output>): grpc.ClientUnaryCall;
  
  DescribeBooksOfMany(argument: _ledger_v1_DescribeBooksOfManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBooksOfManyResponse__Output>): grpc.ClientUnaryCall;
  DescribeBooksOfMany(argument: _ledger_v1_DescribeBooksOfManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribeBooksOfManyResponse__Output>): grpc.ClientUnaryCall;
  DescribeBooksOfMany(argument: _ledger_v1_DescribeBooksOfManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBooksOfManyResponse__Output>): grpc.ClientUnaryCall;
  DescribeBooksOfMany(argument: _ledger_v1_DescribeBooksOfManyRequest, callback: grpc.requestCallback<_ledger_v1_DescribeBooksOfManyResponse__Output>): grpc.ClientUnaryCall;
  describeBooksOfMany(argument: _ledger_v1_DescribeBooksOfManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBooksOfManyResponse__Output>): grpc.ClientUnaryCall;
  describeBooksOfMany(argument: _ledger_v1_DescribeBooksOfManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribeBooksOfManyResponse__Output>): grpc.ClientUnaryCall;
  describeBooksOfMany(argument: _ledger_v1_DescribeBooksOfManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeBooksOfManyResponse__Output>): grpc.ClientUnaryCall;
  describeBooksOfMany(argument: _ledger_v1_DescribeBooksOfManyRequest, callback: grpc.requestCallback<_ledger_v1_DescribeBooksOfManyResponse__Output>): grpc.ClientUnaryCall;
  
  DescribeLines(argument: _ledger_v1_DescribeLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeLinesResponse__Output>): grpc.ClientUnaryCall;
  DescribeLines(argument: _ledger_v1_DescribeLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribeLinesResponse__Output>): grpc.ClientUnaryCall;
  DescribeLines(argument: _ledger_v1_DescribeLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeLinesResponse__Output>): grpc.ClientUnaryCall;
  DescribeLines(argument: _ledger_v1_DescribeLinesRequest, callback: grpc.requestCallback<_ledger_v1_DescribeLinesResponse__Output>): grpc.ClientUnaryCall;
  describeLines(argument: _ledger_v1_DescribeLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeLinesResponse__Output>): grpc.ClientUnaryCall;
  describeLines(argument: _ledger_v1_DescribeLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribeLinesResponse__Output>): grpc.ClientUnaryCall;
  describeLines(argument: _ledger_v1_DescribeLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeLinesResponse__Output>): grpc.ClientUnaryCall;
  describeLines(argument: _ledger_v1_DescribeLinesRequest, callback: grpc.requestCallback<_ledger_v1_DescribeLinesResponse__Output>): grpc.ClientUnaryCall;
  
  DescribeLinesOfMany(argument: _ledger_v1_DescribeLinesOfManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  DescribeLinesOfMany(argument: _ledger_v1_DescribeLinesOfManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribeLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  DescribeLinesOfMany(argument: _ledger_v1_DescribeLinesOfManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  DescribeLinesOfMany(argument: _ledger_v1_DescribeLinesOfManyRequest, callback: grpc.requestCallback<_ledger_v1_DescribeLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  describeLinesOfMany(argument: _ledger_v1_DescribeLinesOfManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  describeLinesOfMany(argument: _ledger_v1_DescribeLinesOfManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_DescribeLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  describeLinesOfMany(argument: _ledger_v1_DescribeLinesOfManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_DescribeLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  describeLinesOfMany(argument: _ledger_v1_DescribeLinesOfManyRequest, callback: grpc.requestCallback<_ledger_v1_DescribeLinesOfManyResponse__Output>): grpc.ClientUnaryCall;
  
  GetLineStandings(argument: _ledger_v1_GetLineStandingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetLineStandingsResponse__Output>): grpc.ClientUnaryCall;
  GetLineStandings(argument: _ledger_v1_GetLineStandingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetLineStandingsResponse__Output>): grpc.ClientUnaryCall;
  GetLineStandings(argument: _ledger_v1_GetLineStandingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetLineStandingsResponse__Output>): grpc.ClientUnaryCall;
  GetLineStandings(argument: _ledger_v1_GetLineStandingsRequest, callback: grpc.requestCallback<_ledger_v1_GetLineStandingsResponse__Output>): grpc.ClientUnaryCall;
  getLineStandings(argument: _ledger_v1_GetLineStandingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetLineStandingsResponse__Output>): grpc.ClientUnaryCall;
  getLineStandings(argument: _ledger_v1_GetLineStandingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetLineStandingsResponse__Output>): grpc.ClientUnaryCall;
  getLineStandings(argument: _ledger_v1_GetLineStandingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetLineStandingsResponse__Output>): grpc.ClientUnaryCall;
  getLineStandings(argument: _ledger_v1_GetLineStandingsRequest, callback: grpc.requestCallback<_ledger_v1_GetLineStandingsResponse__Output>): grpc.ClientUnaryCall;
  
  GetPartnerBalances(argument: _ledger_v1_GetPartnerBalancesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetPartnerBalancesResponse__Output>): grpc.ClientUnaryCall;
  GetPartnerBalances(argument: _ledger_v1_GetPartnerBalancesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetPartnerBalancesResponse__Output>): grpc.ClientUnaryCall;
  GetPartnerBalances(argument: _ledger_v1_GetPartnerBalancesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetPartnerBalancesResponse__Output>): grpc.ClientUnaryCall;
  GetPartnerBalances(argument: _ledger_v1_GetPartnerBalancesRequest, callback: grpc.requestCallback<_ledger_v1_GetPartnerBalancesResponse__Output>): grpc.ClientUnaryCall;
  getPartnerBalances(argument: _ledger_v1_GetPartnerBalancesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetPartnerBalancesResponse__Output>): grpc.ClientUnaryCall;
  getPartnerBalances(argument: _ledger_v1_GetPartnerBalancesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetPartnerBalancesResponse__Output>): grpc.ClientUnaryCall;
  getPartnerBalances(argument: _ledger_v1_GetPartnerBalancesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetPartnerBalancesResponse__Output>): grpc.ClientUnaryCall;
  getPartnerBalances(argument: _ledger_v1_GetPartnerBalancesRequest, callback: grpc.requestCallback<_ledger_v1_GetPartnerBalancesResponse__Output>): grpc.ClientUnaryCall;
  
  GetVoucherEntries(argument: _ledger_v1_GetVoucherEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetVoucherEntriesResponse__Output>): grpc.ClientUnaryCall;
  GetVoucherEntries(argument: _ledger_v1_GetVoucherEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetVoucherEntriesResponse__Output>): grpc.ClientUnaryCall;
  GetVoucherEntries(argument: _ledger_v1_GetVoucherEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetVoucherEntriesResponse__Output>): grpc.ClientUnaryCall;
  GetVoucherEntries(argument: _ledger_v1_GetVoucherEntriesRequest, callback: grpc.requestCallback<_ledger_v1_GetVoucherEntriesResponse__Output>): grpc.ClientUnaryCall;
  getVoucherEntries(argument: _ledger_v1_GetVoucherEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetVoucherEntriesResponse__Output>): grpc.ClientUnaryCall;
  getVoucherEntries(argument: _ledger_v1_GetVoucherEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetVoucherEntriesResponse__Output>): grpc.ClientUnaryCall;
  getVoucherEntries(argument: _ledger_v1_GetVoucherEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetVoucherEntriesResponse__Output>): grpc.ClientUnaryCall;
  getVoucherEntries(argument: _ledger_v1_GetVoucherEntriesRequest, callback: grpc.requestCallback<_ledger_v1_GetVoucherEntriesResponse__Output>): grpc.ClientUnaryCall;
  
  HasPostings(argument: _ledger_v1_HasPostingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  HasPostings(argument: _ledger_v1_HasPostingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  HasPostings(argument: _ledger_v1_HasPostingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  HasPostings(argument: _ledger_v1_HasPostingsRequest, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  hasPostings(argument: _ledger_v1_HasPostingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  hasPostings(argument: _ledger_v1_HasPostingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  hasPostings(argument: _ledger_v1_HasPostingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  hasPostings(argument: _ledger_v1_HasPostingsRequest, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  
  ListBooks(argument: _ledger_v1_ListBooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListBooksResponse__Output>): grpc.ClientUnaryCall;
  ListBooks(argument: _ledger_v1_ListBooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListBooksResponse__Output>): grpc.ClientUnaryCall;
  ListBooks(argument: _ledger_v1_ListBooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListBooksResponse__Output>): grpc.ClientUnaryCall;
  ListBooks(argument: _ledger_v1_ListBooksRequest, callback: grpc.requestCallback<_ledger_v1_ListBooksResponse__Output>): grpc.ClientUnaryCall;
  listBooks(argument: _ledger_v1_ListBooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListBooksResponse__Output>): grpc.ClientUnaryCall;
  listBooks(argument: _ledger_v1_ListBooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListBooksResponse__Output>): grpc.ClientUnaryCall;
  listBooks(argument: _ledger_v1_ListBooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListBooksResponse__Output>): grpc.ClientUnaryCall;
  listBooks(argument: _ledger_v1_ListBooksRequest, callback: grpc.requestCallback<_ledger_v1_ListBooksResponse__Output>): grpc.ClientUnaryCall;
  
  ListOpenLines(argument: _ledger_v1_ListOpenLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListOpenLinesResponse__Output>): grpc.ClientUnaryCall;
  ListOpenLines(argument: _ledger_v1_ListOpenLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListOpenLinesResponse__Output>): grpc.ClientUnaryCall;
  ListOpenLines(argument: _ledger_v1_ListOpenLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListOpenLinesResponse__Output>): grpc.ClientUnaryCall;
  ListOpenLines(argument: _ledger_v1_ListOpenLinesRequest, callback: grpc.requestCallback<_ledger_v1_ListOpenLinesResponse__Output>): grpc.ClientUnaryCall;
  listOpenLines(argument: _ledger_v1_ListOpenLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListOpenLinesResponse__Output>): grpc.ClientUnaryCall;
  listOpenLines(argument: _ledger_v1_ListOpenLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListOpenLinesResponse__Output>): grpc.ClientUnaryCall;
  listOpenLines(argument: _ledger_v1_ListOpenLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListOpenLinesResponse__Output>): grpc.ClientUnaryCall;
  listOpenLines(argument: _ledger_v1_ListOpenLinesRequest, callback: grpc.requestCallback<_ledger_v1_ListOpenLinesResponse__Output>): grpc.ClientUnaryCall;
  
  ListTaxCodes(argument: _ledger_v1_ListTaxCodesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListTaxCodesResponse__Output>): grpc.ClientUnaryCall;
  ListTaxCodes(argument: _ledger_v1_ListTaxCodesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListTaxCodesResponse__Output>): grpc.ClientUnaryCall;
  ListTaxCodes(argument: _ledger_v1_ListTaxCodesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListTaxCodesResponse__Output>): grpc.ClientUnaryCall;
  ListTaxCodes(argument: _ledger_v1_ListTaxCodesRequest, callback: grpc.requestCallback<_ledger_v1_ListTaxCodesResponse__Output>): grpc.ClientUnaryCall;
  listTaxCodes(argument: _ledger_v1_ListTaxCodesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListTaxCodesResponse__Output>): grpc.ClientUnaryCall;
  listTaxCodes(argument: _ledger_v1_ListTaxCodesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ListTaxCodesResponse__Output>): grpc.ClientUnaryCall;
  listTaxCodes(argument: _ledger_v1_ListTaxCodesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ListTaxCodesResponse__Output>): grpc.ClientUnaryCall;
  listTaxCodes(argument: _ledger_v1_ListTaxCodesRequest, callback: grpc.requestCallback<_ledger_v1_ListTaxCodesResponse__Output>): grpc.ClientUnaryCall;
  
  PostEntriesOfMany(argument: _ledger_v1_PostEntriesOfManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_PostEntriesOfManyResponse__Output>): grpc.ClientUnaryCall;
  PostEntriesOfMany(argument: _ledger_v1_PostEntriesOfManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_PostEntriesOfManyResponse__Output>): grpc.ClientUnaryCall;
  PostEntriesOfMany(argument: _ledger_v1_PostEntriesOfManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_PostEntriesOfManyResponse__Output>): grpc.ClientUnaryCall;
  PostEntriesOfMany(argument: _ledger_v1_PostEntriesOfManyRequest, callback: grpc.requestCallback<_ledger_v1_PostEntriesOfManyResponse__Output>): grpc.ClientUnaryCall;
  postEntriesOfMany(argument: _ledger_v1_PostEntriesOfManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_PostEntriesOfManyResponse__Output>): grpc.ClientUnaryCall;
  postEntriesOfMany(argument: _ledger_v1_PostEntriesOfManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_PostEntriesOfManyResponse__Output>): grpc.ClientUnaryCall;
  postEntriesOfMany(argument: _ledger_v1_PostEntriesOfManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_PostEntriesOfManyResponse__Output>): grpc.ClientUnaryCall;
  postEntriesOfMany(argument: _ledger_v1_PostEntriesOfManyRequest, callback: grpc.requestCallback<_ledger_v1_PostEntriesOfManyResponse__Output>): grpc.ClientUnaryCall;
  
  PostEntry(argument: _ledger_v1_PostEntryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_PostEntryResponse__Output>): grpc.ClientUnaryCall;
  PostEntry(argument: _ledger_v1_PostEntryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_PostEntryResponse__Output>): grpc.ClientUnaryCall;
  PostEntry(argument: _ledger_v1_PostEntryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_PostEntryResponse__Output>): grpc.ClientUnaryCall;
  PostEntry(argument: _ledger_v1_PostEntryRequest, callback: grpc.requestCallback<_ledger_v1_PostEntryResponse__Output>): grpc.ClientUnaryCall;
  postEntry(argument: _ledger_v1_PostEntryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_PostEntryResponse__Output>): grpc.ClientUnaryCall;
  postEntry(argument: _ledger_v1_PostEntryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_PostEntryResponse__Output>): grpc.ClientUnaryCall;
  postEntry(argument: _ledger_v1_PostEntryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_PostEntryResponse__Output>): grpc.ClientUnaryCall;
  postEntry(argument: _ledger_v1_PostEntryRequest, callback: grpc.requestCallback<_ledger_v1_PostEntryResponse__Output>): grpc.ClientUnaryCall;
  
  ReleaseLines(argument: _ledger_v1_ReleaseLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ReleaseLinesResponse__Output>): grpc.ClientUnaryCall;
  ReleaseLines(argument: _ledger_v1_ReleaseLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ReleaseLinesResponse__Output>): grpc.ClientUnaryCall;
  ReleaseLines(argument: _ledger_v1_ReleaseLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ReleaseLinesResponse__Output>): grpc.ClientUnaryCall;
  ReleaseLines(argument: _ledger_v1_ReleaseLinesRequest, callback: grpc.requestCallback<_ledger_v1_ReleaseLinesResponse__Output>): grpc.ClientUnaryCall;
  releaseLines(argument: _ledger_v1_ReleaseLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ReleaseLinesResponse__Output>): grpc.ClientUnaryCall;
  releaseLines(argument: _ledger_v1_ReleaseLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ReleaseLinesResponse__Output>): grpc.ClientUnaryCall;
  releaseLines(argument: _ledger_v1_ReleaseLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ReleaseLinesResponse__Output>): grpc.ClientUnaryCall;
  releaseLines(argument: _ledger_v1_ReleaseLinesRequest, callback: grpc.requestCallback<_ledger_v1_ReleaseLinesResponse__Output>): grpc.ClientUnaryCall;
  
  ReleaseVouchers(argument: _ledger_v1_ReleaseVouchersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ReleaseVouchersResponse__Output>): grpc.ClientUnaryCall;
  ReleaseVouchers(argument: _ledger_v1_ReleaseVouchersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ReleaseVouchersResponse__Output>): grpc.ClientUnaryCall;
  ReleaseVouchers(argument: _ledger_v1_ReleaseVouchersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ReleaseVouchersResponse__Output>): grpc.ClientUnaryCall;
  ReleaseVouchers(argument: _ledger_v1_ReleaseVouchersRequest, callback: grpc.requestCallback<_ledger_v1_ReleaseVouchersResponse__Output>): grpc.ClientUnaryCall;
  releaseVouchers(argument: _ledger_v1_ReleaseVouchersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ReleaseVouchersResponse__Output>): grpc.ClientUnaryCall;
  releaseVouchers(argument: _ledger_v1_ReleaseVouchersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_ReleaseVouchersResponse__Output>): grpc.ClientUnaryCall;
  releaseVouchers(argument: _ledger_v1_ReleaseVouchersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_ReleaseVouchersResponse__Output>): grpc.ClientUnaryCall;
  releaseVouchers(argument: _ledger_v1_ReleaseVouchersRequest, callback: grpc.requestCallback<_ledger_v1_ReleaseVouchersResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface LedgerHandlers extends grpc.UntypedServiceImplementation {
  CancelEntry: grpc.handleUnaryCall<_ledger_v1_CancelEntryRequest__Output, _ledger_v1_CancelEntryResponse>;
  
  ChangeCurrency: grpc.handleUnaryCall<_ledger_v1_ChangeCurrencyRequest__Output, _ledger_v1_ChangeCurrencyResponse>;
  
  ClaimLines: grpc.handleUnaryCall<_ledger_v1_ClaimLinesRequest__Output, _ledger_v1_ClaimLinesResponse>;
  
  ClaimLinesOfMany: grpc.handleUnaryCall<_ledger_v1_ClaimLinesOfManyRequest__Output, _ledger_v1_ClaimLinesOfManyResponse>;
  
  DescribeBalances: grpc.handleUnaryCall<_ledger_v1_DescribeBalancesRequest__Output, _ledger_v1_DescribeBalancesResponse>;
  
  DescribeBooks: grpc.handleUnaryCall<_ledger_v1_DescribeBooksRequest__Output, _ledger_v1_DescribeBooksResponse>;
  
  DescribeBooksOfMany: grpc.handleUnaryCall<_ledger_v1_DescribeBooksOfManyRequest__Output, _ledger_v1_DescribeBooksOfManyResponse>;
  
  DescribeLines: grpc.handleUnaryCall<_ledger_v1_DescribeLinesRequest__Output, _ledger_v1_DescribeLinesResponse>;
  
  DescribeLinesOfMany: grpc.handleUnaryCall<_ledger_v1_DescribeLinesOfManyRequest__Output, _ledger_v1_DescribeLinesOfManyResponse>;
  
  GetLineStandings: grpc.handleUnaryCall<_ledger_v1_GetLineStandingsRequest__Output, _ledger_v1_GetLineStandingsResponse>;
  
  GetPartnerBalances: grpc.handleUnaryCall<_ledger_v1_GetPartnerBalancesRequest__Output, _ledger_v1_GetPartnerBalancesResponse>;
  
  GetVoucherEntries: grpc.handleUnaryCall<_ledger_v1_GetVoucherEntriesRequest__Output, _ledger_v1_GetVoucherEntriesResponse>;
  
  HasPostings: grpc.handleUnaryCall<_ledger_v1_HasPostingsRequest__Output, _ledger_v1_HasPostingsResponse>;
  
  ListBooks: grpc.handleUnaryCall<_ledger_v1_ListBooksRequest__Output, _ledger_v1_ListBooksResponse>;
  
  ListOpenLines: grpc.handleUnaryCall<_ledger_v1_ListOpenLinesRequest__Output, _ledger_v1_ListOpenLinesResponse>;
  
  ListTaxCodes: grpc.handleUnaryCall<_ledger_v1_ListTaxCodesRequest__Output, _ledger_v1_ListTaxCodesResponse>;
  
  PostEntriesOfMany: grpc.handleUnaryCall<_ledger_v1_PostEntriesOfManyRequest__Output, _ledger_v1_PostEntriesOfManyResponse>;
  
  PostEntry: grpc.handleUnaryCall<_ledger_v1_PostEntryRequest__Output, _ledger_v1_PostEntryResponse>;
  
  ReleaseLines: grpc.handleUnaryCall<_ledger_v1_ReleaseLinesRequest__Output, _ledger_v1_ReleaseLinesResponse>;
  
  ReleaseVouchers: grpc.handleUnaryCall<_ledger_v1_ReleaseVouchersRequest__Output, _ledger_v1_ReleaseVouchersResponse>;
  
}

export interface LedgerDefinition extends grpc.ServiceDefinition {
  CancelEntry: MethodDefinition<_ledger_v1_CancelEntryRequest, _ledger_v1_CancelEntryResponse, _ledger_v1_CancelEntryRequest__Output, _ledger_v1_CancelEntryResponse__Output>
  ChangeCurrency: MethodDefinition<_ledger_v1_ChangeCurrencyRequest, _ledger_v1_ChangeCurrencyResponse, _ledger_v1_ChangeCurrencyRequest__Output, _ledger_v1_ChangeCurrencyResponse__Output>
  ClaimLines: MethodDefinition<_ledger_v1_ClaimLinesRequest, _ledger_v1_ClaimLinesResponse, _ledger_v1_ClaimLinesRequest__Output, _ledger_v1_ClaimLinesResponse__Output>
  ClaimLinesOfMany: MethodDefinition<_ledger_v1_ClaimLinesOfManyRequest, _ledger_v1_ClaimLinesOfManyResponse, _ledger_v1_ClaimLinesOfManyRequest__Output, _ledger_v1_ClaimLinesOfManyResponse__Output>
  DescribeBalances: MethodDefinition<_ledger_v1_DescribeBalancesRequest, _ledger_v1_DescribeBalancesResponse, _ledger_v1_DescribeBalancesRequest__Output, _ledger_v1_DescribeBalancesResponse__Output>
  DescribeBooks: MethodDefinition<_ledger_v1_DescribeBooksRequest, _ledger_v1_DescribeBooksResponse, _ledger_v1_DescribeBooksRequest__Output, _ledger_v1_DescribeBooksResponse__Output>
  DescribeBooksOfMany: MethodDefinition<_ledger_v1_DescribeBooksOfManyRequest, _ledger_v1_DescribeBooksOfManyResponse, _ledger_v1_DescribeBooksOfManyRequest__Output, _ledger_v1_DescribeBooksOfManyResponse__Output>
  DescribeLines: MethodDefinition<_ledger_v1_DescribeLinesRequest, _ledger_v1_DescribeLinesResponse, _ledger_v1_DescribeLinesRequest__Output, _ledger_v1_DescribeLinesResponse__Output>
  DescribeLinesOfMany: MethodDefinition<_ledger_v1_DescribeLinesOfManyRequest, _ledger_v1_DescribeLinesOfManyResponse, _ledger_v1_DescribeLinesOfManyRequest__Output, _ledger_v1_DescribeLinesOfManyResponse__Output>
  GetLineStandings: MethodDefinition<_ledger_v1_GetLineStandingsRequest, _ledger_v1_GetLineStandingsResponse, _ledger_v1_GetLineStandingsRequest__Output, _ledger_v1_GetLineStandingsResponse__Output>
  GetPartnerBalances: MethodDefinition<_ledger_v1_GetPartnerBalancesRequest, _ledger_v1_GetPartnerBalancesResponse, _ledger_v1_GetPartnerBalancesRequest__Output, _ledger_v1_GetPartnerBalancesResponse__Output>
  GetVoucherEntries: MethodDefinition<_ledger_v1_GetVoucherEntriesRequest, _ledger_v1_GetVoucherEntriesResponse, _ledger_v1_GetVoucherEntriesRequest__Output, _ledger_v1_GetVoucherEntriesResponse__Output>
  HasPostings: MethodDefinition<_ledger_v1_HasPostingsRequest, _ledger_v1_HasPostingsResponse, _ledger_v1_HasPostingsRequest__Output, _ledger_v1_HasPostingsResponse__Output>
  ListBooks: MethodDefinition<_ledger_v1_ListBooksRequest, _ledger_v1_ListBooksResponse, _ledger_v1_ListBooksRequest__Output, _ledger_v1_ListBooksResponse__Output>
  ListOpenLines: MethodDefinition<_ledger_v1_ListOpenLinesRequest, _ledger_v1_ListOpenLinesResponse, _ledger_v1_ListOpenLinesRequest__Output, _ledger_v1_ListOpenLinesResponse__Output>
  ListTaxCodes: MethodDefinition<_ledger_v1_ListTaxCodesRequest, _ledger_v1_ListTaxCodesResponse, _ledger_v1_ListTaxCodesRequest__Output, _ledger_v1_ListTaxCodesResponse__Output>
  PostEntriesOfMany: MethodDefinition<_ledger_v1_PostEntriesOfManyRequest, _ledger_v1_PostEntriesOfManyResponse, _ledger_v1_PostEntriesOfManyRequest__Output, _ledger_v1_PostEntriesOfManyResponse__Output>
  PostEntry: MethodDefinition<_ledger_v1_PostEntryRequest, _ledger_v1_PostEntryResponse, _ledger_v1_PostEntryRequest__Output, _ledger_v1_PostEntryResponse__Output>
  ReleaseLines: MethodDefinition<_ledger_v1_ReleaseLinesRequest, _ledger_v1_ReleaseLinesResponse, _ledger_v1_ReleaseLinesRequest__Output, _ledger_v1_ReleaseLinesResponse__Output>
  ReleaseVouchers: MethodDefinition<_ledger_v1_ReleaseVouchersRequest, _ledger_v1_ReleaseVouchersResponse, _ledger_v1_ReleaseVouchersRequest__Output, _ledger_v1_ReleaseVouchersResponse__Output>
}
