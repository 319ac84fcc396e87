import { endpoint, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountId, ClientAccountIdIn, ClientAccountIdText, CreatedAt, CreatorId, RecordId } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, requiredText } from '../scalars.ts';
import { PublicUserOut } from '../users.ts';

export const PeriodLockOut = z.object({
  id: RecordId,
  client_account_id: ClientAccountId,
  locked_until_date: CalendarDate.describe('Last posting date that is locked.'),
  locking_comment: z.string().describe('Why the books were locked or opened.'),
  created_at: CreatedAt,
  created_by_id: CreatorId,
  created_by: PublicUserOut.nullable().optional().describe('The user who created it, embedded.'),
});

const lock: z.output<typeof PeriodLockOut> = {
  id: 1,
  client_account_id: demo.company.id,
  locked_until_date: '2024-12-31',
  locking_comment: 'Årsregnskapet for 2024 er avlagt',
  created_at: demo.made,
  created_by_id: demo.users.owner,
};

const withCreator = relations(['created_by']);

export const listPeriodLocks = endpoint({
  name: 'ledger.listPeriodLocks',
  summary: 'Period locks of a client account, newest first; the first one is in force',
  description: 'Nothing is posted, reversed or cancelled on or before `locked_until_date` of the first one.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/period-locks',
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({ client_account_id: ClientAccountIdText, with: withCreator, ...paging({ maximum: 100 }) }),
  status: 200,
  output: listOf(PeriodLockOut),
  example: { query: { client_account_id: demo.company.id }, answer: onePageOf(lock) },
});

export const createPeriodLock = endpoint({
  name: 'ledger.createPeriodLock',
  summary: 'Lock posting dates up to a day, or unlock by an earlier one',
  description:
    'The lock created last is in force: nothing is posted, reversed or cancelled on or before its date. Locks are never changed or deleted; moving the date back is a new record.',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/period-locks',
  permission: 'admin',
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({ with: withCreator }),
  body: z.object({
    client_account_id: ClientAccountIdIn,
    locked_until_date: CalendarDate.describe(
      'Last posting date to lock, at most today; an earlier one than before unlocks.',
    ),
    locking_comment: requiredText().describe('Why the books are locked or opened.'),
  }),
  status: 201,
  output: PeriodLockOut,
  example: {
    body: {
      client_account_id: demo.company.id,
      locked_until_date: '2025-12-31',
      locking_comment: 'Årsregnskapet for 2025 er avlagt',
    },
    answer: {
      ...lock,
      id: 2,
      locked_until_date: '2025-12-31',
      locking_comment: 'Årsregnskapet for 2025 er avlagt',
      created_at: demo.now,
    },
  },
  failures: ['client_account.inactive'],
});
