import { fixedStatement, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { type SQL, sql } from 'drizzle-orm';
import { changeTurns } from './schema.ts';

/** Who changes a record, and when. */
export interface Stamp {
  readonly moment: Date;
  /** A user; null for the platform. */
  readonly actorId: number | null;
}

// Raw: one text for any number of accounts, made once. The moment is after every earlier change, whatever the clock says.
const taking = fixedStatement(sql`
  insert into ${changeTurns} as t (client_account_id, last_change_at)
  select id, ${sql.placeholder('now')}::timestamptz from unnest(${sql.placeholder('ids')}::bigint[]) id order by id
  on conflict (client_account_id) do update
    set last_change_at = greatest(t.last_change_at + interval '1 millisecond', excluded.last_change_at)
  returning client_account_id as id, last_change_at as at`);

/**
 * Waits for the other writers of the account, until this transaction ends: whoever polls by `updated_at` misses nothing
 * that commits late, and what is judged after this stays so. Taken before any row of a record.
 * @returns the moment of the change: after every earlier one of the account, whatever the clock says
 */
export async function lockChanges(tx: Tx, clientAccountId: number, now: Date): Promise<Date> {
  return (await lockChangesOfMany(tx, [clientAccountId], now)).get(clientAccountId)!;
}

/**
 * Takes the turns of several accounts, in the order of their ids, as everybody does who takes more than one.
 * @returns the moment of the change for each account
 */
export async function lockChangesOfMany(
  tx: Tx,
  clientAccountIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Date>> {
  const rows = await tx.execute<{ id: string; at: string }>(
    taking({ now: now.toISOString(), ids: sql.param([...new Set(clientAccountIds)]) }),
  );
  return new Map(rows.map(({ id, at }) => [Number(id), new Date(at)]));
}

/**
 * Parts of a statement that take the turns that nobody holds, and wait for none of them, see {@link takeFreeTurns}. The
 * last is `turn`: `client_account_id`, and as `first` the moment of the first change. The rest of the statement sees what was
 * there when it began: a turn that somebody has had since is not taken either.
 * Raw: the builder locks and changes by one statement only what it knows the number of, and skips nothing.
 * @param wanted a part with a row for each change, which has its `client_account_id`; `now` is a placeholder
 */
export const freeTurns = (wanted: SQL): SQL => sql`known_turn as materialized (
    select t.client_account_id, t.last_change_at, count(*) as changes
    from ${wanted} as w join ${changeTurns} as t on t.client_account_id = w.client_account_id group by 1, 2
  ), turn as (
    update ${changeTurns} as t
    set last_change_at = greatest(t.last_change_at + interval '1 millisecond', ${sql.placeholder('now')}::timestamptz)
      + (free.changes - 1) * interval '1 millisecond'
    from (
      select held.client_account_id, known_turn.changes from ${changeTurns} as held
      join known_turn on known_turn.client_account_id = held.client_account_id
        and known_turn.last_change_at = held.last_change_at
      order by held.client_account_id for update of held skip locked
    ) as free
    where t.client_account_id = free.client_account_id
    returning t.client_account_id, t.last_change_at - (free.changes - 1) * interval '1 millisecond' as first
  )`;

/**
 * The same, and a part `ready`: the rows of another part whose turn was taken, each with the `moment` of its change.
 * @param wanted has the `place` of each row as well
 */
export const readyInFreeTurns = (wanted: SQL): SQL => sql`${freeTurns(wanted)}, ready as materialized (
    select w.*, turn.first
      + (row_number() over (partition by w.client_account_id order by w.place) - 1) * interval '1 millisecond' as moment
    from ${wanted} as w join turn on turn.client_account_id = w.client_account_id
  )`;

const passing = fixedStatement(sql`
  with wanted as (
    select id as client_account_id from unnest(${sql.placeholder('ids')}::bigint[]) as id
  ), ${freeTurns(sql`wanted`)}
  select client_account_id as id, first from turn`);

/**
 * Takes the turns that nobody holds, and waits for none of them: for what several companies write together. An account
 * that is named more than once gets as many moments, one after the other.
 * @returns the moment of each change; undefined where somebody else has the turn, or nobody has had it yet
 */
export async function takeFreeTurns(
  tx: Tx,
  clientAccountIds: readonly number[],
  now: Date,
): Promise<readonly (Date | undefined)[]> {
  const rows = await tx.execute<{ id: string; first: string }>(
    passing({ now: now.toISOString(), ids: sql.param([...clientAccountIds]) }),
  );
  const next = new Map(rows.map(({ id, first }) => [Number(id), new Date(first).getTime()]));
  return clientAccountIds.map((id) => {
    const moment = next.get(id);
    if (moment === undefined) return undefined;
    next.set(id, moment + 1);
    return new Date(moment);
  });
}

/** Takes the turn of the account (`lockChanges`), and stamps the change with its moment. */
export const takeStamp = async (
  tx: Tx,
  clock: Clock,
  clientAccountId: number,
  actorId: number | null,
): Promise<Stamp> => ({ moment: await lockChanges(tx, clientAccountId, new Date(clock.millis())), actorId });

/** The audit columns of a new record. */
export const madeAt = ({ moment, actorId }: Stamp) => ({
  createdAt: moment,
  createdById: actorId,
  updatedAt: moment,
  updatedById: actorId,
});

/** The audit columns of a record that changed. */
export const changedAt = ({ moment, actorId }: Stamp) => ({ updatedAt: moment, updatedById: actorId });
