import { createHash, randomUUID } from 'node:crypto';
import type { Answer, IdempotencyClaim, IdempotencyStore, KeyedAnswer } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { type Clock, currentContext, type Sealer } from '@app/runtime';
import { sql } from 'drizzle-orm';
import type { Database, Executor } from './database.ts';
import { violatedConstraint } from './errors.ts';
import { EffectTakenBack, KeyTaken, openEffect, type SharedEffect, withSharedEffect } from './shared-effects.ts';
import { freeCommands, keepResults, USE_CASES_KEY } from './use-case/store.ts';
import { whileHeld } from './while-held.ts';

const DAY_MILLIS = 24 * 3600 * 1000;
/**
 * For how long a request of several steps is its process's unless that says that it goes on: so long a repeat is refused
 * when the process has died.
 */
const LEASE = { seconds: 10, extendedEveryMillis: 3_000 };
/** How often a request is made whose effect others in its transaction take back, each time by a mistake of ours. */
const SHARED_ATTEMPTS = 4;

interface Row extends Record<string, unknown> {
  readonly request_hash: string;
  readonly command_key: string;
  readonly status: number | null;
  readonly content_type: string | null;
  readonly headers: Answer['headers'] | null;
  readonly body: Buffer | null;
  readonly sealed: boolean;
  readonly client_account_id: string | null;
}

type Result = Awaited<ReturnType<IdempotencyStore['run']>>;

const inProgress = (): Failure =>
  new Failure(
    'common.idempotency_in_progress',
    409,
    'The first request with this Idempotency-Key is still running; ask again in a moment',
    {
      headers: { 'Retry-After': '1' },
    },
  );

const mismatch = (): Failure =>
  new Failure(
    'common.idempotency_mismatch',
    422,
    'This Idempotency-Key was used with another body or query; send a new key for a new request',
  );

/** Two claims never meet in one hash: the parts are separated by a character none of them holds. */
const hashOf = (claim: IdempotencyClaim): Buffer =>
  createHash('sha256').update([claim.caller, claim.method, claim.path, claim.key].join('\n')).digest();

const plainAnswer = ({ status, content_type, headers, body }: Row): Answer => ({
  status: status!,
  contentType: content_type,
  headers: headers ?? {},
  body: body ?? Buffer.alloc(0),
});

/**
 * Headers hold secrets too: a session cookie, an authorization code in `Location`. They are sealed in front of the
 * body.
 */
function sealAnswer(sealer: Sealer, { headers, body }: Answer): Pick<Answer, 'headers' | 'body'> {
  return { headers: {}, body: sealer.seal(Buffer.concat([Buffer.from(`${JSON.stringify(headers)}\n`), body])) };
}

function openAnswer(sealer: Sealer, row: Row): Answer {
  const plain = sealer.open(row.body ?? Buffer.alloc(0));
  const end = plain.indexOf('\n');
  const headers = JSON.parse(plain.subarray(0, end).toString('utf8')) as Answer['headers'];
  return { ...plainAnswer(row), headers, body: plain.subarray(end + 1) };
}

/** A claim, and how its request looked under keys that have been replaced since. */
type GuardedClaim = IdempotencyClaim & { readonly earlierHashes?: readonly string[] };

/**
 * Keeps the answer of a keyed request in the transaction of its effect (docs/contract/idempotency.md). Two requests
 * with one key: the second meets the first's advisory lock (409), or its row (replay). Raw: advisory locks, lists of
 * keys as one parameter and takings over of abandoned claims are the whole of it, on the way of every keyed request.
 */
export function createIdempotencyStore(db: Database, clock: Clock, sealer: Sealer, lease = LEASE): IdempotencyStore {
  /** By the database's clock alone, which nobody moves. */
  const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${lease.seconds}::double precision)`;
  const oldest = () => new Date(clock.millis() - DAY_MILLIS).toISOString();
  const now = () => new Date(clock.millis()).toISOString();

  const find = async (tx: Executor, hash: Buffer): Promise<Row | undefined> => {
    const rows = await tx.execute<Row>(sql`
      select request_hash, command_key, status, content_type, headers, body, sealed, client_account_id
      from idempotency_keys where claim_hash = ${hash} and created_at > ${oldest()}::timestamptz`);
    return rows[0];
  };

  const replay = (row: Row, claim: GuardedClaim): Result => {
    if (row.request_hash !== claim.requestHash && !claim.earlierHashes?.includes(row.request_hash)) throw mismatch();
    if (row.status === null) throw inProgress();
    const account = row.client_account_id === null ? undefined : Number(row.client_account_id);
    return { replayed: true, answer: row.sealed ? openAnswer(sealer, row) : plainAnswer(row), account };
  };

  /** False when another request with the same key got there first. */
  const keep = async (
    tx: Executor,
    claim: IdempotencyClaim,
    hash: Buffer,
    commandKey: string,
    answer: Answer,
  ): Promise<boolean> => {
    const { headers, body } = claim.secret ? sealAnswer(sealer, answer) : answer;
    const rows = await tx.execute(sql`
      insert into idempotency_keys as kept (claim_hash, request_hash, command_key, status, content_type, headers, body, sealed, created_at, client_account_id)
      values (${hash}, ${claim.requestHash}, ${commandKey}::uuid, ${answer.status}::int, ${answer.contentType}, ${JSON.stringify(headers)}::jsonb, ${body}, ${claim.secret}, ${now()}::timestamptz,
        ${currentContext()?.clientAccountId ?? null}::bigint)
      on conflict (claim_hash) do update set request_hash = excluded.request_hash, command_key = excluded.command_key, status = excluded.status,
        content_type = excluded.content_type, headers = excluded.headers, body = excluded.body, sealed = excluded.sealed, created_at = excluded.created_at,
        client_account_id = excluded.client_account_id, lease_until = null
      where kept.created_at <= ${oldest()}::timestamptz or kept.command_key = excluded.command_key
      returning 1`);
    return rows.length === 1;
  };

  /**
   * Effect, outbox and answer commit together; an answer of 400 or above takes the effect back and is kept by itself.
   */
  const inTransaction = async (
    claim: IdempotencyClaim,
    work: (commandKey: string, isFirstTry?: boolean) => Promise<KeyedAnswer>,
  ): Promise<Result> => {
    const hash = hashOf(claim);
    const commandKey = randomUUID();
    const attempt = () =>
      db.within<Result & { kept: boolean }>(
        async (tx) => {
          const rows = await tx.execute<{ locked: boolean }>(
            sql`select pg_try_advisory_xact_lock(${hash.readBigInt64BE(0).toString()}::bigint) as locked`,
          );
          // Who holds the lock may be another repeat, of a request that ended long ago: its answer is there to be given.
          const row = await find(tx, hash);
          if (row) return { ...replay(row, claim), kept: true };
          if (!rows[0]?.locked) throw inProgress();
          const answer = await work(commandKey);
          if (answer.status < 400 && answer.kept && !(await keep(tx, claim, hash, commandKey, answer)))
            throw inProgress();
          return { answer, replayed: false, kept: answer.kept };
        },
        (result) => result.answer.status < 400 || result.replayed,
      );
    const result = await attempt();
    if (!result.replayed && result.answer.status >= 400 && result.kept)
      await keep(db.executor, claim, hash, commandKey, result.answer);
    return result;
  };

  /**
   * The transaction is that of whoever writes the effect, see {@link SharedEffect}. An answer without an effect is kept
   * by itself.
   */
  const inShared = async (
    claim: IdempotencyClaim,
    work: (commandKey: string, isFirstTry?: boolean) => Promise<KeyedAnswer>,
  ): Promise<Result> => {
    for (let tries = 1; ; tries++) {
      try {
        return await tryShared(claim, work);
      } catch (error) {
        if (!(error instanceof EffectTakenBack) || tries === SHARED_ATTEMPTS) throw error;
      }
    }
  };

  const tryShared = async (
    claim: IdempotencyClaim,
    work: (commandKey: string, isFirstTry?: boolean) => Promise<KeyedAnswer>,
  ): Promise<Result> => {
    const hash = hashOf(claim);
    const known = await find(db.executor, hash);
    if (known) return replay(known, claim);
    const effect = openEffect({ hash, requestHash: claim.requestHash, commandKey: randomUUID() });
    try {
      const answer = await withSharedEffect(effect, () => work(effect.commandKey));
      if (effect.isWritten) {
        if (answer.status >= 400 || !answer.kept)
          throw new Error('What was written led to an answer that cannot be kept');
        effect.answer(answer);
        await effect.commit;
      } else if (answer.status < 400) throw new Error('A request that may share a transaction has written by itself');
      else if (answer.kept) await keep(db.executor, claim, hash, effect.commandKey, answer);
      return { answer, replayed: false };
    } catch (error) {
      effect.abandon(error);
      if (!(error instanceof KeyTaken)) throw error;
      const row = await find(db.executor, hash);
      if (row) return replay(row, claim);
      throw inProgress();
    }
  };

  /**
   * The claim is committed first, and held while the request lasts. A claim whose process died, or can say no longer that
   * it goes on, is taken over with the same command key, under which nothing is done twice.
   */
  const inSteps = async (
    claim: IdempotencyClaim,
    work: (commandKey: string, isFirstTry?: boolean) => Promise<KeyedAnswer>,
  ): Promise<Result> => {
    const hash = hashOf(claim);
    const made = randomUUID();
    const claimed = await db.executor.execute<{ command_key: string }>(sql`
      insert into idempotency_keys as kept (claim_hash, request_hash, command_key, created_at, lease_until)
      values (${hash}, ${claim.requestHash}, ${made}::uuid, ${now()}::timestamptz, ${leaseEnd})
      on conflict (claim_hash) do update set lease_until = excluded.lease_until, request_hash = excluded.request_hash,
        command_key = case when kept.created_at <= ${oldest()}::timestamptz then excluded.command_key else kept.command_key end,
        status = null, created_at = excluded.created_at
      where kept.created_at <= ${oldest()}::timestamptz
        or (kept.status is null and kept.lease_until < clock_timestamp() and kept.request_hash = excluded.request_hash)
      returning command_key`);
    const commandKey = claimed[0]?.command_key;
    if (commandKey === undefined) {
      const row = await find(db.executor, hash);
      if (row) return replay(row, claim);
      throw inProgress();
    }
    const free = () =>
      db.executor.execute(
        sql`update idempotency_keys set lease_until = now() - interval '1 second' where claim_hash = ${hash} and status is null`,
      );
    const extend = () =>
      db.executor.execute(sql`
        update idempotency_keys set lease_until = ${leaseEnd}
        where claim_hash = ${hash} and command_key = ${commandKey}::uuid and status is null`);
    try {
      const answer = await whileHeld(extend, () => work(commandKey, commandKey === made), lease.extendedEveryMillis);
      if (answer.kept) await keep(db.executor, claim, hash, commandKey, answer);
      else await free();
      return { answer, replayed: false };
    } catch (error) {
      await free();
      throw error;
    }
  };

  const ways = { transaction: inTransaction, shared: inShared, steps: inSteps };

  /** The body of such a request may hold a password: its plain digest would be there to guess from. */
  const guarded = (claim: IdempotencyClaim): GuardedClaim => {
    if (!claim.secret) return claim;
    const [requestHash, ...earlierHashes] = sealer.digests(claim.requestHash).map((digest) => digest.toString('hex'));
    return { ...claim, requestHash: requestHash!, earlierHashes };
  };

  return {
    run: (claim, work) =>
      ways[claim.mode === 'shared' && claim.secret ? 'transaction' : claim.mode](guarded(claim), work),
    rehearse: (work) =>
      db.within(
        () => work(),
        () => false,
      ),
  };
}

/**
 * Whether each of the keys is free for the transaction, which holds it from here on: nobody else with the key writes,
 * and nobody has. Who held the key of a command until this very moment may go unseen: its row then refuses that of the
 * command (`isTakenAfterAll`).
 */
export async function claimKeys(
  tx: Executor,
  effects: readonly SharedEffect[],
  clock: Pick<Clock, 'millis'>,
): Promise<readonly boolean[]> {
  const [commands, requests] = partition(effects);
  const free = new Set([
    ...(commands.length === 0 ? [] : await claimCommands(tx, commands)),
    ...(requests.length === 0 ? [] : await claimRequests(tx, requests, clock)),
  ]);
  return effects.map((effect) => free.has(effect));
}

const lockOf = ({ hash }: SharedEffect): string => hash.readBigInt64BE(0).toString();

/** The requests whose keys are free. An answer that is there already would be written over: they are looked for under the locks. */
async function claimRequests(
  tx: Executor,
  requests: readonly SharedEffect[],
  clock: Pick<Clock, 'millis'>,
): Promise<readonly SharedEffect[]> {
  const locked = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(lock) as locked from unnest(${`{${requests.map(lockOf).join(',')}}`}::text::bigint[]) lock`,
  );
  const answered = await answeredKeys(tx, requests, clock);
  return requests.filter(({ hash }, index) => locked[index]!.locked && !answered.has(hash.toString('hex')));
}

/** The commands whose keys are free. */
async function claimCommands(tx: Executor, commands: readonly SharedEffect[]): Promise<readonly SharedEffect[]> {
  const free = await freeCommands(
    tx,
    commands.map(lockOf),
    commands.map(({ commandKey }) => commandKey),
  );
  return commands.filter((_, index) => free[index]);
}

/** Whether something failed since the key of a command was taken after all: what was written with it is written again. */
export const isTakenAfterAll = (error: unknown): boolean => violatedConstraint(error) === USE_CASES_KEY;

/** Commands of other services, and requests. */
const partition = <T extends Pick<SharedEffect, 'command'>>(effects: readonly T[]): readonly [T[], T[]] => [
  effects.filter(({ command }) => command !== undefined),
  effects.filter(({ command }) => command === undefined),
];

/** Which of some claims, by their hashes in hex, were answered within a day. */
async function answeredKeys(
  tx: Executor,
  requests: readonly SharedEffect[],
  clock: Pick<Clock, 'millis'>,
): Promise<ReadonlySet<string>> {
  const hashes = `{${requests.map(({ hash }) => `"\\\\x${hash.toString('hex')}"`).join(',')}}`;
  const rows = await tx.execute<{ claim_hash: Buffer }>(sql`
    select claim_hash from idempotency_keys where claim_hash = any (${hashes}::text::bytea[])
      and created_at > ${new Date(clock.millis() - DAY_MILLIS).toISOString()}::timestamptz`);
  return new Set(rows.map(({ claim_hash }) => claim_hash.toString('hex')));
}

interface Made {
  readonly effect: SharedEffect;
  readonly answer: Answer;
}

/** Keeps the answers of claimed keys, and the results of commands, in the transaction of their effects. */
export async function keepAnswers(tx: Executor, made: readonly Made[], clock: Pick<Clock, 'millis'>): Promise<void> {
  const results = made.flatMap(({ effect: { command, commandKey }, answer }) =>
    command === undefined ? [] : [{ commandKey, name: command, result: JSON.parse(answer.body.toString()) }],
  );
  if (results.length > 0) await keepResults(tx, results);
  const answers = made.filter(({ effect }) => effect.command === undefined);
  if (answers.length > 0) await keepRequests(tx, answers, clock);
}

async function keepRequests(tx: Executor, answers: readonly Made[], clock: Pick<Clock, 'millis'>): Promise<void> {
  const moment = new Date(clock.millis()).toISOString();
  const rows = answers.map(
    ({ effect, answer }) =>
      sql`(${effect.hash}::bytea, ${effect.requestHash}, ${effect.commandKey}::uuid, ${answer.status}::int, ${answer.contentType}, ${JSON.stringify(answer.headers)}::jsonb, ${answer.body}::bytea, false, ${moment}::timestamptz, ${effect.clientAccountId ?? null}::bigint)`,
  );
  await tx.execute(sql`
    insert into idempotency_keys (claim_hash, request_hash, command_key, status, content_type, headers, body, sealed, created_at, client_account_id)
    values ${sql.join(rows, sql`, `)}
    on conflict (claim_hash) do update set request_hash = excluded.request_hash, command_key = excluded.command_key, status = excluded.status,
      content_type = excluded.content_type, headers = excluded.headers, body = excluded.body, sealed = false, created_at = excluded.created_at,
      client_account_id = excluded.client_account_id, lease_until = null`);
}

/** Forgets keys older than 24 hours, in bounded batches: the job `idempotency-cleanup`. */
export async function forgetOldKeys(db: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.millis() - DAY_MILLIS).toISOString();
  let forgotten = 0;
  for (;;) {
    const rows = await db.executor.execute(sql`
      delete from idempotency_keys where claim_hash in (select claim_hash from idempotency_keys where created_at <= ${before}::timestamptz limit 1000) returning 1`);
    forgotten += rows.length;
    if (rows.length < 1000) return forgotten;
  }
}
