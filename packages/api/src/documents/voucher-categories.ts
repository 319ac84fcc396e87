import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { RecordId } from '../fields.ts';

export const VoucherCategoryOut = z.object({
  id: RecordId,
  code: z.string().describe('Code of the category, such as `TRAVEL`.'),
  name: z.string().describe('Name of the category, in the language asked for.'),
  requires_purpose: z.boolean().describe('Whether a statement of the category needs a purpose.'),
  requires_participants: z.boolean().describe('Whether a statement of the category needs participants.'),
});

export const listVoucherCategories = endpoint({
  name: 'documents.listVoucherCategories',
  summary: 'What money on a voucher can be spent on',
  description: 'The same for every company. Statements of some categories need a purpose or participants.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/voucher-categories',
  permission: 'any',
  envelope: standard,
  status: 200,
  output: z.array(VoucherCategoryOut),
  example: {
    answer: [{ id: 2, code: 'TRAVEL', name: 'Reise', requires_purpose: true, requires_participants: false }],
  },
});
