import { endpoint } from '@app/contract';
import { z } from 'zod';
import { ExternalId, MetadataIn } from '../caller-references.ts';
import { standard } from '../envelopes.ts';
import { pathId } from '../fields.ts';
import { CalendarDate, Id, oneOf } from '../scalars.ts';
import { receipt, VoucherOut } from './vouchers.ts';
import { VoucherTypeIn } from './words.ts';

const byId = {
  service: 'documents',
  path: '/api/v2/vouchers/{id}',
  envelope: standard,
  params: pathId('voucher'),
  notFoundCode: 'voucher.not_found',
} as const;

export const updateVoucher = endpoint({
  ...byId,
  name: 'documents.updateVoucher',
  summary: 'Change a voucher',
  description:
    'Only the fields that are sent change; null clears one. `status` `ARCHIVED` puts a voucher aside that is not booked, and `PENDING` brings it back. `workflow_status` `CANCELLED` stops the workflow, and `STARTING_WORKFLOW` begins one that has ended anew. `attachment_file_ids` replaces the files that are attached.',
  method: 'PATCH',
  body: z.object({
    type: VoucherTypeIn.nullish().describe('Type of the document.'),
    document_date: CalendarDate.nullish().describe('Date of the document; null for that of its newest document.'),
    collection_id: Id.nullish().describe('Collection of vouchers that it belongs to.'),
    project_id: Id.nullish().describe('Project that it belongs to.'),
    external_id: ExternalId.nullish(),
    metadata: MetadataIn.nullish(),
    status: oneOf('ARCHIVED', 'PENDING').optional().describe('`ARCHIVED` puts it aside, `PENDING` brings it back.'),
    workflow_status: z
      .string({ error: 'must be text' })
      .optional()
      .describe('`CANCELLED` stops the workflow, `STARTING_WORKFLOW` begins one that has ended anew.'),
    attachment_file_ids: z
      .array(Id, { error: 'must be a list of ids' })
      .max(500, 'must hold at most 500 ids')
      .optional()
      .describe('The files that are attached from now on, in this order: attachments of the same client account.'),
  }),
  status: 200,
  output: VoucherOut,
  example: {
    params: { id: receipt.id },
    body: { document_date: '2026-01-02', type: 'RECPT' },
    answer: receipt,
  },
  failures: [
    'voucher.access_denied',
    'voucher.is_booked',
    'voucher.invalid_workflow_transition',
    'common.conflict',
    'client_account.inactive',
  ],
  tool: { name: 'update_voucher', title: 'Change a voucher' },
});

export const deleteVoucher = endpoint({
  ...byId,
  name: 'documents.deleteVoucher',
  summary: 'Delete a voucher with its drafts',
  description:
    'Draft journal entries and draft documents go with it. Refused while an entry or a document of it is posted, while a live reconciliation refers to one of its documents, and for an invoice that was made here. Its file is kept as the law asks, and shown to nobody.',
  method: 'DELETE',
  status: 204,
  output: z.undefined(),
  example: { params: { id: receipt.id } },
  failures: ['voucher.access_denied', 'client_account.inactive'],
});
