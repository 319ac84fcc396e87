// Original file: ../../protos/documents/v1/vouchers.proto

import type { File as _documents_v1_File, File__Output as _documents_v1_File__Output } from '../../documents/v1/File.ts';

export interface ListFilesResponse {
  'files'?: (_documents_v1_File)[];
}

export interface ListFilesResponse__Output {
  'files': (_documents_v1_File__Output)[];
}
