import { endpoint, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { pathId } from '../fields.ts';
import { CalendarDate } from '../scalars.ts';
import { fileFields, receiptFields } from './file-fields.ts';
import { theFileItself } from './files.ts';

const AttachmentOut = z.object({
  ...fileFields,
  type: z.literal('ATTACHMENT').describe('Always `ATTACHMENT`.'),
});

export const VoucherEntryOut = z.object({
  id: z.int().describe('Id of the journal entry.'),
  sequence_number: z.int().nullable().describe('Its number; null for a draft.'),
  posting_date: CalendarDate.describe('Posting date of its first line.'),
  description: z.string().describe('Its description.'),
  status: z.enum(['DRAFT', 'POSTED', 'CANCELLED']).describe('Its status.'),
  is_draft: z.boolean().describe('True until it is posted.'),
});

export const VoucherOut = z.object({
  ...fileFields,
  type: z.string().nullable().describe('Type of the document, such as `RECPT`; null while it is not known.'),
  document_date: CalendarDate.nullable().describe('Date of the document; null while it is not known.'),
  status: z
    .enum(['PENDING', 'DRAFT', 'ARCHIVED', 'BOOKED', 'DELETED'])
    .describe('`DRAFT` with a draft of the books, `BOOKED` once one is posted.'),
  workflow_status: z
    .enum([
      'IMAGE_PROCESSING',
      'STARTING_WORKFLOW',
      'CLASSIFICATION',
      'DATA_EXTRACTION',
      'WAITING_FOR_ANSWER',
      'DUPLICATE_CHECK',
      'BOOKING',
      'RECONCILING',
      'CANCELLED',
      'FAILED',
      'COMPLETED',
    ])
    .describe('Where the workflow of the voucher stands.'),
  collection_id: z.int().nullable().describe('Collection that the voucher is in; null when it is in none.'),
  project_id: z.int().nullable().describe('Project that the voucher belongs to; null without one.'),
  attachments: z.array(AttachmentOut).optional().describe('Files that are attached to the voucher, embedded.'),
  journal_entries: z
    .array(VoucherEntryOut)
    .optional()
    .describe('Journal entries of the voucher, newest first, embedded; not for the role EM.'),
  journal_entry: VoucherEntryOut.nullable()
    .optional()
    .describe('The newest journal entry that is not cancelled, embedded; not for the role EM.'),
});

/** A receipt of the demo company, as examples show it. */
export const receipt: z.output<typeof VoucherOut> = {
  ...receiptFields,
  page_images: [],
  type: 'RECPT',
  document_date: '2026-01-02',
  status: 'BOOKED',
  workflow_status: 'COMPLETED',
  collection_id: null,
  project_id: null,
};

export const getVoucher = endpoint({
  name: 'documents.getVoucher',
  summary: 'One voucher, with freshly signed addresses',
  description:
    'A deleted voucher is shown with the status `DELETED` and without addresses. The role EM sees its own vouchers only.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/vouchers/{id}',
  permission: 'any',
  envelope: standard,
  params: pathId('voucher'),
  query: z.object({ with: relations(['attachments', 'journal_entries', 'journal_entry']) }),
  status: 200,
  output: VoucherOut,
  example: {
    params: { id: receipt.id },
    query: { with: 'journal_entry' },
    answer: {
      ...receipt,
      journal_entry: {
        id: 12,
        sequence_number: 12,
        posting_date: '2026-01-02',
        description: 'Kontorrekvisita',
        status: 'POSTED',
        is_draft: false,
      },
    },
  },
  notFoundCode: 'voucher.not_found',
  failures: ['voucher.access_denied', 'common.forbidden@403'],
  tool: { name: 'get_voucher', title: 'Get voucher' },
});

export const downloadVoucher = endpoint({
  name: 'documents.downloadVoucher',
  summary: 'The file of a voucher',
  description: 'As `download_url` gives it, for callers with a token. `Range` takes one range of bytes.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/vouchers/{id}/download',
  permission: 'any',
  envelope: standard,
  params: pathId('voucher'),
  // Kept by nobody in between, and never compressed: its length is said, and parts of it can be asked for.
  secret: true,
  status: 200,
  output: z.undefined(),
  replies: theFileItself,
  example: { params: { id: receipt.id } },
  notFoundCode: 'voucher.not_found',
  failures: ['voucher.access_denied', 'common.forbidden@403'],
});
