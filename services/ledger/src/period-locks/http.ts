import { createPeriodLock, listPeriodLocks, type PeriodLockOut } from '@app/api/ledger/index';
import type { Api } from '@app/contract';
import { invalidField } from '@app/contract/failure';
import type { Users } from '@app/records';
import type { Clock } from '@app/runtime';
import type { z } from 'zod';
import type { PeriodLock, PeriodLockStore } from './store.ts';

type WireLock = z.input<typeof PeriodLockOut>;

/** Binds the endpoints of period locks. */
export function servePeriodLocks(api: Api, store: PeriodLockStore, users: Users, clock: Clock): void {
  const show = async (locks: readonly PeriodLock[], relations: ReadonlySet<string>): Promise<WireLock[]> => {
    if (!relations.has('created_by')) return locks.map(presentLock);
    const found = await users.find(locks.map(({ createdById }) => createdById));
    return locks.map((lock) => ({ ...presentLock(lock), created_by: found.get(lock.createdById) ?? null }));
  };

  api.serve(listPeriodLocks, async ({ account, query }) => {
    const { locks, meta } = await store.list(account.clientAccountId, query);
    return { data: await show(locks, query.with), meta };
  });

  api.serve(createPeriodLock, async ({ account, body, query, principal }) => {
    const today = clock.today();
    if (body.locked_until_date > today)
      throw invalidField(
        'locked_until_date',
        `is ${body.locked_until_date}, which is after today (${today}); only past days and today can be locked`,
      );
    const lock = await store.create({
      clientAccountId: account.clientAccountId,
      actorId: principal.userId,
      now: clock.now().toString(),
      lockedUntilDate: body.locked_until_date,
      lockingComment: body.locking_comment,
    });
    return (await show([lock], query.with))[0]!;
  });
}

const presentLock = (lock: PeriodLock): WireLock => ({
  id: lock.id,
  client_account_id: lock.clientAccountId,
  locked_until_date: lock.lockedUntilDate,
  locking_comment: lock.lockingComment,
  created_at: lock.createdAt,
  created_by_id: lock.createdById,
});
