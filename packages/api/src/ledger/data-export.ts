import { endpoint, XML } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { report } from '../envelopes.ts';
import { ClientAccountIdText } from '../fields.ts';
import { CalendarDate } from '../scalars.ts';
import { reportAccount } from './reports.ts';

export const exportData = endpoint({
  name: 'ledger.exportData',
  summary: 'The books as a SAF-T file',
  description:
    'SAF-T Financial 1.30, valid against the national schema: every posted line from date_from to date_to, cancelled entries with their reversals, accounts with grouping codes, customers and suppliers with their balances. Its totals are those of the trial balance of the same dates. Books with more lines than the authority takes in one file answer 413.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/data-export',
  envelope: report,
  // REP-R33: an account that does not exist answers 400, unlike one that is out of reach.
  account: { ...reportAccount, unknown: { status: 400, code: 'common.validation_error' } },
  query: z.object({
    client_account_id: ClientAccountIdText,
    date_from: CalendarDate.optional().describe('First posting date. 1 January of this year by default.'),
    date_to: CalendarDate.optional().describe('Last posting date. 31 December of this year by default.'),
  }),
  status: 200,
  output: z.undefined(),
  alternatives: [XML],
  offered: [XML],
  example: { query: { client_account_id: demo.company.id, date_from: '2025-01-01', date_to: '2025-12-31' } },
  failures: ['common.payload_too_large', 'common.service_unavailable'],
});
