import type { Failure } from '@app/contract/failure';
import { and, desc, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../database.ts';
import { fixedStatement } from '../fixed-statement.ts';
import { useCases } from '../schema/use-cases.ts';
import { keptRefusal } from './refusal.ts';
import type { Row } from './run.ts';

/** By its key, or the last one of a subject that was not refused. */
export type Wanted = { readonly commandKey: string } | { readonly subject: string };

export interface NewRun {
  readonly name: string;
  readonly commandKey: string;
  readonly subject: string | null;
  readonly clientAccountId: number | null;
  readonly intent: unknown;
}

const underWay = inArray(useCases.state, ['open', 'undoing']);
const now = sql`clock_timestamp()`;
const inSeconds = (seconds: number): SQL => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

export async function find(ex: Executor, name: string, wanted: Wanted): Promise<Row | undefined> {
  const which =
    'commandKey' in wanted
      ? eq(useCases.commandKey, wanted.commandKey)
      : and(eq(useCases.name, name), eq(useCases.subject, wanted.subject), ne(useCases.state, 'refused'));
  const [row] = await ex.select().from(useCases).where(which).orderBy(desc(useCases.createdAt)).limit(1);
  if (row) requireName(row, name);
  return row;
}

/** @throws Error for a key under which something else was done: a mistake of ours */
export function requireName(row: Pick<Row, 'name'>, name: string): void {
  if (row.name !== name) throw new Error(`The command key of a "${row.name}" came again as "${name}"`);
}

/** What a command came to. */
export type CameTo = Pick<Row, 'name' | 'state' | 'result' | 'refusal'>;

const came = fixedStatement(sql`
  select command_key, name, state, result, refusal from ${useCases}
  where command_key = any (${sql.placeholder('keys')}::text[])`);

/** What commands came to, by their keys. Raw: one text for any number of keys, made once. */
export async function findAmong(ex: Executor, commandKeys: readonly string[]): Promise<ReadonlyMap<string, CameTo>> {
  const rows = await ex.execute<CameTo & { command_key: string }>(came({ keys: sql.param([...commandKeys]) }));
  return new Map(rows.map((row) => [row.command_key, row]));
}

/** Undefined when the key is taken, or another run of the subject is under way. */
export async function insert(tx: Tx, run: NewRun, leaseSeconds: number): Promise<Row | undefined> {
  const [row] = await tx
    .insert(useCases)
    .values({ ...run, state: 'open', attempts: 1, leaseUntil: inSeconds(leaseSeconds), endedAt: null })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** What a run is begun with, of the rows of a part of a statement. */
export interface BeginColumns {
  readonly commandKey: SQL;
  readonly subject: SQL;
  readonly clientAccountId: SQL;
  readonly intent: SQL;
}

/**
 * The part of a statement that stores runs of one name for the rows of another part; gives `command_key` and `subject` of
 * those that were free. Raw: the builder inserts from no other part of its statement.
 */
export const beginPart = (
  { name, leaseSeconds }: { readonly name: SQL; readonly leaseSeconds: SQL },
  { commandKey, subject, clientAccountId, intent }: BeginColumns,
  from: SQL,
): SQL => sql`
    insert into ${useCases} (command_key, name, subject, client_account_id, state, intent, attempts, lease_until, ended_at)
    select ${commandKey}, ${name}, ${subject}, ${clientAccountId}, 'open', ${intent}, 1,
      clock_timestamp() + make_interval(secs => ${leaseSeconds}::double precision), null
    from ${from}
    on conflict do nothing returning command_key, subject`;

// Raw: one text for any number of runs, made once.
const inserting = fixedStatement(
  beginPart(
    { name: sql`${sql.placeholder('name')}::text`, leaseSeconds: sql`${sql.placeholder('leaseSeconds')}` },
    {
      commandKey: sql`n."commandKey"`,
      subject: sql`n.subject`,
      clientAccountId: sql`n."clientAccountId"`,
      intent: sql`n.intent`,
    },
    sql`jsonb_to_recordset(${sql.placeholder('runs')}::text::jsonb) as n ("commandKey" text, subject text,
      "clientAccountId" bigint, intent jsonb)`,
  ),
);

/**
 * Stores runs of one name, those that are not taken.
 * @returns of each whether it was stored; false when its key or its subject is taken, be it by another one of them
 */
export async function insertAll(
  ex: Executor,
  runs: readonly NewRun[],
  leaseSeconds: number,
): Promise<readonly boolean[]> {
  const rows = await ex.execute<{ command_key: string }>(
    inserting({ name: runs[0]!.name, leaseSeconds, runs: JSON.stringify(runs) }),
  );
  const stored = new Set(rows.map(({ command_key }) => command_key));
  return runs.map(({ commandKey }) => stored.delete(commandKey));
}

/** The row, locked until the transaction ends. */
export async function lock(tx: Tx, commandKey: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(useCases).where(eq(useCases.commandKey, commandKey)).for('update');
  return row;
}

/**
 * Takes a run that is under way; when `isFree`, only one that nobody holds. Undefined when it has ended, is gone, or is
 * held.
 */
export async function take(
  ex: Executor,
  commandKey: string,
  leaseSeconds: number,
  isFree: boolean,
): Promise<Row | undefined> {
  const [row] = await ex
    .update(useCases)
    .set({ attempts: sql`${useCases.attempts} + 1`, leaseUntil: inSeconds(leaseSeconds) })
    .where(and(eq(useCases.commandKey, commandKey), underWay, isFree ? lte(useCases.leaseUntil, now) : undefined))
    .returning();
  return row;
}

/** Takes one that nobody holds since before a moment, the one that waits longest first. Each goes to one replica. */
export async function takeNext(
  ex: Executor,
  name: string,
  leaseSeconds: number,
  before: string,
): Promise<Row | undefined> {
  const due = ex
    .select({ commandKey: useCases.commandKey })
    .from(useCases)
    .where(and(eq(useCases.name, name), underWay, lte(useCases.leaseUntil, sql`${before}::timestamptz`)))
    .orderBy(useCases.leaseUntil)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await ex
    .update(useCases)
    .set({ attempts: sql`${useCases.attempts} + 1`, leaseUntil: inSeconds(leaseSeconds) })
    .where(inArray(useCases.commandKey, due))
    .returning();
  return row;
}

/** Gives a run back after an attempt without an outcome, unless somebody else has taken it meanwhile. */
export async function release(
  ex: Executor,
  { commandKey, attempts }: Held,
  pauseSeconds: number,
  fault: string,
): Promise<void> {
  await ex
    .update(useCases)
    .set({ leaseUntil: inSeconds(pauseSeconds), lastFault: fault })
    .where(and(eq(useCases.commandKey, commandKey), eq(useCases.attempts, attempts), underWay));
}

/** Holds a run for longer; nothing when somebody else has taken it meanwhile, or it has ended. */
export async function extend(ex: Executor, { commandKey, attempts }: Held, leaseSeconds: number): Promise<void> {
  await ex
    .update(useCases)
    .set({ leaseUntil: inSeconds(leaseSeconds) })
    .where(and(eq(useCases.commandKey, commandKey), eq(useCases.attempts, attempts), underWay));
}

/** Who holds a run: the one of the last attempt. */
export type Held = Pick<Row, 'commandKey' | 'attempts'>;

/** Whether a run is open; it is held until the transaction ends, for what ends it by itself (`commitBy`). */
export const holdRun = async (tx: Tx, commandKey: string): Promise<boolean> =>
  (await lock(tx, commandKey))?.state === 'open';

export async function finish(tx: Tx, commandKey: string, result: unknown): Promise<void> {
  await tx
    .update(useCases)
    .set({ state: 'done', result, ...ended })
    .where(eq(useCases.commandKey, commandKey));
}

const ended = { intent: null, leaseUntil: null, endedAt: now };

/** Parts of a statement that does what runs come to, and ends them. */
export interface EndParts {
  /** The runs that are open, held; no row for one that somebody else has ended. */
  readonly held: SQL;
  /** Ends runs for the rows of another part, which has their `command_key`, with the result as `jsonb`. */
  ended(result: SQL, from: SQL): SQL;
}

/**
 * Raw: the builder has no statement whose parts depend on each other.
 * @param commandKeys a list as `text[]`
 * @param waits whether for whoever holds a run; else that one is left out
 */
export const endParts = (commandKeys: SQL, { waits }: { readonly waits: boolean }): EndParts => ({
  // They are found by their keys, and their state is looked at after that (`offset 0`): hardly one is open, so the index
  // of those that are would be taken, which holds every run that has been open until the table is vacuumed.
  held: sql`
    select command_key from (
      select command_key, state from ${useCases} where command_key = any (${commandKeys})
      offset 0 for update ${waits ? sql`` : sql`skip locked`}
    ) as found where state = 'open'`,
  ended: (result, from) => sql`
    update ${useCases} as u set state = 'done', result = ${result}, intent = null, lease_until = null,
      ended_at = clock_timestamp()
    from ${from} where u.command_key = ${from}.command_key`,
});

/** @param isUndone nothing is left to take back elsewhere */
export async function refuse(tx: Tx, commandKey: string, refusal: Failure, isUndone: boolean): Promise<void> {
  const kept = keptRefusal(refusal);
  const change = isUndone
    ? { state: 'refused' as const, refusal: kept, ...ended }
    : { state: 'undoing' as const, refusal: kept };
  await tx.update(useCases).set(change).where(eq(useCases.commandKey, commandKey));
}

export async function endUndoing(ex: Executor, commandKey: string): Promise<void> {
  await ex
    .update(useCases)
    .set({ state: 'refused', ...ended })
    .where(and(eq(useCases.commandKey, commandKey), eq(useCases.state, 'undoing')));
}

/**
 * Opens a refusal once more whose traces elsewhere are to be taken back, since one was left after that had been done.
 */
export async function undoAgain(
  ex: Executor,
  run: Pick<Row, 'commandKey' | 'intent'>,
  leaseSeconds: number,
): Promise<void> {
  await ex
    .update(useCases)
    .set({ state: 'undoing', intent: run.intent, leaseUntil: inSeconds(leaseSeconds), endedAt: null })
    .where(and(eq(useCases.commandKey, run.commandKey), eq(useCases.state, 'refused')));
}

/** Forgets a run by which nothing was done. False when somebody else has taken it, or it has ended. */
export async function withdraw(ex: Executor, { commandKey, attempts }: Held): Promise<boolean> {
  const rows = await ex
    .delete(useCases)
    .where(and(eq(useCases.commandKey, commandKey), eq(useCases.attempts, attempts), eq(useCases.state, 'open')))
    .returning({ commandKey: useCases.commandKey });
  return rows.length === 1;
}

/** Writes the row of a command before its effect. False when the key is taken. */
export async function reserve(tx: Tx, name: string, commandKey: string): Promise<boolean> {
  const rows = await tx
    .insert(useCases)
    .values({ commandKey, name, result: {} })
    .onConflictDoNothing({ target: useCases.commandKey })
    .returning({ commandKey: useCases.commandKey });
  return rows.length === 1;
}

// Raw: one text for any number of keys, made once. Each key is looked for by itself: an `exists` may be planned as a set
// of all keys while the table is small, and that plan is kept while it grows.
const claiming = fixedStatement(sql`
  select pg_try_advisory_xact_lock(asked.lock) and (
    select u.command_key from ${useCases} as u where u.command_key = asked.key) is null as free
  from unnest(${sql.placeholder('locks')}::bigint[], ${sql.placeholder('keys')}::text[])
    with ordinality as asked (lock, key, place)
  order by asked.place`);

/**
 * Takes the locks of commands that nobody holds, until the transaction ends.
 * @returns of each whether it was taken and the command has come to nothing, as far as was known when this began
 */
export async function freeCommands(
  tx: Tx,
  locks: readonly string[],
  commandKeys: readonly string[],
): Promise<readonly boolean[]> {
  const rows = await tx.execute<{ free: boolean }>(
    claiming({ locks: sql.param([...locks]), keys: sql.param([...commandKeys]) }),
  );
  return rows.map(({ free }) => free);
}

/** The constraint that refuses a second row of one key. */
export const USE_CASES_KEY = 'use_cases_pkey';

/** Writes the rows of commands with what they came to. Fails by the primary key when one was taken after all. */
export async function keepResults(
  tx: Tx,
  made: readonly { readonly commandKey: string; readonly name: string; readonly result: unknown }[],
): Promise<void> {
  const list = (of: (each: (typeof made)[number]) => string) => sql`${sql.param(made.map(of))}::text[]`;
  // Raw: lists of one length each, so that the text of the statement is the same however many there are.
  await tx.execute(sql`
    insert into ${useCases} (command_key, name, result) select key, name, result::jsonb
    from unnest(${list(({ commandKey }) => commandKey)}, ${list(({ name }) => name)}, ${list(({ result }) => JSON.stringify(result))})
      as made (key, name, result)`);
}

/** Keeps the no to a command by itself, since its transaction was rolled back. False when the key is taken. */
export async function reserveRefused(
  ex: Executor,
  name: string,
  commandKey: string,
  refusal: Failure,
): Promise<boolean> {
  const rows = await ex
    .insert(useCases)
    .values({ commandKey, name, state: 'refused', refusal: keptRefusal(refusal) })
    .onConflictDoNothing({ target: useCases.commandKey })
    .returning({ commandKey: useCases.commandKey });
  return rows.length === 1;
}

/**
 * The database's own clock, to the microsecond: leases are compared with it alone. Raw: it is selected from no table.
 */
export async function databaseTime(ex: Executor): Promise<string> {
  const [row] = await ex.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return row!.now;
}
