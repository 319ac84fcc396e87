import { type AccountField, endpoint, list } from '@app/contract';
import { z } from 'zod';
import { report } from '../envelopes.ts';
import { CalendarDate, ExactNumber, Flag, IdText, text } from '../scalars.ts';
import { DimensionTypeIn } from './dimensions.ts';
import { AccountCodeFilter, DimensionTuple } from './filters.ts';

export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const PAGE = 'text/html';
export const PDF = 'application/pdf';

/** Report paths answer 403 for a client account that is missing, malformed or out of reach (document 4 section 1.5). */
export const reportAccount = {
  in: 'query',
  field: 'client_account_id',
  take: 'one',
  missing: { status: 403, code: 'common.forbidden' },
} as const satisfies AccountField;

/** Parameters that reports share (document 2, Reports). */
export const reportFilters = {
  dimensions: list(DimensionTuple).optional(),
  include_drafts: Flag.default(false),
  free_text: text().optional(),
} as const;

/** Class, group and subgroup of an account. */
export const GroupingOut = z.object({
  level_1_code: z.string(),
  level_1_name: z.string(),
  level_2_code: z.string(),
  level_2_name: z.string(),
  level_3_code: z.string(),
  level_3_name: z.string(),
});

export const TrialBalanceRowOut = z.object({
  grouping: GroupingOut,
  account_id: z.int(),
  account_code: z.string(),
  account_name: z.string(),
  incoming_balance: ExactNumber,
  debit: ExactNumber,
  credit: ExactNumber,
  outgoing_balance: ExactNumber,
  relation_type: DimensionTypeIn.nullable(),
  relation_id: z.int().nullable(),
  relation_name: z.string().nullable(),
});

export const getTrialBalance = endpoint({
  name: 'ledger.getTrialBalance',
  summary: 'Incoming balance, movements and outgoing balance per account',
  description:
    'Amounts are debit minus credit. Every column adds up to zero, debit equals credit: what earlier years left untransferred stands in row 2099. Accept selects JSON, a workbook, a page or a PDF.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/trial-balance',
  envelope: report,
  account: reportAccount,
  query: z.object({
    client_account_id: IdText,
    date_from: CalendarDate,
    date_to: CalendarDate,
    account_codes: list(AccountCodeFilter).optional(),
    ...reportFilters,
    include_dimensions: Flag.default(true),
    include_zero_movement: Flag.default(true),
    include_cancelled: Flag.default(true),
    group_by_dimension: DimensionTypeIn.optional(),
  }),
  status: 200,
  output: z.array(TrialBalanceRowOut),
  alternatives: [WORKBOOK, PAGE, PDF],
  failures: ['common.payload_too_large', 'common.service_unavailable'],
  tool: { name: 'get_trial_balance', title: 'Get the trial balance' },
});
