import { endpoint, list, relations } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdText } from '../fields.ts';
import { BusinessPartnerOut } from '../organisation/business-partner.ts';
import { CalendarDate, Flag, IdText, RateOut } from '../scalars.ts';
import {
  AveragePrice,
  equityTransactionTypes,
  HolderId,
  HolderOrPoolId,
  ShareClassIn,
  ShareClassOut,
  shareClasses,
} from './equity-values.ts';

/** What one holder, or the pool, has of one class. */
export const SharePositionOut = z.object({
  business_partner_id: HolderOrPoolId,
  share_class: ShareClassOut,
  quantity: RateOut.describe('Number of shares; negative for the pool, which has given those that exist.'),
  cost_basis: RateOut.describe('What the shares cost in all, by the weighted average of what was paid for them.'),
  average_price: AveragePrice,
  business_partner: BusinessPartnerOut.nullable()
    .optional()
    .describe('The holder, embedded; null for the pool and for a partner that is gone.'),
});

const AsOf = CalendarDate.optional().describe('Day whose shares are shown, at its end; today unless it is sent.');

export const listSharePositions = endpoint({
  name: 'ledger.listSharePositions',
  summary: 'How many shares each holder has, and what they cost',
  description: 'By class and holder, at the end of a day. Who has none left is not shown.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/equity/positions',
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({
    client_account_id: ClientAccountIdText,
    business_partner_id: list(IdText, 'Holders whose shares are shown.').optional(),
    share_class: list(ShareClassIn, 'Classes of shares.').optional(),
    include_void: Flag.default(false).describe('Whether to show the pool that shares are issued from and retired to.'),
    as_of_date: AsOf,
    with: relations(['business_partner']),
  }),
  status: 200,
  output: z.array(SharePositionOut),
  example: {
    query: { client_account_id: demo.company.id, business_partner_id: '21' },
    answer: [
      {
        business_partner_id: 21,
        share_class: 'ORDINARY',
        quantity: '500.000000',
        cost_basis: '65000.000000',
        average_price: '130.000000',
      },
    ],
  },
});

export const CapTableOut = z.object({
  share_classes: z
    .array(
      z.object({
        share_class: ShareClassOut,
        total_shares: RateOut.describe("Number of shares that exist, the company's own included."),
        treasury_shares: RateOut.describe("Number of shares that are the company's own."),
        percentage_of_total: RateOut.describe(
          'Percentage of all shares outstanding, with six decimals; those of all classes add up to 100.',
        ),
        shareholders: z
          .array(
            z.object({
              business_partner_id: HolderId,
              name: z.string().describe('Name of the shareholder.'),
              quantity: RateOut.describe('Number of shares.'),
              average_price: AveragePrice,
              percentage_of_class: RateOut.describe(
                'Percentage of the outstanding shares of the class, with six decimals; they add up to 100.',
              ),
              percentage_of_total: RateOut.describe(
                'Percentage of all shares outstanding, with six decimals; they add up to those of the class.',
              ),
            }),
          )
          .describe('Who has shares of the class, those with the most shares first; the company itself is left out.'),
      }),
    )
    .describe('The classes of which there are shares.'),
  total_outstanding: RateOut.describe("Number of shares of all classes without the company's own."),
  total_treasury: RateOut.describe("Number of shares of all classes that are the company's own."),
});

export const getCapTable = endpoint({
  name: 'ledger.getCapTable',
  summary: 'Who owns the company: shares and percentages by class',
  description: "At the end of a day. Percentages are of the shares outstanding, which the company's own are not.",
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/equity/cap-table',
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({
    client_account_id: ClientAccountIdText,
    company_business_partner_id: IdText.describe('The company itself as a business partner: who holds its own shares.'),
    as_of_date: AsOf,
  }),
  status: 200,
  output: CapTableOut,
  example: {
    query: { client_account_id: demo.company.id, company_business_partner_id: 20 },
    answer: {
      share_classes: [
        {
          share_class: 'ORDINARY',
          total_shares: '1360.000000',
          treasury_shares: '60.000000',
          percentage_of_total: '100.000000',
          shareholders: [
            {
              business_partner_id: 22,
              name: 'Fløyen Invest AS',
              quantity: '800.000000',
              average_price: '75.000000',
              percentage_of_class: '61.538462',
              percentage_of_total: '61.538462',
            },
            {
              business_partner_id: 21,
              name: 'Ingrid Solberg',
              quantity: '500.000000',
              average_price: '130.000000',
              percentage_of_class: '38.461538',
              percentage_of_total: '38.461538',
            },
          ],
        },
      ],
      total_outstanding: '1300.000000',
      total_treasury: '60.000000',
    },
  },
  failures: ['equity.business_partner_not_found'],
  tool: { name: 'get_cap_table', title: 'Get the cap table' },
});

const choiceOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.object({
    value: z.enum(words).describe('As requests and answers name it.'),
    label: z.string().describe('For people, in English; in Norwegian where `Accept-Language` prefers it.'),
  });

export const listShareClasses = endpoint({
  name: 'ledger.listShareClasses',
  summary: 'The classes that shares can be of',
  description: 'The same for every company.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/equity/share-classes',
  envelope: standard,
  status: 200,
  output: z.object({ share_classes: z.array(choiceOf(shareClasses)).describe('Every class.') }),
  example: {
    answer: {
      share_classes: [
        { value: 'ORDINARY', label: 'Ordinary shares' },
        { value: 'CLASS_A', label: 'Class A shares' },
        { value: 'CLASS_B', label: 'Class B shares' },
        { value: 'CLASS_C', label: 'Class C shares' },
        { value: 'PREFERRED', label: 'Preferred shares' },
        { value: 'OTHER', label: 'Other shares' },
      ],
    },
  },
});

export const listEquityTransactionTypes = endpoint({
  name: 'ledger.listEquityTransactionTypes',
  summary: 'The kinds of operations on shares',
  description: 'The same for every company. CONVERSION comes with imported records alone.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/equity/transaction-types',
  envelope: standard,
  status: 200,
  output: z.object({ transaction_types: z.array(choiceOf(equityTransactionTypes)).describe('Every kind.') }),
  example: {
    answer: {
      transaction_types: [
        { value: 'ISSUANCE', label: 'Issuance' },
        { value: 'TRANSFER', label: 'Transfer' },
        { value: 'BUYBACK', label: 'Buyback' },
        { value: 'RETIREMENT', label: 'Retirement' },
        { value: 'SPLIT', label: 'Split' },
        { value: 'CONVERSION', label: 'Conversion' },
      ],
    },
  },
});
