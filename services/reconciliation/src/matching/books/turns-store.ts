import { randomUUID } from 'node:crypto';
import type { Executor, Tx } from '@app/db';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { matchingBooks } from '../../schema/matching.ts';

/** Seconds for which books are one process's unless it says that it goes on: so long they wait when that dies. */
const LEASE_SECONDS = 30;
/** Seconds from a posting until its books are looked through: more postings follow most of them. */
const SOON_SECONDS = 2;
/** Books are looked through for at most this part of the time, however often they change. */
const SHARE = 20;
const MOST_SECONDS = 3_600;

const now = sql`clock_timestamp()`;
const leaseEnd = sql`${now} + make_interval(secs => ${LEASE_SECONDS})`;

/** Books that are this process's turn. */
export interface Turn {
  readonly clientAccountId: number;
  readonly leaseKey: string;
  readonly wanted: number;
  readonly seenRevision: number;
}

/** The lease has ended and somebody else has the books: nothing of this turn is stored. */
export class Overtaken extends Error {}

/** Books, and how far they have come where that is what changed; 0 else. */
export interface ChangedBooks {
  readonly clientAccountId: number;
  readonly revision: number;
}

/** Says that books have changed: they are looked through in a moment. Raw: one statement for all that came together. */
export async function want(tx: Tx, books: readonly ChangedBooks[]): Promise<void> {
  if (books.length === 0) return;
  await tx.execute(sql`
    insert into matching_books as b (client_account_id, seen_revision, wanted, due_at)
    select n."clientAccountId", n.revision, 1, ${now} + make_interval(secs => ${SOON_SECONDS})
    from jsonb_to_recordset(${JSON.stringify(books)}::text::jsonb) as n ("clientAccountId" bigint, revision bigint)
    order by 1
    on conflict (client_account_id) do update set
      seen_revision = greatest(b.seen_revision, excluded.seen_revision), wanted = b.wanted + 1,
      due_at = coalesce(b.due_at, ${now} + make_interval(
        secs => greatest(${SOON_SECONDS}, least(${MOST_SECONDS}, ${SHARE} * b.took_millis / 1000.0))))`);
}

/** Says of books how far they have come: those that have changed since they were looked through are due at once. */
export async function wantChanged(ex: Executor, books: readonly ChangedBooks[]): Promise<void> {
  // Raw: one statement for a page of books, which compares before it writes.
  await ex.execute(sql`
    insert into matching_books as b (client_account_id, seen_revision, wanted, due_at)
    select n."clientAccountId", n.revision, 1, ${now}
    from jsonb_to_recordset(${JSON.stringify(books)}::jsonb) as n ("clientAccountId" bigint, revision bigint)
    left join matching_books known on known.client_account_id = n."clientAccountId"
    where coalesce(known.revision, 0) < n.revision
    order by 1
    on conflict (client_account_id) do update set seen_revision = greatest(b.seen_revision, excluded.seen_revision),
      wanted = b.wanted + 1, due_at = case when b.lease_key is null then excluded.due_at else b.due_at end`);
}

/** @param hasTime false takes those too that would be due only in a while */
export async function takeBooks(ex: Executor, hasTime = true): Promise<Turn | undefined> {
  const b = matchingBooks;
  const isDue: SQL = hasTime
    ? sql`${b.dueAt} <= ${now}`
    : sql`${b.dueAt} is not null and (${b.leaseKey} is null or ${b.dueAt} <= ${now})`;
  const due = ex
    .select({ id: b.clientAccountId })
    .from(b)
    .where(isDue)
    .orderBy(b.dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const leaseKey = randomUUID();
  const [row] = await ex
    .update(b)
    .set({ leaseKey, dueAt: leaseEnd })
    .where(sql`${b.clientAccountId} = (${due})`)
    .returning({ clientAccountId: b.clientAccountId, wanted: b.wanted, seenRevision: b.seenRevision });
  return row && { ...row, leaseKey };
}

/** Is somebody looking through books at this moment? */
export const isAnyTaken = async (ex: Executor): Promise<boolean> =>
  (await ex.$count(matchingBooks, sql`${matchingBooks.leaseKey} is not null and ${matchingBooks.dueAt} > ${now}`)) > 0;

const held = ({ clientAccountId, leaseKey }: Turn) =>
  and(eq(matchingBooks.clientAccountId, clientAccountId), eq(matchingBooks.leaseKey, leaseKey));

/** The turn goes on; a lease that was lost stays lost. */
export async function extendLease(ex: Executor, turn: Turn): Promise<void> {
  await ex.update(matchingBooks).set({ dueAt: leaseEnd }).where(held(turn));
}

/**
 * Ends a turn in the transaction that stores what came of it.
 * @param isWhole false where some is left: the books are due again at once
 * @throws Overtaken
 */
export async function endTurn(tx: Tx, turn: Turn, tookMillis: number, isWhole: boolean): Promise<void> {
  const b = matchingBooks;
  const [row] = await tx
    .update(b)
    .set({
      ...{ leaseKey: null, revision: turn.seenRevision, tookMillis: Math.round(tookMillis) },
      dueAt: isWhole ? sql`case when ${b.wanted} = ${turn.wanted} then null else ${now} end` : now,
    })
    .where(held(turn))
    .returning({ id: b.clientAccountId });
  if (!row) throw new Overtaken();
}

/** Ends a turn over books that nobody works in any more: as long as that is so, nobody takes them. @returns 0 */
export async function forgetBooks({ executor }: { readonly executor: Executor }, turn: Turn): Promise<number> {
  await executor.delete(matchingBooks).where(held(turn));
  return 0;
}

/** Gives books back that could not be looked through: they are tried again after a while. */
export const giveBack = async (ex: Executor, turn: Turn, pauseSeconds: number): Promise<void> => {
  await ex
    .update(matchingBooks)
    .set({ leaseKey: null, dueAt: sql`${now} + make_interval(secs => ${pauseSeconds})` })
    .where(held(turn));
};
