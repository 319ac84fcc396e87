import { endpoint } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { pathId } from '../fields.ts';
import { oneOf } from '../scalars.ts';

/** What a reset can clear, in the order in which its answer names them. */
export const erasureCategories = [
  'JOURNAL_ENTRIES',
  'DOCUMENTS',
  'VOUCHERS',
  'BANK',
  'RECONCILIATIONS',
  'PAYROLL',
  'BUSINESS_PARTNERS',
  'ITEMS',
  'ASSETS',
  'EQUITY',
  'CHAT',
  'FILINGS',
  'PERIOD_LOCKS',
  'ALL',
] as const;

export type ErasureCategory = (typeof erasureCategories)[number];

const Category = oneOf(...erasureCategories);
const account = { in: 'path', field: 'id', take: 'one' } as const;
const params = pathId('client account');
const failures = ['client_account.not_found', 'common.conflict'] as const;

export const resetClientAccount = endpoint({
  name: 'organisation.resetClientAccount',
  summary: 'Clear records of a client account',
  description:
    'Removes every record of the named categories and whatever depends on them, for good. JOURNAL_ENTRIES clears reconciliations too; DOCUMENTS clears the entries that they were posted by, their payments and all reconciliations, and leaves every other entry; VOUCHERS clears documents; BUSINESS_PARTNERS needs DOCUMENTS, PAYROLL, EQUITY and JOURNAL_ENTRIES in the same call; ALL clears everything but the account, its users, contracts and settings, and lets counters begin anew. Meanwhile the account is read-only. What a request leaves half done goes on by itself.',
  service: 'organisation',
  method: 'POST',
  path: '/api/v2/client-accounts/{id}/reset',
  envelope: standard,
  account,
  permission: 'admin',
  params,
  body: z.object({
    categories: z
      .array(Category, { error: 'must be an array of categories' })
      .min(1, 'must name at least one category')
      .max(100, 'must name at most 100 categories')
      .describe('What is cleared.'),
    confirm: z.string({ error: 'must be the unique_name of the account' }).describe('The unique_name of the account.'),
  }),
  status: 200,
  output: z.object({
    client_account_id: z.int().describe('The account.'),
    cleared: z
      .record(z.string(), z.int())
      .describe('How many records went, for every category that was cleared, by name or as a dependant.'),
  }),
  example: {
    sender: 'accountant',
    values: { 'params.id': 'client-accounts/3', 'body.confirm': 'client-accounts/3-name' },
    params: { id: demo.company.id },
    body: { categories: ['JOURNAL_ENTRIES'], confirm: demo.company.unique_name },
    answer: { client_account_id: demo.company.id, cleared: { JOURNAL_ENTRIES: 412, RECONCILIATIONS: 0 } },
  },
  idempotency: 'steps',
  notFoundCode: 'client_account.not_found',
  failures: [...failures, 'client_account.inactive'],
});

export const removeClientAccount = endpoint({
  name: 'organisation.removeClientAccount',
  summary: 'Remove a client account',
  description:
    'Removes the account with every record and file of it, its users, contracts and open invitations, for good. From the first moment nobody reaches it any more; what a request leaves half done goes on by itself. Data can be exported before: see the data export.',
  service: 'organisation',
  method: 'DELETE',
  path: '/api/v2/client-accounts/{id}',
  envelope: standard,
  account,
  permission: 'owner',
  inactive: 'allowed',
  params,
  status: 204,
  output: z.undefined(),
  example: { sender: 'administrator', values: { 'params.id': 'client-accounts/3' }, params: { id: demo.company.id } },
  idempotency: 'steps',
  notFoundCode: 'client_account.not_found',
  failures: [...failures, 'client_account.has_active_contracts'],
});
