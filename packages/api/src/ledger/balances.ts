import { endpoint, list } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { CalendarDate, CurrencyCode, Flag, IdText, MoneyOut } from '../scalars.ts';
import { DimensionTypeIn } from './dimensions.ts';
import { AccountCodeFilter } from './filters.ts';

export const AccountBalanceOut = z.object({
  account_id: z.int(),
  account_code: z.string(),
  description: z.string(),
  as_of_date: CalendarDate,
  currency_code: CurrencyCode,
  relation_type: DimensionTypeIn.nullable(),
  relation_id: z.int().nullable(),
  relation_name: z.string().nullable(),
  /** Debit minus credit. */
  balance: MoneyOut,
  line_count: z.int(),
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
      client_account_id: IdText,
      as_of_date: CalendarDate.optional(),
      account_code: list(AccountCodeFilter).optional(),
      relation_type: DimensionTypeIn.optional(),
      relation_id: IdText.optional(),
      include_drafts: Flag.default(false),
    })
    .refine((query) => query.relation_id === undefined || query.relation_type !== undefined, {
      path: ['relation_type'],
      error: 'is required with relation_id',
    }),
  status: 200,
  output: z.array(AccountBalanceOut),
  tool: { name: 'get_account_balances', title: 'Get account balances' },
});
