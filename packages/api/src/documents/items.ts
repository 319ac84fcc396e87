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
  IsActive,
  IsActiveIn,
  pathId,
  RecordId,
  UpdatedAt,
  UpdatedById,
} from '../fields.ts';
import { TaxCodeOut } from '../ledger/tax-codes.ts';
import { MetadataIn, MetadataOut } from '../organisation/metadata.ts';
import { AutonomyLevel } from '../organisation/settings.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CurrencyCode, FlagOrNull, Id, oneOf, RateIn, RateOut, requiredText, searchedWords, text } from '../scalars.ts';
import { piece, UnitOut } from './units.ts';

export const ItemType = oneOf('ITEM', 'SERVICE');

const meaning = {
  item_no: 'Number of the item, unique in the client account, inactive items included.',
  name: 'Name of the item, as lines of documents describe it; at most 250 characters.',
  item_type: 'Whether it is a thing (ITEM) or a service (SERVICE).',
  sales_unit_id: 'Unit in which it is sold.',
  stock_unit_id: 'Unit in which it is kept in stock.',
  tax_code_id: 'Id of the VAT code (one of its rate periods) that sales of it carry.',
  autonomy_level: 'How far the platform acts by itself; null for the setting of the client account.',
} as const;

export const ItemPriceOut = z.object({
  id: RecordId,
  price: RateOut.describe('Price of one sales unit.'),
  currency_code: z.string().describe('Currency of the price as a code of ISO 4217.'),
});

/** An item as it is shown without relations. */
export const itemFields = {
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  item_no: z.string().describe(meaning.item_no),
  name: z.string().nullable().describe(meaning.name),
  item_type: ItemType.describe(meaning.item_type),
  sales_unit_id: z.int().describe(meaning.sales_unit_id),
  stock_unit_id: z.int().nullable().describe(meaning.stock_unit_id),
  tax_code_id: z.int().describe(meaning.tax_code_id),
  price: RateOut.describe(
    'Price of one sales unit in the accounting currency, else the first of its prices; zero without one.',
  ),
  metadata: MetadataOut,
  is_active: IsActive,
  autonomy_level: AutonomyLevel.nullable().describe(meaning.autonomy_level),
};

export const ItemOut = z.object({
  ...itemFields,
  sales_unit: UnitOut.optional().describe('The unit in which it is sold, embedded.'),
  stock_unit: UnitOut.nullable().optional().describe('The unit in which it is kept, embedded; null without one.'),
  tax_code: TaxCodeOut.nullable().optional().describe('The VAT code, embedded.'),
  prices: z.array(ItemPriceOut).optional().describe('Its prices, one per currency, embedded.'),
});

export const coffee: z.output<typeof ItemOut> = {
  id: 1,
  created_at: demo.made,
  created_by_id: demo.users.owner,
  updated_at: demo.made,
  updated_by_id: demo.users.owner,
  client_account_id: demo.company.id,
  item_no: 'K-250',
  name: 'Kaffe, hele bønner, 250 g',
  item_type: 'ITEM',
  sales_unit_id: piece.id,
  stock_unit_id: null,
  tax_code_id: 5,
  price: '89.000000',
  metadata: {},
  is_active: true,
  autonomy_level: null,
};

const withRelations = relations(['sales_unit', 'stock_unit', 'tax_code', 'prices']);

export const listItems = endpoint({
  name: 'documents.listItems',
  summary: 'The items of a client account',
  description: 'Active ones unless `is_active` says otherwise.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/items',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z.object({
    client_account_id: ClientAccountIdText,
    item_type: ItemType.optional().describe('Only goods or only services.'),
    is_active: FlagOrNull.default(true).describe('True for active items, false for inactive ones, null for both.'),
    free_text: searchedWords()
      .optional()
      .describe('Words that all occur in the number or the name, whatever their case; at most 20.'),
    ...polling,
    order_by: orderBy(['id', 'item_no', 'name', 'item_type', 'is_active', 'created_at', 'updated_at']),
    with: withRelations,
    ...paging({ size: 50, maximum: 100 }),
  }),
  status: 200,
  output: followedListOf(ItemOut),
  example: { query: { client_account_id: demo.company.id, free_text: 'kaffe' }, answer: lastPageOf(coffee, 50) },
  tool: { name: 'list_items', title: 'List items' },
});

const byId = {
  service: 'documents',
  path: '/api/v2/items/{id}',
  envelope: standard,
  params: pathId('item'),
  query: z.object({ with: withRelations }),
  status: 200,
  output: ItemOut,
  notFoundCode: 'item.not_found',
} as const;

export const getItem = endpoint({
  ...byId,
  name: 'documents.getItem',
  summary: 'One item',
  description: 'Active or not.',
  method: 'GET',
  example: {
    params: { id: coffee.id },
    query: { with: 'prices' },
    answer: { ...coffee, prices: [{ id: 1, price: '89.000000', currency_code: 'NOK' }] },
  },
});

const PricesIn = z
  .array(
    z.object({
      price: RateIn.describe('Price of one sales unit.'),
      currency_code: CurrencyCode.describe('Currency of the price, each at most once.'),
    }),
    { error: 'must be an array of prices' },
  )
  .max(200, 'must have at most 200 prices')
  .refine(
    (prices) => new Set(prices.map(({ currency_code }) => currency_code)).size === prices.length,
    'must name each currency once',
  )
  .nullish()
  .describe('All prices of the item: they take the place of those before, and `price` is ignored.');

const details = {
  name: text(250).nullish().describe(meaning.name),
  item_type: ItemType.nullish().describe(`${meaning.item_type} A thing unless it is sent.`),
  stock_unit_id: Id.nullish().describe(meaning.stock_unit_id),
  price: RateIn.nullish().describe('Price in the accounting currency; ignored where `prices` is sent.'),
  prices: PricesIn,
  metadata: MetadataIn.nullish(),
  autonomy_level: AutonomyLevel.nullish().describe(meaning.autonomy_level),
};
const ItemNo = requiredText(100).describe(`${meaning.item_no} At most 100 characters.`);
const SalesUnit = Id.describe(meaning.sales_unit_id);
const TaxCode = Id.describe(meaning.tax_code_id);

const brewing = {
  ...coffee,
  id: 3,
  item_no: 'KURS',
  name: 'Kurs i brygging',
  item_type: 'SERVICE' as const,
  price: '950.000000',
};

export const createItem = endpoint({
  name: 'documents.createItem',
  summary: 'Create an item',
  description: 'Its number stays taken for good, also once the item is inactive.',
  service: 'documents',
  method: 'POST',
  path: '/api/v2/items',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  query: z.object({ with: withRelations }),
  body: z.object({
    client_account_id: ClientAccountIdIn,
    item_no: ItemNo,
    sales_unit_id: SalesUnit,
    tax_code_id: TaxCode,
    ...details,
  }),
  status: 201,
  output: ItemOut,
  example: {
    values: { 'body.item_no': 'items/number' },
    body: {
      client_account_id: demo.company.id,
      item_no: brewing.item_no,
      name: brewing.name,
      item_type: brewing.item_type,
      sales_unit_id: brewing.sales_unit_id,
      tax_code_id: brewing.tax_code_id,
      price: '950.00',
    },
    answer: brewing,
  },
  location: ({ id }) => `/api/v2/items/${id}`,
  failures: ['item.item_no_taken', 'client_account.inactive'],
  tool: { name: 'create_item', title: 'Create an item' },
});

export const updateItem = endpoint({
  ...byId,
  name: 'documents.updateItem',
  summary: 'Change an item',
  description: 'Only the fields that are sent change; its client account never does.',
  method: 'PUT',
  body: z.object({
    client_account_id: Id.optional().describe('Where it is sent it must be that of the item.'),
    item_no: ItemNo.optional(),
    sales_unit_id: SalesUnit.optional(),
    tax_code_id: TaxCode.optional(),
    ...details,
    is_active: IsActiveIn.optional(),
  }),
  example: {
    params: { id: brewing.id },
    body: { price: '990.00' },
    answer: { ...brewing, price: '990.000000' },
  },
  failures: ['item.item_no_taken', 'client_account.inactive'],
});

export const deactivateItem = endpoint({
  ...byId,
  name: 'documents.deactivateItem',
  summary: 'Deactivate an item',
  description: 'The item stays where it is used.',
  method: 'DELETE',
  example: { params: { id: brewing.id }, answer: { ...brewing, is_active: false } },
  failures: ['client_account.inactive'],
});
