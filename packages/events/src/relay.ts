import type { Database } from '@app/db';
import { errorType, type Logger, type Metrics, openSpanIn, pause } from '@app/runtime';
import { atMost } from './at-most.ts';
import { type Broker, isUnanswered, RETENTION_DAYS } from './broker.ts';
import { HEADER } from './event.ts';
import { countParked } from './inbox-store.ts';
import { measureBacklog, newestPublished, type OutboxRow, publishWaiting, unpublish } from './outbox-store.ts';

/**
 * Publishes the outbox. One replica at a time does it, under an advisory lock; it looks when a transaction of this
 * process commits, and at least once a second for what a replica that died has left. An event counts as published only
 * when the stream has stored it. A stream that was wiped, or lost its end, is filled again from the outbox: consumers
 * know repeats.
 */
export interface Relay {
  start(): void;
  /** Publishes what waits, if the broker is there, and ends. */
  stop(): Promise<void>;
  /** Publishes everything waiting; for tests and for the end of a job. Throws when the broker does not take it. */
  drain(): Promise<void>;
  /**
   * Publishes again what was written since `from`, by default everything the stream would hold. Returns how many
   * events.
   */
  republish(options?: { readonly from?: Date }): Promise<number>;
}

interface Options {
  readonly db: Database;
  /** The producing service: the first part of its events' names. */
  readonly service: string;
  readonly broker: Broker;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** How often to look for what a replica that died has left; 800 by default. */
  readonly pollMillis?: number;
  /** How often to look whether the stream is still the same one; 10 000 by default. */
  readonly checkMillis?: number;
}

/** Eight services that nobody uses look ten times a second, and what a replica left behind still leaves within one. */
const POLL_MILLIS = 800;
/** While another replica publishes, who has committed meanwhile looks again sooner: it may have begun before that. */
const TAKEN_MILLIS = 250;
/** Turns begin at least this far apart. */
const GATHER_MILLIS = 100;
const STOP_MILLIS = 2_000;
const BATCH = 256;
const IN_FLIGHT = 64;
const MAX_BACKOFF_MILLIS = 5_000;
/** The stream may miss what it took for a repeat within its duplicate window, but not more. */
const LAG_MILLIS = 180_000;

export function createRelay(options: Options): Relay {
  const { db, service, broker, logger, metrics, pollMillis = POLL_MILLIS, checkMillis = 10_000 } = options;
  let stopping = new AbortController();
  let running: Promise<void> | undefined;
  let wake = () => {};
  let streamCreatedAt: string | undefined;
  let nextCheck = 0;
  let nextMeasure = 0;
  let nextRefill = 0;

  const publishRow = async (row: OutboxRow): Promise<void> => {
    const span = openSpanIn(row.traceparent, () => ({
      name: `send ${row.subject}`,
      kind: 'producer',
      attributes: {
        'messaging.system': 'nats',
        'messaging.operation.name': 'publish',
        'messaging.operation.type': 'send',
        'messaging.destination.name': row.subject,
        'messaging.message.id': row.event_id,
      },
    }));
    const headers = headersOf(span ? { ...row, traceparent: span.traceparent } : row);
    try {
      await broker.publish({ subject: row.subject, id: row.event_id, data: row.payload, headers });
    } catch (error) {
      span?.fail(errorType(error));
      throw error;
    } finally {
      span?.end();
    }
    metrics.eventsPublished.inc({ event: row.subject.replace(/^events\./, '') });
  };

  /** @returns whether another replica was publishing, so that some may wait that it has not seen */
  const publishAll = async (): Promise<boolean> => {
    for (;;) {
      let failure: unknown;
      const waiting = await publishWaiting(db, BATCH, async (rows) => {
        const outcome = await publishInFlight(rows, publishRow);
        failure = outcome.failure;
        return outcome.published;
      });
      if (failure !== undefined) throw failure;
      if (waiting === undefined) return true;
      if (waiting < BATCH) return false;
    }
  };

  const republish = async (from: Date): Promise<number> => {
    const count = await unpublish(db, from);
    if (count > 0) logger.warn({ count, from: from.toISOString() }, 'events are published again');
    return count;
  };

  /** From when on the stream lacks what this service had published; undefined when it lacks nothing. */
  const findLoss = async (isAnotherStream: boolean): Promise<Date | undefined> => {
    const published = await newestPublished(db, service);
    if (published === undefined) return undefined;
    const stored = isAnotherStream ? undefined : await broker.newest(service);
    if (stored === undefined) return oldestKept();
    return published - stored > LAG_MILLIS ? new Date(stored - LAG_MILLIS) : undefined;
  };

  const check = async (): Promise<void> => {
    const { createdAt } = await broker.ensureStream();
    const isAnother = streamCreatedAt !== undefined && streamCreatedAt !== createdAt;
    // One stream is filled at most every few minutes: should it refuse to keep messages, they are not sent over and
    // over.
    if (isAnother || performance.now() >= nextRefill) {
      const from = await findLoss(isAnother);
      if (from) {
        await republish(from);
        nextRefill = performance.now() + 2 * LAG_MILLIS;
      }
    }
    streamCreatedAt = createdAt;
  };

  const measure = async (): Promise<void> => {
    const { count, ageSeconds } = await measureBacklog(db);
    metrics.outboxBacklog.set(count);
    metrics.outboxAge.set(ageSeconds);
    metrics.parkedWaiting.set(await countParked(db));
  };

  /** @returns milliseconds until the next turn, unless something is committed before */
  const turn = async (): Promise<number> => {
    if (performance.now() >= nextMeasure) {
      await measure();
      nextMeasure = performance.now() + checkMillis / 2;
    }
    if (!broker.isConnected()) return pollMillis;
    if (performance.now() >= nextCheck) {
      await check();
      nextCheck = performance.now() + checkMillis;
    }
    return (await publishAll()) ? Math.min(pollMillis, TAKEN_MILLIS) : pollMillis;
  };

  const run = async (stop: AbortSignal): Promise<void> => {
    for (let failures = 0; !stop.aborted; ) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      const began = performance.now();
      let rest = pollMillis;
      try {
        rest = await turn();
        failures = 0;
      } catch (error) {
        failures += 1;
        nextCheck = 0;
        if (failures === 1) logger.warn({ err: error }, 'publishing events failed; trying again');
      }
      if (failures === 0) {
        await Promise.race([woken, pause(rest, stop)]);
        // A commit after a rest leaves at once. In a swarm of them a moment of waiting sends many events for the price
        // of one transaction.
        await pause(Math.max(0, began + GATHER_MILLIS - performance.now()), stop);
      } else await pause(Math.min(MAX_BACKOFF_MILLIS, 100 * 2 ** failures), stop);
    }
  };

  let removeListeners = () => {};
  return {
    start: () => {
      if (running) return;
      stopping = new AbortController();
      const removeCommit = db.onCommit(() => wake());
      const removeReconnect = broker.onReconnect(() => {
        nextCheck = 0;
        wake();
      });
      removeListeners = () => {
        removeCommit();
        removeReconnect();
      };
      running = run(stopping.signal);
    },
    stop: async () => {
      removeListeners();
      stopping.abort();
      wake();
      if (!running) return;
      await atMost(STOP_MILLIS, running);
      running = undefined;
      // What was committed while the service stopped leaves with it; what cannot leave is published by another replica
      // or the next start.
      if (broker.isConnected())
        await atMost(
          STOP_MILLIS,
          publishAll().catch((error: unknown) => logger.warn({ err: error }, 'the last events wait in the outbox')),
        );
    },
    drain: async () => {
      await broker.ensureStream();
      await publishAll();
    },
    republish: ({ from } = {}) => republish(from ?? oldestKept()),
  };
}

/** The age of the oldest message that the stream would still hold. */
const oldestKept = (): Date => new Date(Date.now() - RETENTION_DAYS * 86_400_000);

/**
 * Publishes with a bounded number of messages under way; every row is tried, so that one bad row holds nobody up. Where
 * the broker says nothing no more are tried: each would wait as long, and meanwhile nobody else has the connection on
 * which the rows were taken.
 */
async function publishInFlight(
  rows: readonly OutboxRow[],
  publish: (row: OutboxRow) => Promise<void>,
): Promise<{ readonly published: readonly string[]; readonly failure: unknown }> {
  const queue = rows[Symbol.iterator]();
  const published: string[] = [];
  let failure: unknown;
  const worker = async (): Promise<void> => {
    for (const row of queue) {
      try {
        await publish(row);
        published.push(row.id);
      } catch (error) {
        failure ??= error ?? new Error('publishing failed');
        if (isUnanswered(error)) return;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, rows.length) }, worker));
  return { published, failure };
}

const headersOf = (row: OutboxRow): Record<string, string> => ({
  [HEADER.version]: String(row.version),
  [HEADER.occurredAt]: row.occurred_at,
  ...(row.client_account_id === null ? {} : { [HEADER.clientAccount]: row.client_account_id }),
  ...(row.request_id === null ? {} : { [HEADER.requestId]: row.request_id }),
  ...(row.traceparent === null ? {} : { [HEADER.traceparent]: row.traceparent }),
});
