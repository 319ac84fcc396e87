import { endpoint, paging } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import {
  ClientAccountId,
  ClientAccountIdIn,
  ClientAccountIdText,
  CreatedAt,
  CreatedById,
  pathId,
  RecordId,
} from '../fields.ts';
import { DimensionTypeIn } from '../ledger/dimensions.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, oneOf, Timestamp } from '../scalars.ts';
import { ExternalReconciliationOut } from './external-fields.ts';

export const ReconciliationPeriodStatus = oneOf('OPEN', 'RECONCILED', 'REOPENED');
const Reconciler = oneOf('BANK', 'VAT', 'BALANCE');

const periodFields = {
  id: RecordId,
  client_account_id: ClientAccountId,
  period_start: CalendarDate.describe('First day of the period.'),
  period_end: CalendarDate.describe('Last day of the period.'),
  status: ReconciliationPeriodStatus.describe(
    'RECONCILED once the period has ended and each scope has a record that is no draft; REOPENED after that.',
  ),
  reconciled_at: Timestamp.nullable().describe('When it was reconciled last; null when it never was.'),
  reconciled_by_id: z
    .int()
    .nullable()
    .describe('User who reconciled the last record of it, 2 for the platform; null when it never was reconciled.'),
  created_at: CreatedAt,
  created_by_id: CreatedById,
};

export const ReconciliationPeriodOut = z.object(periodFields);

const ScopeDimensionOut = z.object({
  relation_type: DimensionTypeIn.describe('Kind of record that the account is reconciled by.'),
  relation_id: z.int().describe('Id of the record.'),
  name: z.string().nullable().describe('Name of the record when the period was prepared.'),
});

export const ReconciliationScopeOut = z.object({
  key: z
    .string()
    .describe('What is reconciled, and as of when: `BANK:<bank account>:<date>`, `BALANCE:<account>:<date>` and more.'),
  reconciler: Reconciler.describe('What it is compared with: the bank, the settlement of VAT, or itself.'),
  label: z.string().describe('What it is called.'),
  group_key: z.string().describe('Scopes of one account, or one bank account, share it.'),
  group_label: z.string().describe('What the group is called.'),
  dimension: ScopeDimensionOut.nullable().describe(
    'The part of the account; null for all of it, and for lines without a value.',
  ),
  as_of_date: CalendarDate.describe('The balance at the end of this day is reconciled.'),
  is_ready: z.boolean().describe('Whether nothing is missing for it to be reconciled.'),
  is_overdue: z.boolean().describe('Whether its deadline has passed without a record that is no draft.'),
  readiness_reason: oneOf('PERIOD_NOT_ENDED', 'BANK_STATEMENT_MISSING', 'TRANSACTIONS_UNMATCHED')
    .nullable()
    .describe('What is missing; null when nothing is.'),
  external_reconciliation: ExternalReconciliationOut.nullable().describe('The record of it, or its draft.'),
});

export const ReconciliationPeriodWithScopesOut = z.object({
  ...periodFields,
  scopes: z.array(ReconciliationScopeOut).describe('All that is reconciled in the period, as it was prepared last.'),
});

const period: z.output<typeof ReconciliationPeriodOut> = {
  id: 1,
  client_account_id: demo.company.id,
  period_start: '2025-01-01',
  period_end: '2025-12-31',
  status: 'RECONCILED',
  reconciled_at: demo.now,
  reconciled_by_id: 2,
  created_at: demo.made,
  created_by_id: 2,
};

const failures = ['period_reconciliation.early_access_required'];
const prepared = 'Needs `early_access` in the settings of the client account.';

export const listReconciliationPeriods = endpoint({
  name: 'reconciliation.listPeriods',
  operationId: 'listReconciliationPeriods',
  summary: 'Reconciliation periods of a client account, the latest first',
  description: prepared,
  service: 'reconciliation',
  method: 'GET',
  path: '/api/v2/reconciliation-periods',
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({ client_account_id: ClientAccountIdText, ...paging() }),
  status: 200,
  output: listOf(ReconciliationPeriodOut),
  failures,
  tool: { name: 'list_reconciliation_periods', title: 'List reconciliation periods' },
  example: { query: { client_account_id: demo.company.id }, answer: onePageOf(period) },
});

export const prepareReconciliationPeriods = endpoint({
  name: 'reconciliation.preparePeriods',
  operationId: 'prepareReconciliationPeriods',
  summary: 'Make the periods that are missing and bring all of them up to date',
  description: `Periods run from the first posting to today. What balances by itself is reconciled, for the rest drafts are made. A second call changes nothing. ${prepared}`,
  service: 'reconciliation',
  method: 'POST',
  path: '/api/v2/reconciliation-periods',
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  envelope: standard,
  idempotency: 'steps',
  query: z.object(paging()),
  body: z.object({ client_account_id: ClientAccountIdIn }),
  status: 200,
  output: listOf(ReconciliationPeriodOut),
  failures: [...failures, 'client_account.inactive'],
  example: { body: { client_account_id: demo.company.id }, answer: onePageOf(period) },
});

export const getReconciliationPeriod = endpoint({
  name: 'reconciliation.getPeriod',
  operationId: 'getReconciliationPeriod',
  summary: 'A reconciliation period with everything that is reconciled in it',
  description: prepared,
  service: 'reconciliation',
  method: 'GET',
  path: '/api/v2/reconciliation-periods/{id}',
  envelope: standard,
  params: pathId('reconciliation period'),
  notFoundCode: 'period_reconciliation.period_not_found',
  status: 200,
  output: ReconciliationPeriodWithScopesOut,
  failures: [...failures, 'period_reconciliation.period_not_found'],
  example: { params: { id: 1 }, answer: { ...period, scopes: [] } },
});

export const reopenReconciliationPeriod = endpoint({
  name: 'reconciliation.reopenPeriod',
  operationId: 'reopenReconciliationPeriod',
  summary: 'Open a reconciled period again',
  description: `Its records stay. It is reconciled again once one of them is added, changed or retired. ${prepared}`,
  service: 'reconciliation',
  method: 'PATCH',
  path: '/api/v2/reconciliation-periods/{id}',
  envelope: standard,
  params: pathId('reconciliation period'),
  notFoundCode: 'period_reconciliation.period_not_found',
  body: z.object({ status: oneOf('REOPENED').describe('REOPENED: the only status that is set by hand.') }),
  status: 200,
  output: ReconciliationPeriodOut,
  failures: [
    ...failures,
    'client_account.inactive',
    'period_reconciliation.period_not_found',
    'period_reconciliation.period_not_reconciled',
  ],
  example: {
    values: { 'params.id': 'reconciliation-periods/2' },
    params: { id: 1 },
    body: { status: 'REOPENED' },
    answer: { ...period, status: 'REOPENED' },
  },
});

export const periodEndpoints = [
  listReconciliationPeriods,
  prepareReconciliationPeriods,
  getReconciliationPeriod,
  reopenReconciliationPeriod,
];
