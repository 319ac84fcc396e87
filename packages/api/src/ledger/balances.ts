import { endpoint, list } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdText } from '../fields.ts';
import { CalendarDate, CurrencyCode, IdText, MoneyOut } from '../scalars.ts';
import { DimensionTypeIn } from './dimensions.ts';
import { AccountCodeFilter, IncludeDrafts } from './filters.ts';

export const AccountBalanceOut = z.object({
  account_id: z.int().describe('General ledger account.'),
  account_code: z.string().describe('Number of the account.'),
  description: z.string().describe('Name of the account, in the language asked for.'),
  as_of_date: CalendarDate.describe('Last posting date that is counted.'),
  currency_code: CurrencyCode.describe('The accounting currency, as a code of ISO 4217.'),
  relation_type: DimensionTypeIn.nullable().describe(
    'Kind of dimension that the row is split by; null for the whole account.',
  ),
  relation_id: z
    .int()
    .nullable()
    .describe('Id of the dimension value; null for the whole account, and for lines without one.'),
  relation_name: z.string().nullable().describe('Name of the dimension value.'),
  balance: MoneyOut.describe(
    'Debit minus credit, in the accounting currency: assets are positive, income is negative.',
  ),
  line_count: z.int().describe('How many posted lines it is the sum of.'),
});

export const getAccountBalances = endpoint({
  name: 'ledger.getAccountBalances',
  summary: 'Balances of accounts on a day, whole or per dimension value',
  description: 'With relation_type one row per value, and one without a value for lines that carry none.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/general-ledger-accounts/balances',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z
    .object({
      client_account_id: ClientAccountIdText,
      as_of_date: CalendarDate.optional().describe('Last posting date to count; today when it is left out.'),
      account_code: list(AccountCodeFilter, 'Numbers of accounts.').optional(),
      relation_type: DimensionTypeIn.optional().describe('Splits each account by the values of this dimension.'),
      relation_id: IdText.optional().describe('One value of that dimension.'),
      include_drafts: IncludeDrafts,
    })
    .refine((query) => query.relation_id === undefined || query.relation_type !== undefined, {
      path: ['relation_type'],
      error: 'is required with relation_id',
    }),
  status: 200,
  output: z.array(AccountBalanceOut),
  example: {
    query: { client_account_id: demo.company.id, as_of_date: '2025-12-31', account_code: '1920' },
    answer: [
      {
        account_id: 82,
        account_code: '1920',
        description: 'Bankinnskudd',
        as_of_date: '2025-12-31',
        currency_code: 'NOK',
        relation_type: null,
        relation_id: null,
        relation_name: null,
        balance: '5044509.00',
        line_count: 1908,
      },
    ],
  },
  tool: { name: 'get_account_balances', title: 'Get account balances' },
});
