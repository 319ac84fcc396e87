import type { AccountField } from '@app/access';
import { endpoint, list, PAGE, PDF, WORKBOOK } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { report } from '../envelopes.ts';
import { ClientAccountIdText } from '../fields.ts';
import { CalendarDate, ExactNumber, Flag, searchedWords } from '../scalars.ts';
import { DimensionTypeIn } from './dimensions.ts';
import { AccountCodeFilter, DimensionTuple, IncludeDrafts } from './filters.ts';
import { trialBalanceRow } from './report-examples.ts';

/** Report paths answer 403 for a client account that is missing, malformed or out of reach (REP-R05). */
export const reportAccount = {
  in: 'query',
  field: 'client_account_id',
  take: 'one',
  missing: { status: 403, code: 'common.forbidden' },
} as const satisfies AccountField;

/** Parameters that reports share (docs/contract/reports.md, "Parameters"). */
export const reportFilters = {
  dimensions: list(
    DimensionTuple,
    'Lines that carry one of these dimension values of each kind that is named, each as `type:id`.',
  ).optional(),
  include_drafts: IncludeDrafts,
  free_text: searchedWords()
    .optional()
    .describe('Words that all occur in the description of the line or its entry, or in number or name of the account.'),
} as const;

/** Which forms a report has besides JSON; tools have JSON alone. */
export const FORMS = 'Accept selects JSON, a workbook, a page or a PDF.';

/** Class, group and subgroup of an account. */
export const GroupingOut = z.object({
  level_1_code: z.string().describe('Class of the account: the first digit of its number.'),
  level_1_name: z.string().describe('Name of the class.'),
  level_2_code: z.string().describe('Group of the account: the first two digits.'),
  level_2_name: z.string().describe('Name of the group.'),
  level_3_code: z.string().describe('Subgroup of the account: the first three digits.'),
  level_3_name: z.string().describe('Name of the subgroup.'),
});

export const TrialBalanceRowOut = z.object({
  grouping: GroupingOut.describe('Where in the chart of accounts the account stands.'),
  account_id: z.int().describe('General ledger account.'),
  account_code: z.string().describe('Number of the account.'),
  account_name: z.string().describe('Name of the account, in the language asked for.'),
  incoming_balance: ExactNumber.describe(
    'Balance before date_from, debit positive; of result accounts since 1 January of that year.',
  ),
  debit: ExactNumber.describe('Sum of debits from date_from to date_to.'),
  credit: ExactNumber.describe('Sum of credits from date_from to date_to.'),
  outgoing_balance: ExactNumber.describe('Incoming balance plus debit minus credit, debit positive.'),
  relation_type: DimensionTypeIn.nullable().describe(
    'Kind of dimension that the row is split by; null for the whole account.',
  ),
  relation_id: z
    .int()
    .nullable()
    .describe('Id of the dimension value; null for the whole account, and for lines without one.'),
  relation_name: z.string().nullable().describe('Name of the dimension value.'),
});

const TRIAL_BALANCE =
  'Amounts are debit minus credit. Every column adds up to zero, debit equals credit: what earlier years left untransferred stands in row 2099.';

export const getTrialBalance = endpoint({
  name: 'ledger.getTrialBalance',
  summary: 'Incoming balance, movements and outgoing balance per account',
  description: `${TRIAL_BALANCE} ${FORMS}`,
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/trial-balance',
  envelope: report,
  account: reportAccount,
  query: z.object({
    client_account_id: ClientAccountIdText,
    date_from: CalendarDate.describe('First posting date of the movements.'),
    date_to: CalendarDate.describe('Last posting date of the movements.'),
    account_codes: list(AccountCodeFilter, 'Numbers of accounts.').optional(),
    ...reportFilters,
    include_dimensions: Flag.default(true).describe(
      'False gives one row per account, not split by its mandatory dimension.',
    ),
    include_zero_movement: Flag.default(true).describe('False leaves out rows without debit and credit in the span.'),
    include_cancelled: Flag.default(true).describe('False leaves out cancelled entries and their reversals.'),
    group_by_dimension: DimensionTypeIn.optional().describe('Splits every account by the values of this dimension.'),
  }),
  status: 200,
  output: z.array(TrialBalanceRowOut),
  example: {
    query: {
      client_account_id: demo.company.id,
      date_from: '2025-01-01',
      date_to: '2025-12-31',
      account_codes: '1920',
      include_dimensions: false,
    },
    answer: [trialBalanceRow],
  },
  alternatives: [WORKBOOK, PAGE, PDF],
  failures: ['common.payload_too_large', 'common.service_unavailable'],
  tool: { name: 'get_trial_balance', title: 'Get the trial balance', description: TRIAL_BALANCE },
});

export const reportEndpoints = [getTrialBalance];
