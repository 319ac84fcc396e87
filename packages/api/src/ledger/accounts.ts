import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, FlagOrNull, Id, IdText, MoneyOut, requiredText, Switch, Timestamp, text } from '../scalars.ts';
import { DimensionTypeIn } from './dimensions.ts';
import { AccountCodeFilter } from './filters.ts';
import { TaxCodeOut } from './tax-codes.ts';

/** The code of an account that a company makes: 4 to 6 digits, the first 1 to 8. */
export const AccountCode = z
  .string({ error: 'must be text of 4 to 6 digits, such as "1921"' })
  .regex(/^[1-8]\d{3,5}$/, 'must have 4 to 6 digits, the first of them 1 to 8');

export const WhitelistedTaxCodeOut = z.object({
  id: z.int(),
  tax_code_id: z.int(),
  /** The code, or the tax code itself with `with=tax_codes.tax_code`. */
  tax_code: z.union([z.string(), TaxCodeOut]),
});

export const AccountStatisticsOfLedgerOut = z.object({
  line_count: z.int(),
  last_posting_date: CalendarDate.nullable(),
  balance: MoneyOut,
});

/** A general ledger account as it is embedded and, with relations, as a resource (document 4 section 4.3). */
export const AccountOut = z.object({
  id: z.int(),
  created_at: Timestamp,
  created_by_id: z.int().nullable(),
  updated_at: Timestamp,
  updated_by_id: z.int().nullable(),
  /** Null: an account of the chart that every client account sees. */
  client_account_id: z.int().nullable(),
  account_code: z.string(),
  /** In the language asked for. */
  description: z.string(),
  description_nob: z.string(),
  description_eng: z.string().nullable(),
  category_code_1: z.string(),
  category_description_1: z.string(),
  category_code_2: z.string(),
  category_description_2: z.string(),
  category_code_3: z.string(),
  category_description_3: z.string(),
  is_active: z.boolean(),
  is_system: z.boolean(),
  country_code: z.string(),
  industry_extension: z.string().nullable(),
  grouping_category: z.string(),
  grouping_code: z.string(),
  /** The company named no grouping: it is that of the nearest account of the chart. */
  grouping_is_derived: z.boolean(),
  mandatory_dimensions: z.array(z.object({ relation_type: DimensionTypeIn })).optional(),
  tax_codes: z.array(WhitelistedTaxCodeOut).optional(),
  statistics: AccountStatisticsOfLedgerOut.optional(),
});

const accountRelations = relations(['mandatory_dimensions', 'tax_codes', 'tax_codes.tax_code', 'statistics']);

const account = { in: 'query', field: 'client_account_id', take: 'optional' } as const;
const params = z.object({ id: IdText });

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
      description: text().optional(),
      country_code: text(10).optional(),
      account_code: list(AccountCodeFilter).optional(),
      client_account_id: IdText.optional(),
      is_active: FlagOrNull.default(true),
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
  tool: { name: 'list_general_ledger_accounts', title: 'List general ledger accounts' },
});

export const getAccount = endpoint({
  name: 'ledger.getAccount',
  summary: 'One general ledger account',
  service: 'ledger',
  method: 'GET',
  path: accountPath,
  envelope: standard,
  account,
  params,
  query: z.object({ client_account_id: IdText.optional(), with: accountRelations }),
  status: 200,
  output: AccountOut,
  notFoundCode: 'accounting.account_not_found',
  failures: ['accounting.account_not_found'],
});

const fields = {
  description_eng: text().nullish(),
  mandatory_dimensions: z.array(DimensionTypeIn, { error: 'must be an array of dimension types' }).nullish(),
  tax_code_ids: z.array(Id, { error: 'must be an array of ids of tax codes' }).nullish(),
  grouping_category: text(200).nullish(),
  grouping_code: text(35).nullish(),
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
  body: z.object({ client_account_id: Id, account_code: AccountCode, description_nob: requiredText(), ...fields }),
  status: 201,
  output: AccountOut,
  location: ({ id }) => `/api/v2/general-ledger-accounts/${id}`,
  failures: ['accounting.account_code_taken', 'client_account.inactive'],
});

export const updateAccount = endpoint({
  name: 'ledger.updateAccount',
  summary: "Change an account of a company's own",
  description: 'Fields that are not sent keep their value; mandatory_dimensions and tax_code_ids are replaced as a whole.',
  service: 'ledger',
  method: 'PUT',
  path: accountPath,
  envelope: standard,
  params,
  body: z.object({
    client_account_id: Id.optional(),
    account_code: z.string({ error: 'must be text' }).optional(),
    description_nob: requiredText().optional(),
    is_active: Switch.optional(),
    ...fields,
  }),
  status: 200,
  output: AccountOut,
  notFoundCode: 'accounting.account_not_found',
  failures: ['accounting.account_not_found', 'accounting.account_is_system', 'accounting.account_has_balance', 'client_account.inactive'],
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
  notFoundCode: 'accounting.account_not_found',
  failures: ['accounting.account_not_found', 'accounting.account_is_system', 'accounting.account_has_balance', 'client_account.inactive'],
});
