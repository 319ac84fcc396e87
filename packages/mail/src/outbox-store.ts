import type { Database, Tx } from '@app/db';
import type { Language } from '@app/runtime';
import { sql } from 'drizzle-orm';

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
}

/** A mail whose turn it is, taken for a while. */
export interface DueMail extends NewMail {
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

/** Puts a mail into the outbox, in the transaction of the change it tells of. */
export async function enqueueMail(tx: Tx, mail: NewMail): Promise<void> {
  await tx.execute(
    sql`insert into mail_outbox (kind, reference, language) values (${mail.kind}, ${JSON.stringify(mail.reference)}::jsonb, ${mail.language})`,
  );
}

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly reference: Record<string, number | string>;
  readonly language: Language;
  readonly created_at: string;
  readonly attempts: number;
}

/** Takes the next mail for `leaseMillis`; whoever dies with it leaves it to the next. */
export async function takeDueMail(db: Database, leaseMillis: number): Promise<DueMail | undefined> {
  const [row] = await db.executor.execute<Row>(sql`
    update mail_outbox set attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseMillis / 1_000})
    where id = (
      select id from mail_outbox where finished_at is null and next_attempt_at <= clock_timestamp()
      order by next_attempt_at, id limit 1 for update skip locked)
    returning id, kind, reference, language, created_at, attempts`);
  if (!row) return undefined;
  const { id, kind, reference, language, created_at, attempts } = row;
  return { id: Number(id), kind, reference, language, createdAt: new Date(created_at), attempts };
}

export async function finishMail(db: Database, id: number, outcome: Outcome): Promise<void> {
  await db.executor.execute(
    sql`update mail_outbox set finished_at = clock_timestamp(), outcome = ${outcome} where id = ${id} and finished_at is null`,
  );
}

export async function retryMail(db: Database, id: number, waitMillis: number, fault: string): Promise<void> {
  await db.executor.execute(sql`
    update mail_outbox set next_attempt_at = clock_timestamp() + make_interval(secs => ${waitMillis / 1_000}), last_fault = ${fault}
    where id = ${id} and finished_at is null`);
}

const KEEP_DAYS = 30;

/** Forgets mails that ended a month ago; gives how many. */
export async function forgetOldMails(db: Database): Promise<number> {
  const gone =
    await db.raw`delete from mail_outbox where finished_at < clock_timestamp() - make_interval(days => ${KEEP_DAYS})`;
  return gone.count;
}
