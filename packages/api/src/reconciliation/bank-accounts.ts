import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdIn, IsActiveIn, pathId } from '../fields.ts';
import { BusinessPartnerOut } from '../organisation/business-partner.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, CountryCode, CurrencyCode, Flag, FlagOrNull, Id, IdText, MoneyOut, text } from '../scalars.ts';
import { BankAccountType, bankAccountFields, bankAccountMeaning as meaning } from './bank-account-fields.ts';
import { houseAccount } from './examples.ts';

const BankBalanceOut = z.object({
  as_of: CalendarDate.describe('Last day of the newest statement.'),
  amount: MoneyOut.describe('Its closing balance.'),
  currency_code: z.string().describe('Currency of the balance as a code of ISO 4217.'),
});

export const BankAccountOut = z.object({
  ...bankAccountFields,
  business_partner: BusinessPartnerOut.nullable()
    .optional()
    .describe('The partner, embedded; null for an account of the house.'),
  balance: BankBalanceOut.nullable()
    .optional()
    .describe('What stood on it by its newest statement, embedded; null without a statement.'),
});

const Bic = text(11)
  .transform((code) => code.toUpperCase())
  .refine((code) => code === '' || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code), 'must be a BIC such as DNBANOKK')
  .transform((code) => (code === '' ? null : code))
  .meta({ override: { type: 'string', maxLength: 11 } });
const AccountCode = text(20).refine((code) => /^\d{4,}[\w.-]*$/.test(code), 'must be an account code such as 1920');

const details = {
  iban: text(60).nullish().describe(`${meaning.iban} Spaces are dropped. Norwegian ones give \`bban\`.`),
  bban: text(60).nullish().describe(`${meaning.bban} A Norwegian one gives \`iban\`.`),
  bank_country: CountryCode.nullish().describe(`${meaning.bank_country} Required beside \`bban\`.`),
  name: text(250).nullish().describe(meaning.name),
  currency_code: CurrencyCode.nullish().describe(
    `${meaning.currency_code} That of the books for an account of the house, unless another one is sent.`,
  ),
  bic: Bic.nullish().describe(`${meaning.bic} Filled in for Norwegian numbers of banks that we know.`),
  bank_name: text(250).nullish().describe(`${meaning.bank_name} Filled in where we know the bank.`),
  bank_zip: text(20).nullish().describe(meaning.bank_zip),
  bank_city: text(250).nullish().describe(meaning.bank_city),
  routing_number: text(40).nullish().describe(meaning.routing_number),
  account_code: AccountCode.nullish().describe(
    `${meaning.account_code} For accounts of the house: 1950 for TAX, 2220 for LOAN, else 1920, unless another one is sent.`,
  ),
};

export const listBankAccounts = endpoint({
  name: 'reconciliation.listBankAccounts',
  summary: 'The bank accounts of the house and of its partners',
  description: 'By default active ones, of every client account the caller reaches.',
  service: 'reconciliation',
  method: 'GET',
  path: '/api/v2/bank-accounts',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'list' },
  query: z.object({
    client_account_id: list(IdText, 'Those of these client accounts.').optional(),
    business_partner_id: IdText.optional().describe('Those of this business partner.'),
    is_house: Flag.optional().describe('True for accounts of the house, false for those of partners.'),
    is_active: FlagOrNull.default(true).describe('True for active accounts, false for inactive ones, null for both.'),
    ...polling,
    order_by: orderBy(['id', 'name', 'type', 'iban', 'is_active', 'created_at', 'updated_at']),
    ...paging({ maximum: 1_000 }),
  }),
  status: 200,
  output: followedListOf(BankAccountOut),
  example: { query: { client_account_id: demo.company.id, is_house: true }, answer: lastPageOf(houseAccount) },
  tool: { name: 'list_bank_accounts', title: 'List bank accounts' },
});

const byId = {
  service: 'reconciliation',
  path: '/api/v2/bank-accounts/{id}',
  envelope: standard,
  params: pathId('bank account'),
  status: 200,
  output: BankAccountOut,
  notFoundCode: 'bank_account.not_found',
} as const;

export const getBankAccount = endpoint({
  ...byId,
  name: 'reconciliation.getBankAccount',
  summary: 'One bank account',
  description: 'Active or not.',
  method: 'GET',
  query: z.object({ with: relations(['business_partner', 'balance']) }),
  example: {
    params: { id: houseAccount.id },
    query: { with: 'balance' },
    answer: { ...houseAccount, balance: { as_of: '2025-12-31', amount: '1250.00', currency_code: 'NOK' } },
  },
});

export const createBankAccount = endpoint({
  name: 'reconciliation.createBankAccount',
  summary: 'Create a bank account of the house or of a business partner',
  description: 'Either `iban`, or `bban` with `bank_country`. An owner has a number once.',
  service: 'reconciliation',
  method: 'POST',
  path: '/api/v2/bank-accounts',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    type: BankAccountType.describe(meaning.type),
    business_partner_id: Id.nullish().describe(meaning.business_partner_id),
    ...details,
  }),
  status: 201,
  output: BankAccountOut,
  example: {
    values: { 'body.bban': 'bank-accounts/bban' },
    body: {
      client_account_id: demo.company.id,
      type: 'CURRENT',
      bban: '1503 20 80119',
      bank_country: 'NO',
      name: 'Driftskonto',
    },
    answer: houseAccount,
  },
  location: ({ id }) => `/api/v2/bank-accounts/${id}`,
  failures: ['bank_account.invalid_account_number', 'bank_account.duplicate', 'client_account.inactive'],
});

export const updateBankAccount = endpoint({
  ...byId,
  name: 'reconciliation.updateBankAccount',
  summary: 'Change a bank account',
  description: 'Only the fields that are sent change; client account and partner never do.',
  method: ['POST', 'PUT'],
  body: z.object({
    type: BankAccountType.optional().describe(meaning.type),
    ...details,
    is_active: IsActiveIn.optional(),
  }),
  example: {
    values: { 'params.id': 'bank-accounts/2' },
    params: { id: houseAccount.id },
    body: { name: 'Hovedkonto' },
    answer: { ...houseAccount, name: 'Hovedkonto' },
  },
  failures: [
    'bank_account.invalid_account_number',
    'bank_account.duplicate',
    'bank_account.has_unreconciled_transactions',
    'client_account.inactive',
  ],
});

export const deactivateBankAccount = endpoint({
  ...byId,
  name: 'reconciliation.deactivateBankAccount',
  summary: 'Deactivate a bank account',
  description: 'It stays where it is used. Refused while a transaction of a house account is not reconciled.',
  method: 'DELETE',
  example: {
    values: { 'params.id': 'bank-accounts/to-close' },
    params: { id: houseAccount.id },
    answer: { ...houseAccount, is_active: false },
  },
  failures: ['bank_account.has_unreconciled_transactions', 'client_account.inactive'],
});
