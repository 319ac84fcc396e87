import { z } from 'zod';
import { ClientAccountId, CreatedAt, CreatedById, IsActive, RecordId, UpdatedAt, UpdatedById } from '../fields.ts';
import { oneOf } from '../scalars.ts';

export const BankAccountType = oneOf('CURRENT', 'SAVINGS', 'LOAN', 'TAX', 'INVESTMENT');

/** What each field of a bank account means, for what is sent and what is shown. */
export const bankAccountMeaning = {
  business_partner_id: 'Business partner whose account it is; null for an account of the house.',
  name: 'Name of the account, for people.',
  type: 'Kind of account: CURRENT, SAVINGS, LOAN, TAX or INVESTMENT.',
  bban: 'Account number by the rules of its country; eleven digits in Norway.',
  iban: 'International account number (ISO 13616).',
  bank_country: 'Country of the bank as a code of ISO 3166-1.',
  bank_name: 'Name of the bank.',
  bank_zip: 'Postal code of the bank.',
  bank_city: 'City of the bank.',
  bic: 'Code of the bank (ISO 9362).',
  routing_number: 'Routing number, where the country uses one.',
  currency_code: 'Currency of the account as a code of ISO 4217.',
  account_code: 'General ledger account that it is booked on.',
} as const;

/** A bank account as it is shown without relations. */
export const bankAccountFields = {
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  business_partner_id: z.int().nullable().describe(bankAccountMeaning.business_partner_id),
  name: z.string().nullable().describe(bankAccountMeaning.name),
  type: BankAccountType.describe(bankAccountMeaning.type),
  bban: z.string().nullable().describe(bankAccountMeaning.bban),
  iban: z.string().nullable().describe(bankAccountMeaning.iban),
  bank_country: z.string().nullable().describe(bankAccountMeaning.bank_country),
  bank_name: z.string().nullable().describe(bankAccountMeaning.bank_name),
  bank_zip: z.string().nullable().describe(bankAccountMeaning.bank_zip),
  bank_city: z.string().nullable().describe(bankAccountMeaning.bank_city),
  bic: z.string().nullable().describe(bankAccountMeaning.bic),
  routing_number: z.string().nullable().describe(bankAccountMeaning.routing_number),
  currency_code: z.string().nullable().describe(bankAccountMeaning.currency_code),
  account_code: z.string().nullable().describe(`${bankAccountMeaning.account_code} Null for the account of a partner.`),
  is_house: z.boolean().describe("Whether it is the client account's own; false for that of a partner."),
  is_active: IsActive,
};
