import type { Database } from '@app/db';
import { wholeNumber } from '@app/runtime';

/** The setting `SECURITY_RECORD_DAYS`. */
export const securityRecordDays = () =>
  wholeNumber(90, 3_650).default(400).describe('days after which records of security are forgotten');

/** Records deleted by one statement: it must end within the time that statements have. */
const BATCH = 10_000;

/**
 * Forgets records that are older than `days`. The role of a service cannot delete them: a function of the schema's
 * owner does, and never one younger than 90 days, whatever it is asked for. Gives how many. Safe to run twice.
 */
export async function forgetSecurityEvents(db: Pick<Database, 'raw'>, days: number): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const [row] = await db.raw<{ gone: string }[]>`select forget_security_events(${days}::int, ${BATCH}::int) as gone`;
    const gone = Number(row!.gone);
    forgotten += gone;
    if (gone < BATCH) return forgotten;
  }
}
