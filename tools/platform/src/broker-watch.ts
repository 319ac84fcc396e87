import { createBroker } from '@app/events';
import { createLogger, pause } from '@app/runtime';
import type { Say } from './progress.ts';
import type { Server } from './servers.ts';

/** What is asked of the broker: a part of `Broker`. */
export type WatchedBroker = {
  /** Asks the stream itself. */
  ensureStream(): Promise<unknown>;
  /** Asks the server alone. */
  ping(): Promise<void>;
};

/** How a broker is watched. */
export type BrokerWatch = {
  readonly broker: WatchedBroker;
  /** Called once the stream was silent for `patienceMillis`; then it is watched anew. */
  readonly onStuck: () => void;
  readonly stop: AbortSignal;
  readonly everyMillis?: number;
  readonly patienceMillis?: number;
  /** Milliseconds since whenever. */
  readonly now?: () => number;
};

const EVERY_MILLIS = 10_000;
const PATIENCE_MILLIS = 60_000;

/**
 * Finds a broker that answers while its stream says nothing: after a full disk a server was seen that held a lock of its
 * stream for good. Publishers and consumers take that for a broker which is away and wait, so that events would
 * wait until somebody starts it anew. One that is frozen, away or starting does not count: it comes back by itself, or is kept
 * running by whoever started it.
 */
export async function watchBroker(watch: BrokerWatch): Promise<void> {
  const { broker, onStuck, stop, everyMillis = EVERY_MILLIS, patienceMillis = PATIENCE_MILLIS } = watch;
  const { now = () => performance.now() } = watch;
  let silentSince: number | undefined;
  while (!stop.aborted) {
    const asked = now();
    if (await isSilent(broker)) {
      silentSince ??= asked;
      if (!stop.aborted && now() - silentSince >= patienceMillis) {
        onStuck();
        silentSince = undefined;
      }
    } else silentSince = undefined;
    await pause(everyMillis, stop);
  }
}

async function isSilent(broker: WatchedBroker): Promise<boolean> {
  try {
    await broker.ensureStream();
    return false;
  } catch {
    return broker.ping().then(
      () => true,
      () => false,
    );
  }
}

/** Watches the broker that is kept running, and ends it where its stream is silent; it is started again then. */
export function keepBrokerUsable(nats: Server, say: Say): AsyncDisposable {
  const ending = new AbortController();
  const logger = createLogger({ service: 'broker-watch', level: 'error' });
  const broker = createBroker({ url: nats.url, name: 'broker-watch', logger });
  const onStuck = () => {
    say('NATS answers, but has no answer about its stream: ending it');
    // Asked to stop, it would wait for the lock that it does not get.
    nats.kill('SIGKILL');
  };
  const watching = watchBroker({ broker, onStuck, stop: ending.signal });
  return {
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await broker.close();
      await watching;
    },
  };
}
