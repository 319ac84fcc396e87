import { createHash } from 'node:crypto';
import { emailKey } from '@app/api/email-address';
import type { Database, Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { eq, sql } from 'drizzle-orm';
import { passwordFailures } from '../schema/passwords.ts';
import { afterFailure, afterSuccess, type Count, isLocked, type Rule } from './counting.ts';
import { networkOf } from './network.ts';

/** Where a guess at the password of an address comes from. */
export interface GuessOrigin {
  /** The client's address as the gateway states it. */
  readonly address: string;
  /** The digest of the browser's cookie, when somebody whose address it is has logged in there before. */
  readonly knownBrowser: Buffer | undefined;
}

export interface Settled {
  /** The password was right and no lock is in force. */
  readonly isAccepted: boolean;
  readonly isLocked: boolean;
}

interface Counter {
  readonly rule: Rule;
  readonly digest: Buffer;
  /** Of the address it belongs to, if any. */
  readonly email: Buffer | null;
}

const perNetwork: Rule = { limit: 10, isConsecutive: true };
const everywhere: Rule = { limit: 100, isConsecutive: false };
const perBrowser: Rule = { limit: 10, isConsecutive: true };
const ownPassword: Rule = { limit: 10, isConsecutive: true };

const digestOf = (...named: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(named)).digest();
const digestOfEmail = (email: string): Buffer => digestOf('address', emailKey(email));

type Deps = { readonly db: Pick<Database, 'together'>; readonly clock: Clock };

/**
 * Settles one attempt to prove the password of an address, after it was checked (LOG-R11, PPL-R05). Ten failures in a
 * row within 15 minutes lock the address for their network, for 15 minutes; a hundred from everywhere lock it for every
 * browser that it never logged in with. A browser that knows the address is spared the second lock until it has failed
 * ten times itself: a stolen cookie is worth ten guesses. What a lock refuses is not counted, so that one network
 * cannot bring about the lock of all.
 *
 * Attempts on one address line up at its counters: of many parallel guesses only what settles before the lock can
 * succeed. It commits by itself, since a refused request takes everything else back, and on the connections of
 * requests: the others wait for jobs and for the broker. Login, signup linking and invitation acceptance share the
 * counts.
 */
export async function settleAttempt(
  deps: Deps,
  email: string,
  origin: GuessOrigin,
  isRight: boolean,
): Promise<Settled> {
  const key = emailKey(email);
  const counterOf = (rule: Rule, ...named: readonly string[]): Counter => ({
    rule,
    digest: digestOf(...named, key),
    email: digestOfEmail(email),
  });
  const network = counterOf(perNetwork, 'network', networkOf(origin.address));
  const all = counterOf(everywhere, 'everywhere');
  const browser = origin.knownBrowser && counterOf(perBrowser, 'browser', origin.knownBrowser.toString('base64'));
  return settle(deps, [network, all, ...(browser ? [browser] : [])], isRight, (locked) => {
    const isSpared = browser !== undefined && !locked(browser);
    return locked(network) || (locked(all) && !isSpared);
  });
}

/**
 * Settles one attempt of a user to prove the own, current password: counted per user and client, and no login is ever
 * locked by it.
 * @param clientId null for a session of the user
 */
export async function settleOwnAttempt(
  deps: Deps,
  userId: number,
  clientId: string | null,
  isRight: boolean,
): Promise<Settled> {
  const counter: Counter = { rule: ownPassword, digest: digestOf('own', String(userId), clientId ?? ''), email: null };
  return settle(deps, [counter], isRight, (locked) => locked(counter));
}

async function settle(
  { db, clock }: Deps,
  counters: readonly Counter[],
  isRight: boolean,
  refuses: (locked: (counter: Counter) => boolean) => boolean,
): Promise<Settled> {
  const now = clock.millis();
  // In one order for everybody, so that nobody waits for each other.
  const ordered = counters.toSorted((a, b) => Buffer.compare(a.digest, b.digest));
  const digests = ordered.map(({ digest }) => digest.toString('hex'));
  const emails = ordered.map(({ email }) => email?.toString('hex') ?? null);
  return db.together(undefined, async (tx): Promise<Settled> => {
    // Raw: the builder inserts no selection of `unnest`, nor says in which order rows are locked.
    const rows = await tx.execute<Row>(sql`
      insert into password_failures (counter, email_digest, failed_at, updated_at)
      select decode(given.counter, 'hex'), decode(given.email, 'hex'), '{}', ${new Date(now).toISOString()}::timestamptz
      from unnest(${sql.param(digests)}::text[], ${sql.param(emails)}::text[])
        with ordinality as given (counter, email, position)
      order by position
      on conflict (counter) do update set updated_at = excluded.updated_at
      returning encode(counter, 'hex') as counter, to_json(failed_at) as failed_at, to_json(locked_until) as locked_until`);
    const found = new Map(rows.map((row) => [row.counter, countOf(row)]));
    const counts = new Map(ordered.map((counter) => [counter, found.get(counter.digest.toString('hex'))!]));
    const isRefused = refuses((counter) => isLocked(counts.get(counter)!, now));
    if (!isRefused)
      for (const [{ digest, rule }, before] of counts) {
        const after = isRight ? afterSuccess(before, rule) : afterFailure(before, rule, now);
        if (
          after === before ||
          (after.failedAt.length === 0 && before.failedAt.length === 0 && after.lockedUntil === before.lockedUntil)
        )
          continue;
        const failedAt = after.failedAt.map((at) => new Date(at));
        const lockedUntil = after.lockedUntil === null ? null : new Date(after.lockedUntil);
        await tx.update(passwordFailures).set({ failedAt, lockedUntil }).where(eq(passwordFailures.counter, digest));
      }
    return { isAccepted: isRight && !isRefused, isLocked: isRefused };
  });
}

interface Row extends Record<string, unknown> {
  readonly counter: string;
  readonly failed_at: readonly string[];
  readonly locked_until: string | null;
}

const countOf = (row: Row): Count => ({
  failedAt: row.failed_at.map(Date.parse),
  lockedUntil: row.locked_until === null ? null : Date.parse(row.locked_until),
});

/**
 * Forgets the failures counted for an address, and its locks: for whoever has proven to be its owner in another way.
 */
export async function forgetFailures(tx: Tx, email: string): Promise<void> {
  await tx.delete(passwordFailures).where(eq(passwordFailures.emailDigest, digestOfEmail(email)));
}

/** Forgets what nobody tried for a day. Raw: the driver counts what goes without a row for each. */
export async function forgetAttempts(db: Pick<Database, 'raw'>, clock: Clock): Promise<number> {
  const before = new Date(clock.millis() - 24 * 3_600_000);
  const rows = await db.raw`delete from password_failures where updated_at < ${before}`;
  const former = await db.raw`delete from login_attempts where updated_at < ${before}`;
  return rows.count + former.count;
}
