import { createQueueWorker, type Database, type QueueWorker } from '@app/db';
import type { Logger } from '@app/runtime';
import { type Mail, type Mailer, MailRefused } from './mailer.ts';
import { type DueMail, finishMail, retryMail, takeDueMail } from './outbox-store.ts';

interface Options {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** Begins the id of every mail: the service's name. */
  readonly name: string;
  /**
   * Writes a mail at the moment it is sent, from what is true then; null when there is nothing left to say. What fails
   * here is tried again, as a mail server that does not answer.
   */
  readonly write: (mail: DueMail) => Promise<Mail | null>;
  /** Wait after the first failure; it doubles with each, up to ten minutes. 5 000 by default. */
  readonly backoffMillis?: number;
  /** How often to look without being woken; 5 000 by default. */
  readonly pollMillis?: number;
}

const LEASE_MILLIS = 120_000;
const MAX_BACKOFF_MILLIS = 600_000;
const MAX_AGE_MILLIS = 7 * 24 * 3_600_000;

/**
 * Sends what `enqueueMail` stored: soon after the commit, again and again while the server is away, and by one replica
 * at a time. A mail is lost by no crash; it is doubled only when a process dies between the server's yes and the note
 * of it.
 */
export function createMailOutbox(options: Options): QueueWorker {
  const { db, mailer, logger, name, write, backoffMillis = 5_000, pollMillis } = options;

  const send = async (due: DueMail): Promise<void> => {
    const fields = { mail: due.id, kind: due.kind, attempts: due.attempts };
    try {
      const mail = await write(due);
      if (mail) await mailer.send(mail, `${name}.${due.kind}.${due.id}.${due.createdAt.getTime()}`);
      await finishMail(db, due.id, mail ? 'sent' : 'dropped');
    } catch (error) {
      const isLast = Date.now() - due.createdAt.getTime() > MAX_AGE_MILLIS;
      if (error instanceof MailRefused || isLast) {
        logger.error({ ...fields, fault: faultOf(error) }, 'a mail could not be delivered and is given up');
        return finishMail(db, due.id, isLast ? 'expired' : 'refused');
      }
      logger.warn({ ...fields, fault: faultOf(error) }, 'sending a mail failed; it is tried again');
      await retryMail(
        db,
        due.id,
        Math.min(MAX_BACKOFF_MILLIS, backoffMillis * 2 ** (due.attempts - 1)),
        faultOf(error),
      );
    }
  };

  const worker = createQueueWorker({
    db,
    ...(pollMillis === undefined ? {} : { pollMillis }),
    onFault: (error) => logger.warn({ err: error }, 'the mail outbox cannot be read; trying again'),
    take: () => takeDueMail(db, LEASE_MILLIS),
    work: send,
  });
  return {
    start: worker.start,
    wake: worker.wake,
    stop: async () => {
      await worker.stop();
      mailer.close();
    },
  };
}

/** Short and without addresses: a code of the connection, or the server's reply code and the command it answered. */
function faultOf(error: unknown): string {
  const cause = error instanceof MailRefused ? error.cause : error;
  const { code, responseCode, command, name } = (cause ?? {}) as Readonly<Record<string, unknown>>;
  return [code ?? name, responseCode, command]
    .filter((part) => part !== undefined)
    .join(' ')
    .slice(0, 200);
}
