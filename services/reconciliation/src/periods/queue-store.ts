import type { Executor, Tx } from '@app/db';
import { and, eq, sql } from 'drizzle-orm';
import { preparedAccounts } from '../schema/reconciliation-periods.ts';

const q = preparedAccounts;

/** Every period of a company. */
export const EVERY_PERIOD = '0001-01-01';

/** Seconds between a change and the preparation that follows it: those that come together are one. */
const PAUSE_SECONDS = 2;
/** Seconds for which a company is one process's unless it says that it goes on: so long it waits when that dies. */
const LEASE_SECONDS = 30;
const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

const earlier = (day: string) => sql`least(${q.dueFrom}, ${day}::date)`;
const inPause = sql`clock_timestamp() + make_interval(secs => ${PAUSE_SECONDS})`;
const soon = sql`coalesce(${q.dueAt}, ${inPause})`;

/** The periods of a company that end on a day or later wait for preparation, if they are prepared at all. */
export const markDue = (tx: Executor, clientAccountId: number, from: string): Promise<void> =>
  markAllDue(tx, [[clientAccountId, from]]);

/**
 * The same of several companies, each named once. Raw: one statement, which takes their rows in the order of their ids.
 */
export async function markAllDue(
  tx: Executor,
  days: readonly (readonly [clientAccountId: number, from: string])[],
): Promise<void> {
  if (days.length === 0) return;
  const changed = JSON.stringify(days.map(([id, day]) => ({ id, day })));
  await tx.execute(sql`
    update prepared_accounts p set due_from = least(p.due_from, n.day),
      due_at = coalesce(p.due_at, clock_timestamp() + make_interval(secs => ${PAUSE_SECONDS}))
    from (
      select q.client_account_id, c.day
      from jsonb_to_recordset(${changed}::text::jsonb) as c (id bigint, day date)
      join prepared_accounts q on q.client_account_id = c.id
      order by 1 for update of q) n
    where p.client_account_id = n.client_account_id`);
}

/** From now on the periods of a company are prepared, and wait for it where it is said from which day on. */
export async function follow(tx: Executor, clientAccountId: number, from: string | null): Promise<void> {
  const due = from === null ? {} : { dueFrom: from, dueAt: inPause };
  const again = from === null ? {} : { dueFrom: earlier(from), dueAt: soon };
  await tx
    .insert(q)
    .values({ clientAccountId, ...due })
    .onConflictDoUpdate({ target: q.clientAccountId, set: { clientAccountId, ...again } });
}

/** The periods of a company are no longer prepared. */
export async function unfollow(tx: Tx, clientAccountId: number): Promise<void> {
  await tx.delete(q).where(eq(q.clientAccountId, clientAccountId));
}

/** A company whose periods somebody prepares now. */
export interface TakenAccount {
  readonly clientAccountId: number;
  readonly from: string;
  readonly leaseKey: string;
}

/**
 * Takes the company that has waited longest. What a process took and died over is taken again when its lease has ended.
 * Raw: one statement, so that each goes to one replica.
 */
export async function takeDue(ex: Executor): Promise<TakenAccount | undefined> {
  const [row] = await ex.execute<{ client_account_id: string; taken_from: string; lease_key: string }>(sql`
    update prepared_accounts p set taken_from = least(p.taken_from, p.due_from), due_from = null, due_at = null,
      lease_key = gen_random_uuid(), leased_until = ${leaseEnd}
    from (
      select client_account_id from prepared_accounts
      where (leased_until is null and due_at <= clock_timestamp()) or leased_until < clock_timestamp()
      order by coalesce(leased_until, due_at) limit 1 for update skip locked) next
    where p.client_account_id = next.client_account_id
    returning p.client_account_id, p.taken_from::text, p.lease_key`);
  if (!row) return undefined;
  return { clientAccountId: Number(row.client_account_id), from: row.taken_from, leaseKey: row.lease_key };
}

/**
 * Takes a company for whoever asks for its preparation now, due or not; with it is done what waited. Undefined while a
 * process has it already. Raw: one statement, as above.
 */
export async function takeNow(ex: Executor, clientAccountId: number): Promise<TakenAccount | undefined> {
  const [row] = await ex.execute<{ taken_from: string; lease_key: string }>(sql`
    update prepared_accounts p set taken_from = ${EVERY_PERIOD}::date, due_from = null, due_at = null,
      lease_key = gen_random_uuid(), leased_until = ${leaseEnd}
    where p.client_account_id = ${clientAccountId}
      and (p.leased_until is null or p.leased_until < clock_timestamp())
    returning p.taken_from::text, p.lease_key`);
  return row && { clientAccountId, from: row.taken_from, leaseKey: row.lease_key };
}

/** The preparation goes on; a lease that was lost stays lost. */
export async function extendLease(ex: Executor, { clientAccountId, leaseKey }: TakenAccount): Promise<void> {
  await ex
    .update(q)
    .set({ leasedUntil: leaseEnd })
    .where(and(eq(q.clientAccountId, clientAccountId), eq(q.leaseKey, leaseKey)));
}

/**
 * The periods are prepared, or not: then they wait again. In either case the company rests, longer the longer it took.
 * @param restMillis for how long nobody takes the company
 */
export async function giveBack(
  ex: Executor,
  { clientAccountId, leaseKey }: TakenAccount,
  { isDone, restMillis }: { readonly isDone: boolean; readonly restMillis: number },
): Promise<void> {
  const rested = sql`clock_timestamp() + make_interval(secs => ${restMillis / 1_000}::double precision)`;
  await ex
    .update(q)
    .set({
      dueFrom: isDone ? sql`${q.dueFrom}` : sql`least(${q.dueFrom}, ${q.takenFrom})`,
      dueAt: isDone ? sql`case when ${q.dueAt} is not null then greatest(${q.dueAt}, ${rested}) end` : rested,
      takenFrom: null,
      leaseKey: null,
      leasedUntil: null,
    })
    .where(sql`${q.clientAccountId} = ${clientAccountId} and ${q.leaseKey} = ${leaseKey}`);
}
