import { endpoint, list, orderBy, paging, relations } from '@app/contract';
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
import { Id, oneOf, searchedWords, text } from '../scalars.ts';
import { CollectionEntryOut, entryRelations, subscription } from './item-collection-entries.ts';

export const CollectionType = oneOf('TEMPLATE', 'CART', 'ORDER');

const meaning = {
  name: 'Name of the collection; at most 150 characters.',
  collection_type: 'What it is for: a TEMPLATE of recurring invoices, a CART of a selection, a confirmed ORDER.',
} as const;

export const ItemCollectionOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  name: z.string().nullable().describe(meaning.name),
  collection_type: CollectionType.describe(meaning.collection_type),
  entries: z.array(CollectionEntryOut).optional().describe('Its entries, in their order, embedded.'),
});

const monthly: z.output<typeof ItemCollectionOut> = {
  id: subscription.item_collection_id,
  created_at: demo.now,
  created_by_id: demo.users.owner,
  updated_at: demo.now,
  updated_by_id: demo.users.owner,
  client_account_id: demo.company.id,
  name: 'Kaffe på kontoret',
  collection_type: 'TEMPLATE',
};

const relationNames = ['entries', ...entryRelations.map((name) => `entries.${name}` as const)] as const;
const withRelations = relations(relationNames);

export const listItemCollections = endpoint({
  name: 'documents.listItemCollections',
  summary: 'The item collections of a client account',
  description: 'Templates, carts and orders.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/item-collections',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z.object({
    client_account_id: ClientAccountIdText,
    collection_type: list(CollectionType, 'Collections of these types: TEMPLATE, CART, ORDER.').optional(),
    name: searchedWords().optional().describe('Words that all occur in the name, whatever their case; at most 20.'),
    ...polling,
    order_by: orderBy(['id', 'name', 'collection_type', 'created_at', 'updated_at']),
    with: withRelations,
    ...paging({ maximum: 100 }),
  }),
  status: 200,
  output: followedListOf(ItemCollectionOut),
  example: {
    query: { client_account_id: demo.company.id, collection_type: 'TEMPLATE' },
    answer: lastPageOf(monthly),
  },
  tool: { name: 'list_item_collections', title: 'List item collections' },
});

const byId = {
  service: 'documents',
  path: '/api/v2/item-collections/{id}',
  envelope: standard,
  params: pathId('item collection'),
  notFoundCode: 'item_collection.not_found',
} as const;

export const getItemCollection = endpoint({
  ...byId,
  name: 'documents.getItemCollection',
  summary: 'One item collection, with its entries',
  description: 'Where `with` is sent it alone says what is embedded.',
  method: 'GET',
  query: z.object({ with: withRelations.prefault('entries') }),
  status: 200,
  output: ItemCollectionOut,
  example: { params: { id: monthly.id }, answer: { ...monthly, entries: [subscription] } },
});

const Name = text(150).nullish().describe(meaning.name);

export const createItemCollection = endpoint({
  name: 'documents.createItemCollection',
  summary: 'Create an item collection',
  description: 'It begins without entries.',
  service: 'documents',
  method: 'POST',
  path: '/api/v2/item-collections',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    name: Name,
    collection_type: CollectionType.describe(meaning.collection_type),
  }),
  status: 201,
  output: ItemCollectionOut,
  example: {
    body: { client_account_id: demo.company.id, name: monthly.name, collection_type: monthly.collection_type },
    answer: monthly,
  },
  location: ({ id }) => `/api/v2/item-collections/${id}`,
  failures: ['client_account.inactive'],
});

export const updateItemCollection = endpoint({
  ...byId,
  name: 'documents.updateItemCollection',
  summary: 'Change an item collection',
  description: 'Only the fields that are sent change; its client account never does.',
  method: 'PUT',
  body: z.object({
    client_account_id: Id.optional().describe('Where it is sent it must be that of the collection.'),
    name: Name,
    collection_type: CollectionType.optional().describe(meaning.collection_type),
  }),
  status: 200,
  output: ItemCollectionOut,
  example: { params: { id: monthly.id }, body: { name: 'Kaffe' }, answer: { ...monthly, name: 'Kaffe' } },
  failures: ['client_account.inactive'],
});

export const deleteItemCollection = endpoint({
  ...byId,
  name: 'documents.deleteItemCollection',
  summary: 'Delete an item collection with its entries',
  description: 'For good, unless a line of a document was made of one of them.',
  method: 'DELETE',
  status: 204,
  output: z.undefined(),
  example: { params: { id: monthly.id } },
  failures: ['item_collection.has_document_lines', 'client_account.inactive'],
});
