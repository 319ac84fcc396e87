import { endpoint, uploadedFile } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { noteFile } from '../example-files.ts';
import { ClientAccountIdIn, pathId } from '../fields.ts';
import { fileFields, receiptFields } from './file-fields.ts';
import { MAX_FILE_BYTES } from './upload-sizes.ts';
import { FileType } from './words.ts';

const DerivedFileOut = z.object({
  id: z.int().describe('Id of the file.'),
  file_name: z.string().describe('Its name.'),
  content_type: z.string().describe('Its media type.'),
  size: z.int().describe('Its size in bytes.'),
});

export const FileOut = z.object({
  ...fileFields,
  type: FileType.describe('What the file is: a voucher (of the same id), attached to one, or sent in a chat.'),
  source_file: DerivedFileOut.nullable().describe('The file that this one was made of; null when it was sent.'),
  target_files: z.array(DerivedFileOut).describe('Files that were made of this one.'),
});

export const getFile = endpoint({
  name: 'documents.getFile',
  summary: 'One file, with freshly signed addresses',
  description:
    'The id of a voucher is that of its file. A file that is hidden, or that the caller may not see, is not found.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/files/{id}',
  permission: 'any',
  envelope: standard,
  params: pathId('file'),
  status: 200,
  output: FileOut,
  example: {
    params: { id: receiptFields.id },
    answer: { ...receiptFields, page_images: [], type: 'VOUCHER', source_file: null, target_files: [] },
  },
  notFoundCode: 'uploaded_file.not_found',
  tool: { name: 'get_file', title: 'Get file' },
});

/** The answer of a call that gives a file itself. */
export const theFileItself = {
  200: { description: 'The bytes of the file, as an attachment of its own media type', contentType: '*/*' },
  206: { description: 'The part of the file that `Range` asks for', contentType: '*/*' },
} as const;

export const readLinkedFile = endpoint({
  name: 'documents.readLinkedFile',
  summary: 'A file by its signed address',
  description:
    'Records show such addresses, whole. They need no token, hold for one file and expire after an hour; read the record again for fresh ones. `Range` takes one range of bytes.',
  service: 'documents',
  method: 'GET',
  path: '/public/v2/files/{id}',
  auth: 'public',
  envelope: standard,
  params: pathId('file'),
  query: z.object({
    part: z
      .string()
      .default('')
      .describe('Which part of the file, such as `preview` or `page-1`; the file itself without.'),
    expires: z.string().default('').describe('When the address expires, in seconds since 1970.'),
    key: z.string().default('').describe('Which key signed the address.'),
    signature: z.string().default('').describe('The signature.'),
  }),
  // The address itself is the right to read it: what it gives is kept by nobody in between, and never compressed.
  secret: true,
  status: 200,
  output: z.undefined(),
  replies: theFileItself,
  example: {
    values: { 'query.expires': 'files/expires', 'query.key': 'files/key', 'query.signature': 'files/signature' },
    params: { id: receiptFields.id },
    query: { expires: '1768473000', key: '5f0c3a91', signature: 'Z0mE2c7rXz1xE8nSg1mF4q0yPq0T2l9Qb5m3v7h2k1c' },
  },
  notFoundCode: 'uploaded_file.not_found',
  failures: ['uploaded_file.url_expired'],
});

/** What a form has around its file. */
const AROUND = 16 * 1024;

export const uploadChatAttachment = endpoint({
  name: 'documents.uploadChatAttachment',
  summary: 'Upload a file to send in a chat',
  description:
    'PNG, JPEG, GIF, WEBP, HEIC, TIFF, PDF, CSV, XLSX, XLS, ODS, text and XML of at most 25 MiB, decided by the content. One that is not sent within 24 hours is hidden.',
  service: 'documents',
  method: 'POST',
  path: '/api/v1/files/',
  permission: 'any',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    type: z.string({ error: 'is required' }).describe('Always `CHAT_ATTACHMENT`.'),
    file: uploadedFile().describe('The file.'),
  }),
  bodyType: 'multipart/form-data',
  bodyLimit: MAX_FILE_BYTES + AROUND,
  status: 201,
  output: FileOut,
  example: {
    form: { client_account_id: demo.company.id, type: 'CHAT_ATTACHMENT', file: noteFile },
    answer: {
      ...receiptFields,
      page_images: [],
      processing_track: null,
      type: 'CHAT_ATTACHMENT',
      client_account_id: demo.company.id,
      source_file: null,
      target_files: [],
    },
  },
  idempotency: 'steps',
  location: (file) => `/api/v2/files/${file.id}`,
  failures: [
    'uploaded_file.invalid_type',
    'uploaded_file.unsupported_type',
    'uploaded_file.empty',
    'client_account.inactive',
  ],
});
