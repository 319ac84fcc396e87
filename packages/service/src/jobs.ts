import { randomUUID } from 'node:crypto';
import { notFound } from '@app/contract/failure';
import type { Database } from '@app/db';
import { type Logger, type Metrics, pause, runInContext } from '@app/runtime';

/** When a job runs by itself, on the machine's clock: moving the test clock starts nothing, tests run jobs by name. */
export type Schedule =
  | { readonly everySeconds: number; readonly atStart?: boolean }
  | { readonly dailyAt: `${number}:${number}` };

/** A connection that is a job's own until it ends. */
export type HeldConnection = Awaited<ReturnType<Database['raw']['reserve']>>;

interface Timed {
  readonly name: string;
  readonly schedule: Schedule;
}

/** One that runs on one replica at a time, and there after the one before it. */
export interface LockedJob extends Timed {
  readonly isLeased?: false;
  /**
   * Runs to completion; returns how many records it changed.
   * @param held the connection that holds its lock: there go statements that may take long, since the one besides it is
   *   for the relay and for whoever asks what changed
   */
  run(held: HeldConnection): Promise<number>;
}

/**
 * One that holds what it works on by leases of its own, so that it does its work once however many replicas run it. It
 * takes no lock and no connection, waits for no other job, and may last.
 */
export interface LeasedJob extends Timed {
  readonly isLeased: true;
  run(): Promise<number>;
}

/** Work that time causes (docs/contract/jobs.md). Safe to run twice and after a crash. */
export type Job = LockedJob | LeasedJob;

export const defineJob = (job: Job): Job => job;

export interface JobRunner {
  start(): void;
  /** Ends after the job under way. */
  stop(): Promise<void>;
  /** Runs one job now, after a run that is under way: here, and of a locked one on any replica. @throws Failure 404 */
  run(name: string): Promise<number>;
}

interface Options {
  readonly jobs: readonly Job[];
  readonly db: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** False: after the start no job runs by itself. */
  readonly runsByClock?: boolean | undefined;
}

const LOCK_RETRY_MILLIS = 50;

/**
 * Runs locked jobs one at a time on every replica, each on one replica at a time, held by a database lock; and leased
 * ones beside them.
 */
export function createJobRunner(options: Options): JobRunner {
  const { jobs, db, logger, metrics, runsByClock = true } = options;
  const stopping = new AbortController();
  const loops: Promise<void>[] = [];
  const turns = new Map<Job | 'locked', Promise<unknown>>();

  const measured = (job: Job, work: () => Promise<number>): Promise<number> =>
    runInContext({ requestId: `job-${job.name}-${randomUUID()}` }, async () => {
      const started = performance.now();
      const observe = (outcome: string) =>
        metrics.jobDuration.observe({ job: job.name, outcome }, (performance.now() - started) / 1_000);
      try {
        const changed = await work();
        observe('done');
        if (changed > 0) logger.info({ job: job.name, changed }, 'a job changed records');
        return changed;
      } catch (error) {
        observe('failed');
        throw error;
      }
    });

  /**
   * Locked jobs of one replica follow each other, so that they take one connection for their lock; a leased one follows
   * itself. @returns undefined when another replica runs it
   */
  const inTurn = (job: Job): Promise<number | undefined> => {
    const work = (): Promise<number | undefined> =>
      job.isLeased
        ? measured(job, () => job.run())
        : withLock(db, job.name, (held) => measured(job, () => job.run(held)));
    const lane = job.isLeased ? job : 'locked';
    const mine = (turns.get(lane) ?? Promise.resolve()).then(work);
    turns.set(
      lane,
      mine.catch(() => {}),
    );
    return mine;
  };

  const loop = async (job: Job): Promise<void> => {
    for (let isFirst = true; ; isFirst = false) {
      const atStart = isFirst && 'everySeconds' in job.schedule && job.schedule.atStart === true;
      if (!atStart && !runsByClock) return;
      if (!atStart) await pause(millisUntilNext(job.schedule, Temporal.Now.instant()), stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        await inTurn(job);
      } catch (error) {
        logger.error({ err: error, job: job.name }, 'a job failed; it runs again at its next time');
      }
    }
  };

  return {
    start: () => {
      for (const job of jobs) loops.push(loop(job));
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(turns.values());
    },
    run: async (name) => {
      const job = jobs.find((known) => known.name === name);
      if (!job) throw notFound(`There is no job "${name}"`);
      for (;;) {
        const changed = await inTurn(job);
        if (changed !== undefined) return changed;
        await pause(LOCK_RETRY_MILLIS, stopping.signal);
      }
    },
  };
}

/** Milliseconds to the next run. A daily job runs at its time in Oslo, also on the days the clocks change. */
export function millisUntilNext(schedule: Schedule, now: Temporal.Instant): number {
  if ('everySeconds' in schedule) return schedule.everySeconds * 1_000;
  const local = now.toZonedDateTimeISO('Europe/Oslo');
  const time = Temporal.PlainTime.from(schedule.dailyAt);
  const today = local.withPlainTime(time);
  const next = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : local.add({ days: 1 }).withPlainTime(time);
  return next.epochMilliseconds - now.epochMilliseconds;
}

/**
 * Runs the work unless another replica runs it; then undefined. The lock ends with its connection, whatever happens to
 * the process.
 */
async function withLock<T>(
  db: Database,
  name: string,
  work: (held: HeldConnection) => Promise<T>,
): Promise<T | undefined> {
  const connection = await db.raw.reserve();
  const key = `job:${db.schema}:${name}`;
  try {
    const [lock] = await connection<
      { taken: boolean }[]
    >`select pg_try_advisory_lock(hashtextextended(${key}, 0)) as taken`;
    if (!lock?.taken) return undefined;
    try {
      return await work(connection);
    } finally {
      await connection`select pg_advisory_unlock(hashtextextended(${key}, 0))`;
    }
  } finally {
    connection.release();
  }
}
