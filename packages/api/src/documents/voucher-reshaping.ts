import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { receipt, VoucherOut } from './vouchers.ts';
import { VoucherSourceAction } from './words.ts';

/** Each field has a code of its own for what is wrong with it, so that the operation reads them. */
const readThere = (schema: object, meaning: string) =>
  z
    .unknown()
    .optional()
    .meta({ override: { ...schema, description: meaning } });

const id = { type: 'integer' as const, minimum: 1 };

const sourceAction = readThere(
  { type: 'string', enum: VoucherSourceAction.options, default: 'NONE' },
  'What becomes of the sources: `ARCHIVE` puts those aside that are not booked, `DELETE` deletes them.',
);

const common = {
  service: 'documents',
  method: 'POST',
  envelope: standard,
  status: 201,
  idempotency: 'steps',
} as const;

export const mergeVouchers = endpoint({
  ...common,
  name: 'documents.mergeVouchers',
  summary: 'Make one voucher of several',
  description:
    'PDFs and images become one PDF, in the order of the ids; other files become attachments. Refused when no file can become pages, and with `DELETE` when one of the sources is booked.',
  path: '/api/v2/vouchers/merge',
  body: z.object({
    voucher_ids: readThere(
      { type: 'array', items: id, minItems: 2 },
      'Vouchers of one client account, in the order of their pages.',
    ),
    source_action: sourceAction,
  }),
  output: VoucherOut,
  example: {
    values: { 'body.voucher_ids.0': 'vouchers/42', 'body.voucher_ids.1': 'vouchers/43' },
    body: { voucher_ids: [41, 42], source_action: 'ARCHIVE' },
    answer: { ...receipt, id: 43, status: 'PENDING', workflow_status: 'IMAGE_PROCESSING' },
  },
  location: (voucher) => `/api/v2/vouchers/${voucher.id}`,
  failures: [
    'voucher.invalid_voucher_ids',
    'voucher.invalid_source_action',
    'voucher.merge_failed',
    'voucher.not_found',
    'voucher.access_denied',
    'common.forbidden@403',
    'common.payload_too_large',
    'client_account.inactive',
  ],
});

export const splitVoucher = endpoint({
  ...common,
  name: 'documents.splitVoucher',
  summary: 'Make several vouchers of the pages of one',
  description:
    'Of a PDF, one voucher for each range; ranges may overlap and may leave pages out. What was said of the source is said of each part.',
  path: '/api/v2/vouchers/split',
  body: z.object({
    voucher_id: readThere(id, 'The voucher that is split; its file is a PDF.'),
    page_ranges: readThere(
      { type: 'array', minItems: 2, items: { type: 'array', items: id, minItems: 2, maxItems: 2 } },
      'First and last page of each part, counted from 1, both included.',
    ),
    source_action: sourceAction,
  }),
  output: z.array(VoucherOut),
  example: {
    values: { 'body.voucher_id': 'vouchers/to-split' },
    body: {
      voucher_id: 41,
      page_ranges: [
        [1, 1],
        [2, 3],
      ],
    },
    answer: [{ ...receipt, id: 44, status: 'PENDING', workflow_status: 'IMAGE_PROCESSING' }],
  },
  failures: [
    'voucher.invalid_voucher_id',
    'voucher.invalid_page_ranges',
    'voucher.invalid_source_action',
    'voucher.split_failed',
    'voucher.not_found',
    'voucher.access_denied',
    'common.forbidden@403',
    'client_account.inactive',
  ],
});
