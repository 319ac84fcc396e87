import { endpoint, uploadedFile } from '@app/contract';
import { z } from 'zod';
import { ExternalId, MetadataIn } from '../caller-references.ts';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { receiptPdf } from '../example-files.ts';
import { ClientAccountIdIn, pathId } from '../fields.ts';
import { CalendarDate, Id, requiredText, text } from '../scalars.ts';
import { MAX_UPLOAD_BODY_BYTES } from './upload-sizes.ts';
import { receipt, VoucherOut } from './vouchers.ts';
import { FileChannel, ProcessingTrack, VoucherTypeIn } from './words.ts';

/** A file as JSON carries it, and as a form does: one of the two is sent. */
const fileInBody = {
  file: uploadedFile().optional().describe('The file, as a part of a form; nothing else of a file is sent then.'),
  file_name: requiredText().optional().describe('Name of the file, with its extension; for JSON.'),
  content_base64: z.string({ error: 'must be text' }).optional().describe('The bytes of the file as base64; for JSON.'),
  content_type: text(255)
    .optional()
    .describe('What the sender takes the content for. It is not believed: the content decides.'),
};

const WHAT_IS_TAKEN =
  'PDF, PNG, JPEG, TIFF, HEIC, XML, HTML, CSV, text and spreadsheets of at most 25 MiB, decided by the content and not by its name.';

export const uploadVoucher = endpoint({
  name: 'documents.uploadVoucher',
  summary: 'Upload a voucher',
  description: `As a form with the part \`file\`, or as JSON with \`file_name\` and \`content_base64\`. In a form \`metadata\` is a part with JSON. ${WHAT_IS_TAKEN} The voucher is \`PENDING\`, and its workflow begins at once.`,
  service: 'documents',
  method: 'POST',
  path: '/api/v2/vouchers',
  permission: 'any',
  envelope: standard,
  account: {
    in: 'body',
    field: 'client_account_id',
    take: 'one',
    denied: 'voucher.client_account_access_denied',
  },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    ...fileInBody,
    type: VoucherTypeIn.nullish().describe('Type of the document, as far as the sender knows it.'),
    channel: FileChannel.default('API').describe('How the file came here.'),
    processing_track: ProcessingTrack.default('DEFAULT').describe(
      '`MANUAL` for a voucher that people book themselves: nothing is read from it into the books.',
    ),
    document_date: CalendarDate.nullish().describe('Date of the document, as far as the sender knows it.'),
    collection_id: Id.nullish().describe('Collection of vouchers that it belongs to.'),
    project_id: Id.nullish().describe('Project that it belongs to.'),
    external_id: ExternalId.nullish(),
    metadata: MetadataIn.nullish(),
  }),
  bodyType: 'multipart-or-json',
  jsonParts: ['metadata'],
  bodyLimit: MAX_UPLOAD_BODY_BYTES,
  status: 201,
  output: VoucherOut,
  example: {
    body: {
      client_account_id: demo.company.id,
      file_name: receipt.file_name,
      content_base64: receiptPdf,
      type: 'RECPT',
      processing_track: 'MANUAL',
      document_date: '2026-01-02',
    },
    answer: { ...receipt, status: 'PENDING', workflow_status: 'IMAGE_PROCESSING' },
  },
  // The bytes are stored before the row.
  idempotency: 'steps',
  location: (voucher) => `/api/v2/vouchers/${voucher.id}`,
  failures: [
    'voucher.client_account_access_denied',
    'common.conflict',
    'voucher.missing_file',
    'voucher.empty_file',
    'voucher.unsupported_file_type',
    'client_account.inactive',
  ],
});

const AttachmentIn = z.object({
  file_name: requiredText().describe('Name of the file, with its extension.'),
  content_base64: z.string({ error: 'must be text' }).describe('The bytes of the file as base64.'),
  content_type: text(255).optional().describe(fileInBody.content_type.description!),
});

export const attachToVoucher = endpoint({
  name: 'documents.attachToVoucher',
  summary: 'Attach files to a voucher',
  description: `As a form with the part \`file\`, or as JSON with \`files\`. ${WHAT_IS_TAKEN} Together at most 50 MiB; all of them are attached or none.`,
  service: 'documents',
  method: 'POST',
  path: '/api/v2/vouchers/{id}/attachments',
  envelope: standard,
  params: pathId('voucher'),
  body: z.object({
    file: fileInBody.file,
    files: z
      .array(AttachmentIn, { error: 'must be a list of files' })
      .min(1, 'must hold at least one file')
      .max(50, 'must hold at most 50 files')
      .optional()
      .describe('The files; for JSON.'),
  }),
  bodyType: 'multipart-or-json',
  bodyLimit: MAX_UPLOAD_BODY_BYTES,
  status: 201,
  output: VoucherOut,
  example: {
    params: { id: receipt.id },
    body: { files: [{ file_name: 'avtale.pdf', content_base64: receiptPdf }] },
    answer: { ...receipt, attachments: [] },
  },
  idempotency: 'steps',
  location: (voucher) => `/api/v2/vouchers/${voucher.id}`,
  notFoundCode: 'voucher.not_found',
  failures: [
    'voucher.access_denied',
    'voucher.missing_file',
    'voucher.empty_file',
    'voucher.unsupported_file_type',
    'client_account.inactive',
    'common.forbidden@403',
  ],
});
