import { record } from '@app/audit';
import { locatePage, type PageMeta } from '@app/contract';
import type { Database } from '@app/db';
import { currentContext, timestamp } from '@app/runtime';
import { count, desc, eq, sql } from 'drizzle-orm';
import { periodLocks } from '../schema/period-locks.ts';

/**
 * Posting dates up to and including `lockedUntilDate` take no postings, while this is the newest lock of the account.
 */
export interface PeriodLock {
  readonly id: number;
  readonly clientAccountId: number;
  readonly lockedUntilDate: string;
  readonly lockingComment: string;
  readonly createdAt: string;
  readonly createdById: number;
}

export interface NewPeriodLock {
  readonly clientAccountId: number;
  readonly actorId: number;
  readonly now: string;
  readonly lockedUntilDate: string;
  readonly lockingComment: string;
}

export interface PeriodLockStore {
  /** Newest first. */
  list(
    clientAccountId: number,
    wanted: { readonly page: number; readonly per_page: number },
  ): Promise<{ readonly locks: readonly PeriodLock[]; readonly meta: PageMeta }>;
  /** Waits for the postings under way; those that come after it see the lock. */
  create(lock: NewPeriodLock): Promise<PeriodLock>;
}

interface LockRow {
  readonly id: number;
  readonly client_account_id: number;
  readonly locked_until_date: string;
  readonly locking_comment: string;
  readonly created_at: string;
  readonly created_by_id: number;
}

export const createPeriodLockStore = (db: Database): PeriodLockStore => ({
  list: async (clientAccountId, wanted) => {
    const ofAccount = eq(periodLocks.clientAccountId, clientAccountId);
    const [counted] = await db.executor.select({ records: count() }).from(periodLocks).where(ofAccount);
    const { meta, offset } = locatePage(wanted, counted!.records);
    const rows = await db.executor
      .select()
      .from(periodLocks)
      .where(ofAccount)
      .orderBy(desc(periodLocks.id))
      .limit(wanted.per_page)
      .offset(offset);
    return { locks: rows.map((row) => ({ ...row, createdAt: secondsOf(row.createdAt) })), meta };
  },
  create: async ({ clientAccountId, actorId, now, lockedUntilDate, lockingComment }) => {
    const context = currentContext();
    const command = JSON.stringify({
      client_account_id: clientAccountId,
      actor_id: actorId,
      now,
      locked_until_date: lockedUntilDate,
      locking_comment: lockingComment,
      request_id: context?.requestId,
      traceparent: context?.traceparent,
    });
    const lock = await db.write(async (tx) => {
      // Raw: a function of the database, since the service's role may not write this table.
      const rows = await tx.execute<{ lock: LockRow }>(sql`select lock_period(${command}::text::jsonb) as lock`);
      const { id, locked_until_date } = rows[0]!.lock;
      await record(tx, {
        kind: 'period_locked',
        clientAccountId,
        userId: actorId,
        details: { lock_id: id, locked_until_date },
      });
      return rows[0]!.lock;
    });
    return {
      id: lock.id,
      clientAccountId: lock.client_account_id,
      lockedUntilDate: lock.locked_until_date,
      lockingComment: lock.locking_comment,
      createdAt: secondsOf(lock.created_at),
      createdById: lock.created_by_id,
    };
  },
});

const secondsOf = (text: string): string =>
  timestamp(Temporal.Instant.from(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')));
