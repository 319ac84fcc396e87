import { createHash } from 'node:crypto';
import type { Database, Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { emailKey } from '../users/email.ts';

/** Failures before the one that locks, and for how long they are remembered and the lock holds. */
const BEFORE = 9;
const WINDOW = '15 minutes';

/** Addresses are kept as digests: what is typed into the field is not always an address. */
const digestOfEmail = (email: string): Buffer => createHash('sha256').update(emailKey(email)).digest();

export interface Settled {
  /** The password was right and no lock is in force. */
  readonly isAccepted: boolean;
  readonly isLocked: boolean;
}

/**
 * Settles one attempt to prove a password, after it was checked: ten failures within 15 minutes, with no success in between, refuse
 * every further attempt for 15 minutes, right or wrong (document 4 section 2.1). One statement decides, and it waits for those before it:
 * of many parallel guesses only what settled before the tenth failure counts. It commits by itself, since a refused request takes
 * everything else back.
 *
 * Login, signup linking and invitation acceptance share the count.
 */
export async function settleAttempt(db: Pick<Database, 'raw'>, clock: Clock, email: string, isRight: boolean): Promise<Settled> {
  const now = new Date(clock.millis());
  const [row] = await db.raw<{ locked: boolean }[]>`
    insert into login_attempts as a (email_digest, failed_at, locked_until, updated_at)
    values (${digestOfEmail(email)}, case when ${isRight}::boolean then '{}'::timestamptz[] else array[${now}::timestamptz] end, null, ${now})
    on conflict (email_digest) do update set
      failed_at = case
        when a.locked_until > ${now} or ${isRight}::boolean then '{}'
        when cardinality(a.failed_at) = ${BEFORE}::int and a.failed_at[1] > ${now}::timestamptz - ${WINDOW}::interval then '{}'
        else a.failed_at[greatest(1, cardinality(a.failed_at) - ${BEFORE}::int + 2):] || ${now}::timestamptz
      end,
      locked_until = case
        when a.locked_until > ${now} then a.locked_until
        when ${isRight}::boolean then null
        when cardinality(a.failed_at) = ${BEFORE}::int and a.failed_at[1] > ${now}::timestamptz - ${WINDOW}::interval
          then ${now}::timestamptz + ${WINDOW}::interval
      end,
      updated_at = ${now}
    returning coalesce(locked_until > ${now}, false) as locked`;
  const { locked } = row!;
  return { isAccepted: isRight && !locked, isLocked: locked };
}

/** Forgets the failures and the lock of an address, for whoever has just shown that its mails reach them. */
export async function forgetFailures(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`delete from login_attempts where email_digest = ${digestOfEmail(email)}`);
}

/** Forgets addresses nobody tried for a day. */
export async function forgetAttempts(db: Pick<Database, 'raw'>, clock: Clock): Promise<number> {
  const before = new Date(clock.millis() - 24 * 3_600_000);
  const rows = await db.raw`delete from login_attempts where updated_at < ${before} returning 1`;
  return rows.length;
}
