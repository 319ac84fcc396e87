import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdIn, CreatedAt, CreatedById, pathId, RecordId, UpdatedAt, UpdatedById } from '../fields.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, FlagOrNull, Id, IdText, MoneyOut, requiredText, Switch, text } from '../scalars.ts';
import { DimensionTypeIn, MandatoryDimensionOut } from './dimensions.ts';
import { coffeeAccount, renamedAccount, suppliesAccount } from './examples.ts';
import { AccountCodeFilter } from './filters.ts';
import { TaxCodeOut } from './tax-codes.ts';

/** The code of an account that a company makes: 4 to 6 digits, the first 1 to 8. */
export const AccountCode = z
  .string({ error: 'must be text of 4 to 6 digits, such as "1921"' })
  .regex(/^[1-8]\d{3,5}$/, 'must have 4 to 6 digits, the first of them 1 to 8');

export const WhitelistedTaxCodeOut = z.object({
  id: RecordId,
  tax_code_id: z.int().describe('A rate period of the VAT code; it admits the code as a whole.'),
  tax_code: z
    .union([z.string(), TaxCodeOut])
    .describe('The code, or the rate period itself with `with=tax_codes.tax_code`.'),
});

export const AccountStatisticsOfLedgerOut = z.object({
  line_count: z.int().describe('How many posted lines the account has.'),
  last_posting_date: CalendarDate.nullable().describe('Newest posting date; null without lines.'),
  balance: MoneyOut.describe('Debit minus credit over all posted lines, in the accounting currency.'),
});

/** A general ledger account as it is embedded and, with relations, as a resource (docs/contract/accounts.md). */
export const AccountOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: z
    .int()
    .nullable()
    .describe('The company whose own account it is; null for the chart that everybody sees.'),
  account_code: z.string().describe('Number of the account, 4 to 6 digits.'),
  description: z.string().describe('Name of the account, in the language asked for.'),
  description_nob: z.string().describe('Name of the account in Norwegian.'),
  description_eng: z.string().nullable().describe('Name of the account in English.'),
  category_code_1: z.string().describe('Class of the account: the first digit of its number.'),
  category_description_1: z.string().describe('Name of the class.'),
  category_code_2: z.string().describe('Group of the account: the first two digits.'),
  category_description_2: z.string().describe('Name of the group.'),
  category_code_3: z.string().describe('Subgroup of the account: the first three digits.'),
  category_description_3: z.string().describe('Name of the subgroup.'),
  is_active: z.boolean().describe('Whether entries may use it.'),
  is_system: z.boolean().describe('Whether it belongs to the chart that everybody sees, which nobody changes.'),
  country_code: z.string().describe('Country of the chart as a code of ISO 3166-1.'),
  industry_extension: z.string().nullable().describe('Industry that the account is for; null for every one.'),
  grouping_category: z.string().describe('Grouping category of the SAF-T file (business specification).'),
  grouping_code: z.string().describe('Grouping code of the SAF-T file (business specification).'),
  grouping_is_derived: z
    .boolean()
    .describe('Whether the grouping is that of the nearest account of the chart, since the company named none.'),
  mandatory_dimensions: z
    .array(MandatoryDimensionOut)
    .optional()
    .describe('Dimensions that lines of the account carry, embedded.'),
  tax_codes: z
    .array(WhitelistedTaxCodeOut)
    .optional()
    .describe('VAT codes that lines may have, embedded; an empty list admits every code.'),
  statistics: AccountStatisticsOfLedgerOut.optional().describe('What the company has posted on it, embedded.'),
});

const accountRelations = relations(['mandatory_dimensions', 'tax_codes', 'tax_codes.tax_code', 'statistics']);

const account = { in: 'query', field: 'client_account_id', take: 'optional' } as const;
const params = pathId('account');
const OfCompany = IdText.optional().describe('Client account whose own accounts are included.');

/** The path that `Location` names and that reads one account. */
export const accountPath = '/api/v2/general-ledger-accounts/{id}';

export const listAccounts = endpoint({
  name: 'ledger.listAccounts',
  summary: 'The chart of accounts',
  description: 'Without client_account_id the accounts of the system chart; with it those of the company as well.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/general-ledger-accounts',
  envelope: standard,
  account,
  query: z
    .object({
      description: text().optional().describe('Part of the name, whatever its case.'),
      country_code: text(10).optional().describe('Country of the chart; there is the Norwegian one, NO.'),
      account_code: list(AccountCodeFilter, 'Numbers of accounts.').optional(),
      client_account_id: OfCompany,
      is_active: FlagOrNull.default(true).describe('True for active accounts, false for inactive ones, null for both.'),
      ...polling,
      with: accountRelations,
      order_by: orderBy(['account_code', 'id', 'description', 'is_active', 'created_at', 'updated_at']),
      ...paging(),
    })
    .refine((query) => !query.with.has('statistics') || query.client_account_id !== undefined, {
      path: ['client_account_id'],
      error: 'is required with with=statistics: statistics are those of one client account',
    }),
  status: 200,
  output: followedListOf(AccountOut),
  example: { query: { client_account_id: demo.company.id, account_code: '6800' }, answer: lastPageOf(suppliesAccount) },
  tool: { name: 'list_general_ledger_accounts', title: 'List general ledger accounts' },
});

export const getAccount = endpoint({
  name: 'ledger.getAccount',
  summary: 'One general ledger account',
  description: 'Of the system chart or of a company within reach.',
  service: 'ledger',
  method: 'GET',
  path: accountPath,
  envelope: standard,
  account,
  params,
  query: z.object({ client_account_id: OfCompany, with: accountRelations }),
  status: 200,
  output: AccountOut,
  example: { params: { id: suppliesAccount.id }, answer: suppliesAccount },
  notFoundCode: 'accounting.account_not_found',
  failures: ['accounting.account_not_found'],
});

const fields = {
  description_eng: text().nullish().describe('Name of the account in English.'),
  mandatory_dimensions: z
    .array(DimensionTypeIn, { error: 'must be an array of dimension types' })
    .nullish()
    .describe('Dimensions that lines of the account carry.'),
  tax_code_ids: z
    .array(Id, { error: 'must be an array of ids of tax codes' })
    .nullish()
    .describe('Rate periods of the VAT codes that lines may have; none admits every code.'),
  grouping_category: text(200).nullish().describe('Grouping category of the SAF-T file (business specification).'),
  grouping_code: text(35).nullish().describe('Grouping code of the SAF-T file (business specification).'),
};

export const createAccount = endpoint({
  name: 'ledger.createAccount',
  summary: 'Add an account to the chart of a company',
  description: 'Without grouping the account gets that of the nearest account of the system chart, marked as derived.',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/general-ledger-accounts',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    account_code: AccountCode.describe('Number of the account: 4 to 6 digits, the first 1 to 8.'),
    description_nob: requiredText().describe('Name of the account in Norwegian.'),
    ...fields,
  }),
  status: 201,
  output: AccountOut,
  example: {
    values: { 'body.account_code': 'accounts/code' },
    body: {
      client_account_id: demo.company.id,
      account_code: '6805',
      description_nob: 'Kaffe og te til ansatte',
      description_eng: 'Coffee and tea for staff',
      mandatory_dimensions: ['department'],
      tax_code_ids: [2],
    },
    answer: coffeeAccount,
  },
  location: ({ id }) => `/api/v2/general-ledger-accounts/${id}`,
  failures: ['accounting.account_code_taken', 'common.conflict', 'client_account.inactive'],
});

export const updateAccount = endpoint({
  name: 'ledger.updateAccount',
  summary: "Change an account of a company's own",
  description:
    'Fields that are not sent keep their value; mandatory_dimensions and tax_code_ids are replaced as a whole.',
  service: 'ledger',
  method: 'PUT',
  path: accountPath,
  envelope: standard,
  params,
  body: z.object({
    client_account_id: Id.optional().describe('The company, which never changes: anything but its own id is refused.'),
    account_code: z
      .string({ error: 'must be text' })
      .optional()
      .describe('The number, which never changes: another one is refused.'),
    description_nob: requiredText().optional().describe('Name of the account in Norwegian.'),
    is_active: Switch.optional().describe(
      'False deactivates the account, which must have no balance; true makes it active again.',
    ),
    ...fields,
  }),
  status: 200,
  output: AccountOut,
  example: {
    params: { id: coffeeAccount.id },
    body: { description_nob: renamedAccount.description_nob },
    answer: renamedAccount,
  },
  notFoundCode: 'accounting.account_not_found',
  failures: [
    'accounting.account_not_found',
    'accounting.account_is_system',
    'accounting.account_has_balance',
    'client_account.inactive',
  ],
});

export const deactivateAccount = endpoint({
  name: 'ledger.deactivateAccount',
  summary: "Deactivate an account of a company's own",
  description: 'The account stays and can be made active again with PUT. It must have no balance.',
  service: 'ledger',
  method: 'DELETE',
  path: accountPath,
  envelope: standard,
  params,
  status: 200,
  output: AccountOut,
  example: { params: { id: coffeeAccount.id }, answer: { ...renamedAccount, is_active: false } },
  notFoundCode: 'accounting.account_not_found',
  failures: [
    'accounting.account_not_found',
    'accounting.account_is_system',
    'accounting.account_has_balance',
    'client_account.inactive',
  ],
});
