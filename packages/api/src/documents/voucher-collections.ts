import { endpoint, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import {
  ClientAccountId,
  ClientAccountIdIn,
  ClientAccountIdText,
  CreatedAt,
  CreatedById,
  pathId,
  RecordId,
  UpdatedAt,
  UpdatedById,
} from '../fields.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, text } from '../scalars.ts';

const meaning = {
  name: 'Name of the collection, unique in the client account whatever its case; at most 150 characters.',
  description: 'What the collection is for.',
} as const;

export const VoucherCollectionOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  name: z.string().nullable().describe(meaning.name),
  description: z.string().nullable().describe(meaning.description),
});

const CollectedVoucherOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  type: z.string().nullable().describe('Type of the document, such as `RECPT`; null while it is not known.'),
  file_name: z.string().describe('Name of the file.'),
  content_type: z.string().describe('Media type of the file.'),
  size: z.int().describe('Size in bytes.'),
  document_date: CalendarDate.nullable().describe('Date that was set on the voucher.'),
  status: z.string().describe('Status of the voucher.'),
  workflow_status: z.string().describe('Where the workflow of the voucher stands.'),
  project_id: z.int().nullable().describe('Project that the voucher belongs to; null without one.'),
});

const ReadCollectionOut = VoucherCollectionOut.extend({
  vouchers: z.array(CollectedVoucherOut).optional().describe('Vouchers of the collection, by id, embedded.'),
});

const withRelations = relations(['vouchers']);

export const fair: z.output<typeof VoucherCollectionOut> = {
  id: 1,
  created_at: demo.now,
  created_by_id: demo.users.bookkeeper,
  updated_at: demo.now,
  updated_by_id: demo.users.bookkeeper,
  client_account_id: demo.company.id,
  name: 'Kaffemessen i Oslo',
  description: null,
};

export const listVoucherCollections = endpoint({
  name: 'documents.listVoucherCollections',
  summary: 'The voucher collections of a client account',
  description: 'Vouchers that belong together, such as those of a journey.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/voucher-collections',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z.object({
    client_account_id: ClientAccountIdText,
    ...polling,
    order_by: orderBy(['id', 'name', 'created_at', 'updated_at']),
    with: withRelations,
    ...paging(),
  }),
  status: 200,
  output: followedListOf(ReadCollectionOut),
  example: { query: { client_account_id: demo.company.id }, answer: lastPageOf(fair) },
});

const byId = {
  service: 'documents',
  path: '/api/v2/voucher-collections/{id}',
  envelope: standard,
  params: pathId('voucher collection'),
  notFoundCode: 'voucher_collection.not_found',
} as const;

export const getVoucherCollection = endpoint({
  ...byId,
  name: 'documents.getVoucherCollection',
  summary: 'One voucher collection',
  description: 'By its id.',
  method: 'GET',
  query: z.object({ with: withRelations }),
  status: 200,
  output: ReadCollectionOut,
  example: { params: { id: fair.id }, answer: fair },
});

const fields = {
  name: text(150).nullish().describe(meaning.name),
  description: text().nullish().describe(meaning.description),
};

export const createVoucherCollection = endpoint({
  name: 'documents.createVoucherCollection',
  summary: 'Create a voucher collection',
  description: 'It begins without vouchers: a voucher names its collection.',
  service: 'documents',
  method: 'POST',
  path: '/api/v2/voucher-collections',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({ client_account_id: ClientAccountIdIn, ...fields }),
  status: 201,
  output: VoucherCollectionOut,
  example: {
    values: { 'body.name': 'voucher-collections/name' },
    body: { client_account_id: demo.company.id, name: fair.name },
    answer: fair,
  },
  location: ({ id }) => `/api/v2/voucher-collections/${id}`,
  failures: ['voucher_collection.name_taken', 'client_account.inactive'],
});

export const updateVoucherCollection = endpoint({
  ...byId,
  name: 'documents.updateVoucherCollection',
  summary: 'Change a voucher collection',
  description: 'Only the fields that are sent change; its client account never does.',
  method: 'PUT',
  body: z.object(fields),
  status: 200,
  output: VoucherCollectionOut,
  example: {
    params: { id: fair.id },
    body: { description: 'Stand og reise' },
    answer: { ...fair, description: 'Stand og reise' },
  },
  failures: ['voucher_collection.name_taken', 'client_account.inactive'],
});
