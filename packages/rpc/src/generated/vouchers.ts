import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CreateVoucherRequest as _documents_v1_CreateVoucherRequest, CreateVoucherRequest__Output as _documents_v1_CreateVoucherRequest__Output } from './documents/v1/CreateVoucherRequest.ts';
import type { CreateVoucherResponse as _documents_v1_CreateVoucherResponse, CreateVoucherResponse__Output as _documents_v1_CreateVoucherResponse__Output } from './documents/v1/CreateVoucherResponse.ts';
import type { File as _documents_v1_File, File__Output as _documents_v1_File__Output } from './documents/v1/File.ts';
import type { GetVouchersRequest as _documents_v1_GetVouchersRequest, GetVouchersRequest__Output as _documents_v1_GetVouchersRequest__Output } from './documents/v1/GetVouchersRequest.ts';
import type { GetVouchersResponse as _documents_v1_GetVouchersResponse, GetVouchersResponse__Output as _documents_v1_GetVouchersResponse__Output } from './documents/v1/GetVouchersResponse.ts';
import type { ListFilesRequest as _documents_v1_ListFilesRequest, ListFilesRequest__Output as _documents_v1_ListFilesRequest__Output } from './documents/v1/ListFilesRequest.ts';
import type { ListFilesResponse as _documents_v1_ListFilesResponse, ListFilesResponse__Output as _documents_v1_ListFilesResponse__Output } from './documents/v1/ListFilesResponse.ts';
import type { ReadFileRequest as _documents_v1_ReadFileRequest, ReadFileRequest__Output as _documents_v1_ReadFileRequest__Output } from './documents/v1/ReadFileRequest.ts';
import type { ReadFileResponse as _documents_v1_ReadFileResponse, ReadFileResponse__Output as _documents_v1_ReadFileResponse__Output } from './documents/v1/ReadFileResponse.ts';
import type { Voucher as _documents_v1_Voucher, Voucher__Output as _documents_v1_Voucher__Output } from './documents/v1/Voucher.ts';
import type { VouchersClient as _documents_v1_VouchersClient, VouchersDefinition as _documents_v1_VouchersDefinition } from './documents/v1/Vouchers.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  documents: {
    v1: {
      CreateVoucherRequest: MessageTypeDefinition<_documents_v1_CreateVoucherRequest, _documents_v1_CreateVoucherRequest__Output>
      CreateVoucherResponse: MessageTypeDefinition<_documents_v1_CreateVoucherResponse, _documents_v1_CreateVoucherResponse__Output>
      File: MessageTypeDefinition<_documents_v1_File, _documents_v1_File__Output>
      GetVouchersRequest: MessageTypeDefinition<_documents_v1_GetVouchersRequest, _documents_v1_GetVouchersRequest__Output>
      GetVouchersResponse: MessageTypeDefinition<_documents_v1_GetVouchersResponse, _documents_v1_GetVouchersResponse__Output>
      ListFilesRequest: MessageTypeDefinition<_documents_v1_ListFilesRequest, _documents_v1_ListFilesRequest__Output>
      ListFilesResponse: MessageTypeDefinition<_documents_v1_ListFilesResponse, _documents_v1_ListFilesResponse__Output>
      ReadFileRequest: MessageTypeDefinition<_documents_v1_ReadFileRequest, _documents_v1_ReadFileRequest__Output>
      ReadFileResponse: MessageTypeDefinition<_documents_v1_ReadFileResponse, _documents_v1_ReadFileResponse__Output>
      Voucher: MessageTypeDefinition<_documents_v1_Voucher, _documents_v1_Voucher__Output>
      Vouchers: SubtypeConstructor<typeof grpc.Client, _documents_v1_VouchersClient> & { service: _documents_v1_VouchersDefinition }
    }
  }
}

