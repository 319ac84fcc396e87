import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountId, CreatedAt, CreatedById, RecordId, UpdatedAt, UpdatedById } from '../fields.ts';
import { TaxCodeOut } from '../ledger/tax-codes.ts';
import { BusinessPartnerOut } from '../organisation/business-partner.ts';
import { followedListOf, polling } from '../pagination.ts';
import {
  CalendarDate,
  CurrencyCode,
  decimal,
  Flag,
  Id,
  IdText,
  integer,
  MoneyOut,
  oneOf,
  RateIn,
  RateOut,
  text,
} from '../scalars.ts';
import { coffee, itemFields } from './items.ts';
import { UnitOut } from './units.ts';

export const RecurringTerms = oneOf('IN_ADVANCE', 'IN_ARREARS');
export const RefundPolicy = oneOf('NO_REFUND', 'PRORATED', 'FULL_REFUND');
/** Months: a hundred years. */
const LONGEST_INTERVAL = 1_200;

const meaning = {
  item_id: 'Item that the entry is of; null for one that is no item.',
  description: 'What the line of a document says; the name of the item unless it is sent.',
  quantity: 'How many units; never negative.',
  price: 'Price of one unit.',
  currency_code: 'Currency of the price as a code of ISO 4217; null for the accounting currency.',
  unit_id: 'Unit of the quantity.',
  tax_code_id: 'Id of the VAT code (one of its rate periods).',
  business_partner_id: 'Customer whom it is for.',
  project_id: 'Project that it is for.',
  recurring_start_date: 'First day that is invoiced.',
  recurring_end_date: 'Last day that is invoiced; not before the first.',
  recurring_terms: 'Whether a period is invoiced before it begins or after it has ended.',
  recurring_interval: 'Months of a period; null counts as 1.',
  refund_policy: 'What is paid back when it ends within a period.',
  trial_end_date: 'Last day that costs nothing.',
} as const;

const UsingLineOut = z.object({
  id: RecordId,
  document_id: z.int().describe('Document that the line belongs to.'),
  line_no: z.int().describe('Place of the line, counted from 1.'),
  description: z.string().describe('What the line says.'),
  quantity: RateOut.describe('How many units.'),
  price: RateOut.nullable().describe('Price of one unit; null where the net amount was given instead.'),
  net_amount: MoneyOut.describe('Amount without VAT, in the currency of the document.'),
  tax_amount: MoneyOut.describe('VAT that the document charges.'),
  gross_amount: MoneyOut.describe('Net amount and VAT.'),
});

export const CollectionEntryOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  item_collection_id: z.int().describe('Collection that the entry is in.'),
  item_id: z.int().nullable().describe(meaning.item_id),
  description: z.string().nullable().describe(meaning.description),
  quantity: RateOut.describe(meaning.quantity),
  price: RateOut.describe(meaning.price),
  currency_code: z.string().nullable().describe(meaning.currency_code),
  unit_id: z.int().describe(meaning.unit_id),
  tax_code_id: z.int().describe(meaning.tax_code_id),
  business_partner_id: z.int().nullable().describe(meaning.business_partner_id),
  project_id: z.int().nullable().describe(meaning.project_id),
  recurring_start_date: CalendarDate.nullable().describe(meaning.recurring_start_date),
  recurring_end_date: CalendarDate.nullable().describe(meaning.recurring_end_date),
  recurring_terms: RecurringTerms.nullable().describe(meaning.recurring_terms),
  recurring_interval: z.int().nullable().describe(meaning.recurring_interval),
  refund_policy: RefundPolicy.nullable().describe(meaning.refund_policy),
  trial_end_date: CalendarDate.nullable().describe(meaning.trial_end_date),
  item: z.object(itemFields).nullable().optional().describe('The item, embedded; null without one.'),
  unit: UnitOut.optional().describe('The unit, embedded.'),
  tax_code_details: TaxCodeOut.nullable().optional().describe('The VAT code, embedded.'),
  business_partner: BusinessPartnerOut.nullable().optional().describe('The customer, embedded; null without one.'),
  document_lines: z.array(UsingLineOut).optional().describe('Lines of documents that were made of it, embedded.'),
});

export const subscription: z.output<typeof CollectionEntryOut> = {
  id: 1,
  created_at: demo.now,
  created_by_id: demo.users.owner,
  updated_at: demo.now,
  updated_by_id: demo.users.owner,
  client_account_id: demo.company.id,
  item_collection_id: 1,
  item_id: coffee.id,
  description: coffee.name,
  quantity: '20.000000',
  price: '79.000000',
  currency_code: null,
  unit_id: coffee.sales_unit_id,
  tax_code_id: coffee.tax_code_id,
  business_partner_id: demo.partners.customer,
  project_id: null,
  recurring_start_date: '2026-02-01',
  recurring_end_date: null,
  recurring_terms: 'IN_ADVANCE',
  recurring_interval: 1,
  refund_policy: 'NO_REFUND',
  trial_end_date: null,
};

export const entryRelations = ['item', 'unit', 'tax_code_details', 'business_partner', 'document_lines'] as const;
const withRelations = relations(entryRelations);

const ofCollection = { id: IdText.describe('Id of the item collection.') };
const inCollection = {
  service: 'documents',
  envelope: standard,
  params: z.object(ofCollection),
  path: '/api/v2/item-collections/{id}/entries',
  notFoundCode: 'item_collection.not_found',
} as const;

export const listCollectionEntries = endpoint({
  ...inCollection,
  name: 'documents.listCollectionEntries',
  summary: 'The entries of an item collection',
  description: 'In the order in which they were made, unless `order_by` says otherwise.',
  method: 'GET',
  query: z.object({
    item_id: list(IdText, 'Entries of these items.').optional(),
    project_id: list(IdText, 'Entries for these projects.').optional(),
    include_used: Flag.default(true).describe('False leaves out entries that lines of documents were made of.'),
    ...polling,
    order_by: orderBy(['id', 'description', 'quantity', 'price', 'recurring_start_date', 'created_at', 'updated_at']),
    with: withRelations,
    ...paging({ maximum: 100 }),
  }),
  status: 200,
  output: followedListOf(CollectionEntryOut),
  example: { params: { id: subscription.item_collection_id }, answer: lastPageOf(subscription) },
});

const optional = {
  item_id: Id.nullish().describe(meaning.item_id),
  description: text().nullish().describe(meaning.description),
  currency_code: CurrencyCode.nullish().describe(meaning.currency_code),
  business_partner_id: Id.nullish().describe(meaning.business_partner_id),
  project_id: Id.nullish().describe(meaning.project_id),
  recurring_start_date: CalendarDate.nullish().describe(meaning.recurring_start_date),
  recurring_end_date: CalendarDate.nullish().describe(meaning.recurring_end_date),
  recurring_terms: RecurringTerms.nullish().describe(meaning.recurring_terms),
  recurring_interval: integer(1, LONGEST_INTERVAL).nullish().describe(meaning.recurring_interval),
  refund_policy: RefundPolicy.nullish().describe(meaning.refund_policy),
  trial_end_date: CalendarDate.nullish().describe(meaning.trial_end_date),
};
const required = {
  quantity: decimal(6, { minimum: 0 }).describe(meaning.quantity),
  price: RateIn.describe(meaning.price),
  unit_id: Id.describe(meaning.unit_id),
  tax_code_id: Id.describe(meaning.tax_code_id),
};

export const createCollectionEntry = endpoint({
  ...inCollection,
  name: 'documents.createCollectionEntry',
  summary: 'Add an entry to an item collection',
  description: 'Quantity, price, unit and VAT code are never taken from the item.',
  method: 'POST',
  query: z.object({ with: withRelations }),
  body: z.object({ ...required, ...optional }),
  status: 201,
  output: CollectionEntryOut,
  example: {
    params: { id: subscription.item_collection_id },
    body: {
      item_id: subscription.item_id,
      quantity: '20',
      price: '79.00',
      unit_id: subscription.unit_id,
      tax_code_id: subscription.tax_code_id,
      business_partner_id: subscription.business_partner_id,
      recurring_start_date: subscription.recurring_start_date,
      recurring_terms: 'IN_ADVANCE',
      recurring_interval: 1,
      refund_policy: 'NO_REFUND',
    },
    answer: subscription,
  },
  failures: ['client_account.inactive'],
});

const byId = {
  service: 'documents',
  envelope: standard,
  params: z.object({ ...ofCollection, entry_id: IdText.describe('Id of the entry.') }),
  path: '/api/v2/item-collections/{id}/entries/{entry_id}',
  notFoundCode: 'item_collection.entry_not_found',
} as const;
const pathOfExample = { id: subscription.item_collection_id, entry_id: subscription.id };

export const updateCollectionEntry = endpoint({
  ...byId,
  name: 'documents.updateCollectionEntry',
  summary: 'Change an entry of an item collection',
  description: 'Only the fields that are sent change; its collection never does.',
  method: ['PUT', 'POST'],
  query: z.object({ with: withRelations }),
  body: z.object({
    ...z.object(required).partial().shape,
    ...optional,
    item_collection_id: Id.optional().describe('Where it is sent it must be that of the entry.'),
  }),
  status: 202, // the published API answers 202 here
  output: CollectionEntryOut,
  example: {
    params: pathOfExample,
    body: { quantity: '25' },
    answer: { ...subscription, quantity: '25.000000' },
  },
  failures: ['item_collection.not_found', 'client_account.inactive'],
});

export const deleteCollectionEntry = endpoint({
  ...byId,
  name: 'documents.deleteCollectionEntry',
  summary: 'Delete an entry of an item collection',
  description: 'For good, unless a line of a document was made of it. The answer shows what was deleted.',
  method: 'DELETE',
  status: 201, // the published API answers 201 here, not 200 or 204
  output: CollectionEntryOut,
  example: { params: pathOfExample, answer: subscription },
  failures: ['item_collection.not_found', 'item_collection.has_document_lines', 'client_account.inactive'],
});
