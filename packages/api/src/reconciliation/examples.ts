import { demo } from '../demo-company.ts';

/** What the examples of this area tell of. */
export const houseAccount = {
  id: 1,
  created_at: demo.made,
  created_by_id: demo.users.accountant,
  updated_at: demo.made,
  updated_by_id: demo.users.accountant,
  client_account_id: demo.company.id,
  business_partner_id: null,
  name: 'Driftskonto',
  type: 'CURRENT' as const,
  bban: '15032080119',
  iban: 'NO5015032080119',
  bank_country: 'NO',
  bank_name: 'DNB Bank ASA',
  bank_zip: null,
  bank_city: null,
  bic: 'DNBANOKK',
  routing_number: null,
  currency_code: 'NOK',
  account_code: '1920',
  is_house: true,
  is_active: true,
};
