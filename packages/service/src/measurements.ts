import type { Database } from '@app/db';
import { mailOutbox, useCases } from '@app/db/schema';
import { type Logger, type Metrics, pause } from '@app/runtime';
import { inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { readFindings } from './findings-store.ts';

/** Between two looks: as often as such a thing is usually asked for. */
const EVERY_MILLIS = 15_000;

/** What tables say of a service as a whole: each replica reports the same, and a restart forgets nothing. */
export interface Measurements {
  start(): void;
  stop(): Promise<void>;
  /** What the last verification found. */
  reportFindings(): Promise<void>;
}

interface Options {
  readonly db: Database;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Asks the tables now and then, beside the requests: whoever asks for metrics waits for no database. */
export function createMeasurements({ db, metrics, logger }: Options): Measurements {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  const reportFindings = async (): Promise<void> => {
    const findings = await readFindings(db);
    metrics.invariantViolations.reset();
    for (const { invariant, broken, seconds } of findings) {
      metrics.invariantViolations.set({ invariant }, broken);
      metrics.verificationMoment.set(seconds);
    }
  };

  const measure = async (): Promise<void> => {
    await reportFindings();
    const open = await waiting(db, useCases, useCases.createdAt, inArray(useCases.state, ['open', 'undoing']));
    metrics.useCasesOpen.set(open.count);
    metrics.useCaseAge.set(open.seconds);
    const mails = await waiting(db, mailOutbox, mailOutbox.createdAt, isNull(mailOutbox.finishedAt));
    metrics.mailsWaiting.set(mails.count);
    metrics.mailAge.set(mails.seconds);
  };

  const run = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await db.aside(measure);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1) logger.warn({ err: error }, 'what tables say could not be measured; trying again');
      }
      await pause(EVERY_MILLIS, stopping.signal);
    }
  };

  return {
    start: () => {
      running ??= run();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
    reportFindings,
  };
}

/** How many rows wait, and for how many seconds the oldest has. */
async function waiting(db: Database, table: PgTable, since: PgColumn, condition: SQL) {
  const [row] = await db.executor
    .select({
      count: sql<number>`count(*)::int`,
      seconds: sql<number>`coalesce(extract(epoch from clock_timestamp() - min(${since})), 0)::float8`,
    })
    .from(table)
    .where(condition);
  return row!;
}
