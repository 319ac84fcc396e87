import { endpoint, list, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import {
  ClientAccountId,
  ClientAccountIdIn,
  ClientAccountIdText,
  CreatedAt,
  CreatorId,
  pathId,
  RecordId,
  UpdatedAt,
} from '../fields.ts';
import { BusinessPartnerOut } from '../organisation/business-partner.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, Id, IdText, RateOut, text } from '../scalars.ts';
import { PublicUserOut } from '../users.ts';
import { boughtBack, issued, retired, splitUp, transferred } from './equity-examples.ts';
import {
  EquityTransactionTypeIn,
  HolderOrPoolId,
  ShareClassIn,
  ShareClassOut,
  SharePriceIn,
  SharesIn,
} from './equity-values.ts';

/** One side of an operation on shares: what one holder, or the pool, received or gave. */
export const EquityTransactionOut = z.object({
  id: RecordId,
  client_account_id: ClientAccountId,
  transaction_date: CalendarDate.describe('Day from which the shares are held so.'),
  transaction_type: EquityTransactionTypeIn.describe('What kind of operation it belongs to.'),
  transaction_group_id: z.string().describe('The operation: the same for all of its sides (UUID).'),
  business_partner_id: HolderOrPoolId,
  share_class: ShareClassOut,
  quantity: RateOut.describe('Number of shares: positive when they are received, negative when they are given.'),
  price_per_share: RateOut.describe('What was paid per share; zero when no price was named.'),
  notes: z.string().nullable().describe('Free text about the operation.'),
  split_ratio_numerator: z
    .int()
    .nullable()
    .describe('New shares of a split in lowest terms: 2 of a 2-for-1 split. Null for other operations.'),
  split_ratio_denominator: z
    .int()
    .nullable()
    .describe('Old shares of a split in lowest terms: 1 of a 2-for-1 split. Null for other operations.'),
  created_at: CreatedAt,
  created_by_id: CreatorId,
  updated_at: UpdatedAt,
  updated_by_id: z.int().describe('User who last changed the record: its creator, since it never changes.'),
  business_partner: BusinessPartnerOut.nullable()
    .optional()
    .describe('The holder, embedded; null for the pool and for a partner that is gone.'),
  created_by: PublicUserOut.nullable().optional().describe('The user who created it, embedded.'),
  updated_by: PublicUserOut.nullable().optional().describe('The user who last changed it, embedded.'),
});

/** The path that `Location` names and that reads one transaction. */
const transactionPath = '/api/v2/equity/transactions/{id}';
const withAll = relations(['business_partner', 'created_by', 'updated_by']);

export const listEquityTransactions = endpoint({
  name: 'ledger.listEquityTransactions',
  summary: 'Share transactions of a client account, in the order in which they were recorded',
  description: 'Every operation has two sides that share transaction_group_id: one received what the other gave.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/equity/transactions',
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({
    client_account_id: ClientAccountIdText,
    business_partner_id: list(IdText, 'Holders whose sides are shown.').optional(),
    share_class: list(ShareClassIn, 'Classes of shares.').optional(),
    transaction_type: list(EquityTransactionTypeIn, 'Kinds of operations.').optional(),
    date_from: CalendarDate.optional().describe('First transaction date.'),
    date_to: CalendarDate.optional().describe('Last transaction date.'),
    ...polling,
    with: withAll,
    ...paging({ maximum: 100 }),
  }),
  status: 200,
  output: followedListOf(EquityTransactionOut),
  example: {
    query: { client_account_id: demo.company.id, transaction_type: 'ISSUANCE', business_partner_id: '21' },
    answer: lastPageOf(issued),
  },
});

export const getEquityTransaction = endpoint({
  name: 'ledger.getEquityTransaction',
  summary: 'One share transaction',
  description: 'One side of an operation; the list finds the other one by the same transaction_group_id.',
  service: 'ledger',
  method: 'GET',
  path: transactionPath,
  envelope: standard,
  params: pathId('share transaction'),
  query: z.object({ with: withAll }),
  status: 200,
  output: EquityTransactionOut,
  example: { params: { id: issued.id }, answer: issued },
  notFoundCode: 'equity.transaction_not_found',
  failures: ['equity.transaction_not_found'],
});

const shares = { share_class: ShareClassIn.describe('Class of the shares.') };
const quantity = { quantity: SharesIn.describe('Number of shares, above zero, with up to six decimals.') };
const price = {
  price_per_share: SharePriceIn.nullish().describe('What was paid per share, with up to six decimals.'),
};
const circumstances = {
  transaction_date: CalendarDate.nullish().describe(
    'Day of the operation; today unless it is sent. It takes place after everything else of that day.',
  ),
  notes: text().nullish().describe('Free text about the operation.'),
};
const Company = Id.describe('The company itself as a business partner: who holds its own shares.');

/** What the operations have in common. */
const operation = {
  service: 'ledger',
  method: 'POST',
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  envelope: standard,
  status: 201,
  output: EquityTransactionOut,
  location: ({ id }: { readonly id: number }) => `/api/v2/equity/transactions/${id}`,
} as const;

export const issueShares = endpoint({
  ...operation,
  name: 'ledger.issueShares',
  summary: 'Issue shares to a shareholder',
  description: "Answers the shareholder's side. Without a price the shares cost nothing.",
  path: '/api/v2/equity/transactions/issue',
  body: z.object({
    client_account_id: ClientAccountIdIn,
    business_partner_id: Id.describe('Business partner who receives the shares.'),
    ...{ ...shares, ...quantity, ...price, ...circumstances },
  }),
  example: {
    body: {
      client_account_id: demo.company.id,
      business_partner_id: 21,
      share_class: 'ORDINARY',
      quantity: '1000',
      price_per_share: '130',
      transaction_date: '2026-01-05',
      notes: 'Stiftelse',
    },
    answer: issued,
  },
  failures: ['equity.business_partner_not_found', 'client_account.inactive'],
});

export const transferShares = endpoint({
  ...operation,
  name: 'ledger.transferShares',
  summary: 'Transfer shares from one shareholder to another',
  description:
    "Answers the recipient's side. The giver's cost falls by the weighted average; without a price the recipient takes that cost over.",
  path: '/api/v2/equity/transactions/transfer',
  body: z.object({
    client_account_id: ClientAccountIdIn,
    from_business_partner_id: Id.describe('Business partner who gives the shares.'),
    to_business_partner_id: Id.describe('Business partner who receives the shares.'),
    ...{ ...shares, ...quantity, ...price, ...circumstances },
  }),
  example: {
    body: {
      client_account_id: demo.company.id,
      from_business_partner_id: 21,
      to_business_partner_id: 22,
      share_class: 'ORDINARY',
      quantity: '400',
      price_per_share: '150',
      transaction_date: '2026-01-08',
    },
    answer: transferred,
  },
  failures: ['equity.same_party', 'equity.business_partner_not_found', 'client_account.inactive'],
});

export const buyBackShares = endpoint({
  ...operation,
  name: 'ledger.buyBackShares',
  summary: "Buy shares back: they become the company's own",
  description: "Answers the company's side. Without a price the company's own shares cost nothing.",
  path: '/api/v2/equity/transactions/buyback',
  body: z.object({
    client_account_id: ClientAccountIdIn,
    from_business_partner_id: Id.describe('Business partner who gives the shares.'),
    company_business_partner_id: Company,
    ...{ ...shares, ...quantity, ...price, ...circumstances },
  }),
  example: {
    body: {
      client_account_id: demo.company.id,
      from_business_partner_id: 21,
      company_business_partner_id: 20,
      share_class: 'ORDINARY',
      quantity: '100',
      price_per_share: '160',
      transaction_date: '2026-01-12',
    },
    answer: boughtBack,
  },
  failures: ['equity.same_party', 'equity.business_partner_not_found', 'client_account.inactive'],
});

export const retireShares = endpoint({
  ...operation,
  name: 'ledger.retireShares',
  summary: "Retire the company's own shares",
  description: "Answers the company's side; the shares go back to the pool that shares are issued from.",
  path: '/api/v2/equity/transactions/retire',
  body: z.object({
    client_account_id: ClientAccountIdIn,
    company_business_partner_id: Company,
    ...{ ...shares, ...quantity, ...circumstances },
  }),
  example: {
    body: {
      client_account_id: demo.company.id,
      company_business_partner_id: 20,
      share_class: 'ORDINARY',
      quantity: '40',
      transaction_date: '2026-01-13',
    },
    answer: retired,
  },
  failures: ['equity.business_partner_not_found', 'client_account.inactive'],
});

export const splitShares = endpoint({
  ...operation,
  name: 'ledger.splitShares',
  summary: "Split a shareholder's shares, or join them by a reverse split",
  description: "Answers the shareholder's side with the difference. What the shares cost in all stays as it is.",
  path: '/api/v2/equity/transactions/split',
  body: z.object({
    client_account_id: ClientAccountIdIn,
    business_partner_id: Id.describe('Business partner whose shares are split.'),
    ...shares,
    old_quantity: SharesIn.describe('Number of shares before: exactly what the shareholder has on that day.'),
    new_quantity: SharesIn.describe('Number of shares after.'),
    ...circumstances,
  }),
  example: {
    body: {
      client_account_id: demo.company.id,
      business_partner_id: 22,
      share_class: 'ORDINARY',
      old_quantity: '400',
      new_quantity: '800',
      transaction_date: '2026-01-14',
    },
    answer: splitUp,
  },
  failures: ['equity.business_partner_not_found', 'client_account.inactive'],
});
