import { endpoint, orderBy, paging } from '@app/contract';
import { z } from 'zod';
import { onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { pathId, RecordId } from '../fields.ts';
import { listOf } from '../pagination.ts';

export const UnitOut = z.object({
  id: RecordId,
  symbol: z.string().describe('How the unit is written behind a quantity.'),
  un_ece_rec_20_code: z
    .string()
    .nullable()
    .describe('Code of UN/ECE recommendation 20, as invoices carry it; packages have theirs behind an X.'),
  un_ece_rec_21_code: z.string().nullable().describe('Code of UN/ECE recommendation 21 for packages; null for others.'),
  description: z.string().describe('Name of the unit, in the language asked for.'),
});

export const piece: z.output<typeof UnitOut> = {
  id: 1,
  symbol: 'stk',
  un_ece_rec_20_code: 'EA',
  un_ece_rec_21_code: null,
  description: 'Stykk',
};

export const listUnits = endpoint({
  name: 'documents.listUnits',
  summary: 'The units of measure',
  description: 'The same for every company; nobody can change them.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/units',
  permission: 'any',
  envelope: standard,
  query: z.object({
    order_by: orderBy(['id', 'symbol', 'un_ece_rec_20_code', 'un_ece_rec_21_code', 'description']),
    ...paging(),
  }),
  status: 200,
  output: listOf(UnitOut),
  example: {
    query: { per_page: 1 },
    answer: { ...onePageOf(piece, 1), meta: { page: 1, pages: 50, per_page: 1, records: 50 } },
  },
  tool: { name: 'list_units', title: 'List units' },
});

export const getUnit = endpoint({
  name: 'documents.getUnit',
  summary: 'One unit of measure',
  description: 'By its id; the list has the codes.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/units/{id}',
  permission: 'any',
  envelope: standard,
  params: pathId('unit'),
  status: 200,
  output: UnitOut,
  example: { params: { id: piece.id }, answer: piece },
  notFoundCode: 'unit.not_found',
});
