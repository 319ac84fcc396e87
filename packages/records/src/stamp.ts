import type { Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { changeTurns } from './schema.ts';

/** Who changes a record, and when. */
export interface Stamp {
  readonly moment: Date;
  /** A user; null for the platform. */
  readonly actorId: number | null;
}

/** After every earlier change, whatever the clock says. */
const risen = sql`greatest(${changeTurns.lastChangeAt} + interval '1 millisecond', excluded.last_change_at)`;

/**
 * Waits for the other writers of the account, until this transaction ends: whoever polls by `updated_at` misses nothing
 * that commits late, and what is judged after this stays so. Taken before any row of a record.
 * @returns the moment of the change: after every earlier one of the account, whatever the clock says
 */
export async function takeTurn(tx: Tx, clientAccountId: number, now: Date): Promise<Date> {
  return (await takeTurns(tx, [clientAccountId], now)).get(clientAccountId)!;
}

/**
 * Takes the turns of several accounts, in the order of their ids, as everybody does who takes more than one.
 * @returns the moment of the change for each account
 */
export async function takeTurns(
  tx: Tx,
  clientAccountIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Date>> {
  const ids = [...new Set(clientAccountIds)].sort((a, b) => a - b);
  const rows = await tx
    .insert(changeTurns)
    .values(ids.map((clientAccountId) => ({ clientAccountId, lastChangeAt: now })))
    .onConflictDoUpdate({ target: changeTurns.clientAccountId, set: { lastChangeAt: risen } })
    .returning({ clientAccountId: changeTurns.clientAccountId, changedAt: changeTurns.lastChangeAt });
  return new Map(rows.map(({ clientAccountId, changedAt }) => [clientAccountId, changedAt]));
}

/** Takes the turn of the account (`takeTurn`), and stamps the change with its moment. */
export const takeStamp = async (
  tx: Tx,
  clock: Clock,
  clientAccountId: number,
  actorId: number | null,
): Promise<Stamp> => ({ moment: await takeTurn(tx, clientAccountId, new Date(clock.millis())), actorId });

/** The audit columns of a new record. */
export const madeAt = ({ moment, actorId }: Stamp) => ({
  createdAt: moment,
  createdById: actorId,
  updatedAt: moment,
  updatedById: actorId,
});

/** The audit columns of a record that changed. */
export const changedAt = ({ moment, actorId }: Stamp) => ({ updatedAt: moment, updatedById: actorId });
