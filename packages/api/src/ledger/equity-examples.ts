import { demo } from '../demo-company.ts';

// A company's first shares: 1000 issued to partner 21, 400 sold to partner 22, 100 bought back by the company itself
// (partner 20), of which 40 are retired; then partner 22 splits its 400 into 800.

const side = {
  client_account_id: demo.company.id,
  share_class: 'ORDINARY',
  notes: null,
  split_ratio_numerator: null,
  split_ratio_denominator: null,
  created_at: demo.now,
  created_by_id: demo.users.accountant,
  updated_at: demo.now,
  updated_by_id: demo.users.accountant,
} as const;

export const issued = {
  ...side,
  id: 2,
  transaction_date: '2026-01-05',
  transaction_type: 'ISSUANCE',
  transaction_group_id: 'f4d8a1b2-5c3e-4f60-8a71-92b3c4d5e6f7',
  business_partner_id: 21,
  quantity: '1000.000000',
  price_per_share: '130.000000',
  notes: 'Stiftelse',
} as const;

export const transferred = {
  ...side,
  id: 4,
  transaction_date: '2026-01-08',
  transaction_type: 'TRANSFER',
  transaction_group_id: '0b9c6a55-1d2e-4c3f-9a4b-5c6d7e8f9a0b',
  business_partner_id: 22,
  quantity: '400.000000',
  price_per_share: '150.000000',
} as const;

export const boughtBack = {
  ...side,
  id: 6,
  transaction_date: '2026-01-12',
  transaction_type: 'BUYBACK',
  transaction_group_id: '7e1f2a3b-4c5d-4e6f-8a9b-0c1d2e3f4a5b',
  business_partner_id: 20,
  quantity: '100.000000',
  price_per_share: '160.000000',
} as const;

export const retired = {
  ...side,
  id: 7,
  transaction_date: '2026-01-13',
  transaction_type: 'RETIREMENT',
  transaction_group_id: '5a4b3c2d-1e0f-4a9b-8c7d-6e5f4a3b2c1d',
  business_partner_id: 20,
  quantity: '-40.000000',
  price_per_share: '0.000000',
} as const;

export const splitUp = {
  ...side,
  id: 10,
  transaction_date: '2026-01-14',
  transaction_type: 'SPLIT',
  transaction_group_id: 'c0ffee00-9d8c-4b7a-a695-847362514039',
  business_partner_id: 22,
  quantity: '400.000000',
  price_per_share: '0.000000',
  split_ratio_numerator: 2,
  split_ratio_denominator: 1,
} as const;
