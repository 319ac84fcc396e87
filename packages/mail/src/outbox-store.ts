import type { Database, Tx } from '@app/db';
import { mailOutbox } from '@app/db/schema';
import type { Language } from '@app/runtime';
import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';

/**
 * A mail to be written and sent once the transaction it belongs to has committed. Holds ids alone: no address, no text,
 * no secret.
 */
export interface NewMail {
  /** What the service knows it by: `invitation`. */
  readonly kind: string;
  /** Ids from which the service writes the mail at the moment it is sent. */
  readonly reference: Readonly<Record<string, number | string>>;
  readonly language: Language;
  /** The company that the mail is about, with which it goes; absent for what is a person's alone. */
  readonly clientAccountId?: number;
}

/** A mail whose turn it is, taken for a while. */
export interface DueMail extends Omit<NewMail, 'clientAccountId'> {
  readonly id: number;
  readonly createdAt: Date;
  /** This one included. */
  readonly attempts: number;
}

/**
 * How it ended: `dropped` when there was nothing left to say, `refused` by the server for good, `expired` after the
 * last try.
 */
export type Outcome = 'sent' | 'dropped' | 'refused' | 'expired';

/** Puts a mail into the outbox, in the transaction of the change it is about. */
export async function enqueueMail(tx: Tx, mail: NewMail): Promise<void> {
  const { kind, language, clientAccountId = null } = mail;
  const reference = sql`${JSON.stringify(mail.reference)}::text::jsonb`;
  await tx.insert(mailOutbox).values({ kind, reference, language, clientAccountId });
}

const inSeconds = (seconds: number): SQL => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

/** Takes the next mail for `leaseMillis`; whoever dies with it leaves it to the next. */
export async function takeDueMail(db: Database, leaseMillis: number): Promise<DueMail | undefined> {
  const next = db.executor
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(isNull(mailOutbox.finishedAt), lte(mailOutbox.nextAttemptAt, sql`clock_timestamp()`)))
    .orderBy(asc(mailOutbox.nextAttemptAt), asc(mailOutbox.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db.executor
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, nextAttemptAt: inSeconds(leaseMillis / 1_000) })
    .where(eq(mailOutbox.id, next))
    .returning();
  if (!row) return undefined;
  const { id, kind, language, attempts } = row;
  const reference = row.reference as DueMail['reference'];
  return { id, kind, reference, language, createdAt: new Date(row.createdAt), attempts };
}

const unfinished = (id: number): SQL | undefined => and(eq(mailOutbox.id, id), isNull(mailOutbox.finishedAt));

export async function finishMail(db: Database, id: number, outcome: Outcome): Promise<void> {
  await db.executor.update(mailOutbox).set({ finishedAt: sql`clock_timestamp()`, outcome }).where(unfinished(id));
}

export async function retryMail(db: Database, id: number, waitMillis: number, fault: string): Promise<void> {
  await db.executor
    .update(mailOutbox)
    .set({ nextAttemptAt: inSeconds(waitMillis / 1_000), lastFault: fault })
    .where(unfinished(id));
}

const KEEP_DAYS = 30;

/** Forgets mails that ended a month ago; gives how many. Raw: the driver counts them without a row for each. */
export async function forgetOldMails(db: Database): Promise<number> {
  const gone =
    await db.raw`delete from mail_outbox where finished_at < clock_timestamp() - make_interval(days => ${KEEP_DAYS})`;
  return gone.count;
}
