import { endpoint, paging, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, Id, IdText, requiredText, Timestamp } from '../scalars.ts';
import { PublicUserOut } from '../users.ts';

export const PeriodLockOut = z.object({
  id: z.int(),
  client_account_id: z.int(),
  locked_until_date: CalendarDate,
  locking_comment: z.string(),
  created_at: Timestamp,
  created_by_id: z.int(),
  created_by: PublicUserOut.nullable().optional(),
});

const withCreator = relations(['created_by']);

export const listPeriodLocks = endpoint({
  name: 'ledger.listPeriodLocks',
  summary: 'Period locks of a client account, newest first; the first one is in force',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/period-locks',
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({ client_account_id: IdText, with: withCreator, ...paging({ maximum: 100 }) }),
  status: 200,
  output: listOf(PeriodLockOut),
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
  body: z.object({ client_account_id: Id, locked_until_date: CalendarDate, locking_comment: requiredText() }),
  status: 201,
  output: PeriodLockOut,
  failures: ['client_account.inactive'],
});
