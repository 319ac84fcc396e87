import { isIP } from 'node:net';
import type { Database, Executor } from '@app/db';
import { currentContext, gather } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { kinds, type Result, type SecurityEvent } from './kinds.ts';

/** A record as it is stored. */
export interface SecurityRow {
  readonly kind: string;
  readonly result: Result;
  readonly user_id: number | null;
  readonly client_id: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly client_account_id: number | null;
  readonly target_user_id: number | null;
  readonly details: object;
  /** The first and the last moment, and how often, of what is reported together; now and once when absent. */
  readonly occurred_at?: string;
  readonly last_at?: string;
  readonly times?: number;
}

const INSERT = `
  insert into security_events
    (occurred_at, last_at, times, kind, result, user_id, client_id, address, request_id, client_account_id, target_user_id, details)
  select coalesce(occurred_at, clock_timestamp()), last_at, coalesce(times, 1), kind, result, user_id, client_id, address, request_id,
    client_account_id, target_user_id, details
  from `;
const COLUMNS = `
    occurred_at timestamptz, last_at timestamptz, times int, kind text, result text, user_id bigint, client_id text, address text,
    request_id text, client_account_id bigint, target_user_id bigint, details jsonb`;
const HEAD = `${INSERT} jsonb_to_recordset(`;
const TAIL = `::text::jsonb) as r (${COLUMNS})`;

/**
 * The commit of this statement alone does not wait for the disk: it takes most of the time of an answer that wrote
 * nothing else (decision 0080). Materialized, so that it is evaluated once and not for each row.
 */
const UNAWAITED = `with unawaited as materialized (select set_config('synchronous_commit', 'off', true))`;

/**
 * Keeps a record of a change, in the transaction of the change: none is without its record, and one that is taken back
 * leaves none. Who, by which application, from where and in which request follow from the request at hand.
 * @throws when the details are not those of the kind, which is a mistake of ours
 */
export async function record(tx: Executor, ...events: readonly SecurityEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = JSON.stringify(events.map(rowOf));
  await tx.execute(sql`${sql.raw(HEAD)}${rows}${sql.raw(TAIL)}`);
}

/** The same on the driver's own connection, for what commits although the request is refused. */
export const recordOn = (raw: Pick<Database['raw'], 'unsafe'>, ...events: readonly SecurityEvent[]): Promise<void> =>
  insertRows(raw, events.map(rowOf));

/**
 * Keeps records of what changes nothing else in the database, such as a token that was issued: those that come together
 * share a statement and its commit. Whoever has a transaction keeps its record there. The promise is kept when the
 * record is committed: it outlives this process, not a database server that loses its power within the same second.
 * @throws when the details are not those of the kind
 */
export function createRecorder(db: Pick<Database, 'executor'>): (event: SecurityEvent) => Promise<void> {
  const pool = db.executor;
  // On the pool of requests, which keeps frequent statements prepared: planning this one takes longer than running it.
  const together = gather(async (rows: readonly SecurityRow[]) => {
    await pool.execute(sql`${sql.raw(UNAWAITED + HEAD)}${JSON.stringify(rows)}${sql.raw(`${TAIL}, unawaited`)}`);
    return rows.map(() => undefined);
  });
  return async (event) => (db.executor === pool ? together(rowOf(event)) : record(db.executor, event));
}

/** What must be so at the moment at which a record is kept, for the record to be kept at all. */
export interface Proviso {
  /** Columns that come with each record, as SQL declares them: `version xid`. */
  readonly columns: string;
  /** A condition in SQL on the record and these columns, which are those of `r`. */
  readonly condition: string;
}

/** A record to keep, and what is made while it is kept. */
interface Provided {
  readonly row: object;
  readonly meanwhile: () => void;
}

/**
 * Keeps records as {@link createRecorder} does, each only if `proviso` is so, which the same statement looks at. While
 * it is under way `meanwhile` of each is run, one right after the other.
 * @returns whether the record was kept; never in a transaction, whose statements are not shared
 * @throws when the details are not those of the kind; what `meanwhile` throws, to all that went together
 */
export function createProvidedRecorder(
  db: Pick<Database, 'executor'>,
  { columns, condition }: Proviso,
): (event: SecurityEvent, values: Readonly<Record<string, string>>, meanwhile: () => void) => Promise<boolean> {
  const pool = db.executor;
  const head = sql.raw(
    `${UNAWAITED}, judged as materialized (select r.*, ${condition} as holds from jsonb_to_recordset(`,
  );
  const tail = sql.raw(
    `::text::jsonb) as r (${COLUMNS}, ${columns})), kept as (${INSERT} judged, unawaited where holds) select holds from judged`,
  );
  const keep = (rows: readonly object[]) =>
    pool.execute<{ holds: boolean }>(sql`${head}${JSON.stringify(rows)}${tail}`);
  const together = gather(
    async (all: readonly Provided[]) => {
      const [judged] = await Promise.all([keep(all.map(({ row }) => row)), runAll(all)]);
      return judged.map(({ holds }) => holds);
    },
    // The database works on these while those before are answered.
    { atOnce: true },
  );
  return async (event, values, meanwhile) =>
    db.executor === pool && together({ row: { ...rowOf(event), ...values }, meanwhile });
}

/** Begins when what was sent in this turn of the event loop has left. */
async function runAll(all: readonly Provided[]): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  for (const { meanwhile } of all) meanwhile();
}

export async function insertRows(raw: Pick<Database['raw'], 'unsafe'>, rows: readonly SecurityRow[]): Promise<void> {
  if (rows.length > 0) await raw.unsafe(`${HEAD}$1${TAIL}`, [JSON.stringify(rows)]);
}

/** @throws when the details are not those of the kind */
export function rowOf(event: SecurityEvent): SecurityRow {
  const context = currentContext();
  const { kind, result = 'done', userId, clientAccountId, targetUserId, details = {} } = event;
  const account =
    clientAccountId === undefined ? (context?.clientAccountId ?? context?.refusedAccountId) : clientAccountId;
  return {
    kind,
    result,
    user_id: (userId === undefined ? context?.userId : userId) ?? null,
    client_id: context?.clientId ?? null,
    address: addressOf(context?.address),
    request_id: context?.requestId ?? null,
    client_account_id: account ?? null,
    target_user_id: targetUserId ?? null,
    details: kinds[kind].parse(details),
  };
}

/** Only what is an address of the network; without the name of the interface that it was seen on. */
function addressOf(text: string | undefined): string | null {
  const plain = text?.split('%', 1)[0] ?? '';
  return isIP(plain) === 0 ? null : plain;
}
