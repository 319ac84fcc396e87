import { endpoint, paging } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdText } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, IdText } from '../scalars.ts';
import { advice } from './examples.ts';
import { ReceivablePaymentOut } from './receivable-payment-fields.ts';

export const listReceivablePayments = endpoint({
  name: 'reconciliation.listReceivablePayments',
  summary: 'Single payments that came in, as the bank advises them',
  description:
    'By id. Statements sum them up; `GET /bank-transactions?with=receivable_payments` shows which belong together.',
  service: 'reconciliation',
  method: 'GET',
  path: '/api/v2/receivable-payments',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z.object({
    client_account_id: ClientAccountIdText,
    bank_account_id: IdText.optional().describe('Those of this house account.'),
    from_date: CalendarDate.optional().describe('First booking date.'),
    to_date: CalendarDate.optional().describe('Last booking date.'),
    ...paging({ maximum: 1_000 }),
  }),
  status: 200,
  output: listOf(ReceivablePaymentOut),
  example: { query: { client_account_id: demo.company.id }, answer: onePageOf(advice) },
  tool: { name: 'list_receivable_payments', title: 'List receivable payments' },
});
