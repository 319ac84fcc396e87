import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@app/db';
import { DUPLICATE_WINDOW_MILLIS, RETENTION_DAYS } from './broker.ts';

/** One event waiting to be published. */
export interface OutboxRow {
  readonly id: string;
  readonly event_id: string;
  readonly subject: string;
  readonly client_account_id: string | null;
  readonly version: number;
  readonly payload: string;
  readonly request_id: string | null;
  readonly traceparent: string | null;
  readonly occurred_at: string;
}

/** Whether the replica has the turn to publish. */
interface Turn {
  readonly taken: boolean;
}

const KEEP_DAYS = RETENTION_DAYS + 5;
const KEEP_INBOX_DAYS = RETENTION_DAYS + 15;
const STEP = 5_000;

/**
 * Hands the oldest waiting events to `publish` and marks those it names as published, while no other replica does the
 * same. Returns how many were waiting; undefined when another replica is at it. Whoever finds none waiting takes no
 * lock: a relay looks at least once a second, mostly for nothing.
 */
export async function publishWaiting(
  db: Database,
  limit: number,
  publish: (rows: readonly OutboxRow[]) => Promise<readonly string[]>,
): Promise<number | undefined> {
  const [look] = await db.raw<{ some: boolean }[]>`
    select exists (select from outbox where published_at is null) as some`;
  if (!look?.some) return 0;
  return db.raw.begin(async (sql): Promise<number | undefined> => {
    // What another replica has published between this statement's look and its lock goes out twice, under one id.
    const found = await sql<(Turn & (OutboxRow | Record<keyof OutboxRow, null>))[]>`
      with turn as materialized (
        select pg_try_advisory_xact_lock(hashtextextended(${`relay:${db.schema}`}, 0)) as taken)
      select turn.taken, waiting.* from turn left join lateral (
        select id, event_id, subject, client_account_id, version, payload::text as payload, request_id, traceparent,
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_at
        from outbox where turn.taken and published_at is null order by outbox.id limit ${limit}) waiting on true
      order by waiting.id`;
    if (!found[0]?.taken) return undefined;
    const rows = found.filter((row): row is Turn & OutboxRow => row.id !== null);
    if (rows.length === 0) return 0;
    const done = await publish(rows);
    if (done.length > 0)
      await sql`update outbox set published_at = clock_timestamp() where id = any(${done as string[]}::bigint[])`;
    return rows.length;
  }) as Promise<number | undefined>;
}

/** How many events wait, counted up to ten thousand, and for how many seconds the oldest has. */
export async function measureBacklog(db: Database): Promise<{ readonly count: number; readonly ageSeconds: number }> {
  const [row] = await db.raw<{ count: number; age: number | null }[]>`
    select count(*)::int as count, extract(epoch from clock_timestamp() - min(created_at))::float8 as age
    from (select created_at from outbox where published_at is null order by id limit 10000) as waiting`;
  return { count: row?.count ?? 0, ageSeconds: row?.age ?? 0 };
}

/** When the newest of the service's own events that the stream should still hold was published, in milliseconds. */
export async function newestPublished(db: Database, service: string): Promise<number | undefined> {
  const [row] = await db.raw<{ at: number | null }[]>`
    select (extract(epoch from max(published_at)) * 1000)::float8 as at from outbox
    where published_at > clock_timestamp() - make_interval(days => ${RETENTION_DAYS}) and starts_with(subject, ${`events.${service}.`})`;
  return row?.at ?? undefined;
}

/** The age of the oldest event that a stream would still hold. */
const oldestKept = (): Date => new Date(Date.now() - RETENTION_DAYS * 86_400_000);

/**
 * Makes published events since `from` wait again, a few thousand per transaction, by default all that a stream would
 * hold. Consumers know repeats by their id.
 */
export async function unpublish(db: Database, from: Date = oldestKept()): Promise<number> {
  let count = 0;
  for (let after = '0'; ; ) {
    const [step] = await db.raw<{ last: string | null; changed: number }[]>`
      with chosen as (
        select id from outbox where id > ${after}::bigint and published_at is not null and created_at >= ${from.toISOString()}::timestamptz order by id limit ${STEP}
      ), changed as (
        update outbox set published_at = null from chosen where outbox.id = chosen.id returning outbox.id
      )
      select max(id)::text as last, count(*)::int as changed from changed`;
    if (!step?.last) return count;
    count += step.changed;
    after = step.last;
  }
}

/**
 * Makes the events of a service since `from` wait to be published again, by default all that a stream would hold, and
 * gives how many. For a database that was restored while the stream was kept: what a consumer had confirmed, and does
 * not have any more, comes again. A stream drops what it has taken a moment ago as a repeat, so an event that was
 * published just now is waited for first.
 * @param options.onWait called with how long
 */
export async function publishAgain(
  db: Database,
  service: string,
  options: { readonly from?: Date; readonly onWait?: (millis: number) => void } = {},
): Promise<number> {
  const { from, onWait } = options;
  const newest = await newestPublished(db, service);
  const wait = newest === undefined ? 0 : newest + DUPLICATE_WINDOW_MILLIS - Date.now();
  if (wait > 0) {
    onWait?.(wait);
    await pause(wait);
  }
  return unpublish(db, from);
}

/**
 * Forgets published events and handled deliveries that no stream can bring back any more, in bounded steps. Raw: the
 * driver counts what goes without a row for each.
 */
export async function forgetOldMessages(db: Database): Promise<number> {
  let count = 0;
  for (let forgotten = STEP; forgotten === STEP; count += forgotten) {
    const gone = await db.raw`delete from outbox where id in (
      select id from outbox where published_at < clock_timestamp() - make_interval(days => ${KEEP_DAYS}) limit ${STEP})`;
    forgotten = gone.count;
  }
  for (let forgotten = STEP; forgotten === STEP; count += forgotten) {
    const gone = await db.raw`delete from inbox where (consumer, event_id) in (
      select consumer, event_id from inbox where processed_at < clock_timestamp() - make_interval(days => ${KEEP_INBOX_DAYS}) limit ${STEP})`;
    forgotten = gone.count;
  }
  return count;
}
