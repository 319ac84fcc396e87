import { setTimeout as elapse } from 'node:timers/promises';
import { unavailable } from '@app/contract/failure';
import type { Broker } from '@app/events';
import { type Logger, pause, type SettableClock } from '@app/runtime';
import type { Runtime } from './runtime.ts';

const BUCKET = 'clock';
const KEY = 'offset';
const STORE_MILLIS = 8_000;
const AGAIN_MILLIS = 250;
const FOLLOW_AGAIN_MILLIS = 500;

/**
 * Sets the clock of the whole platform (JOB-R06): stored where every process finds it, also one that starts later.
 * `null` goes back to real time. The gateway calls this, then calls each service. A broker that has just come back is
 * given some seconds.
 * @throws Failure 503
 */
export async function storeClock(broker: Broker, now: Temporal.Instant | null): Promise<void> {
  const deadline = performance.now() + STORE_MILLIS;
  while (true) {
    try {
      // Asked for a value, a broker that was never there would keep us waiting for as long as it stays away.
      if (!broker.isConnected()) throw new Error('the broker is away');
      const values = await broker.values(BUCKET);
      return await values.put(KEY, now === null ? '0' : String(now.epochMilliseconds - Date.now()));
    } catch (error) {
      if (performance.now() >= deadline)
        throw unavailable('The clock could not be stored: the broker does not answer; try again in a moment', error);
    }
    await elapse(AGAIN_MILLIS);
  }
}

/** Moves a clock as the platform's is moved, from now on. Resolves once the present setting is applied. */
async function followClock(broker: Broker, clock: SettableClock, logger: Logger): Promise<() => void> {
  const values = await broker.values(BUCKET);
  const apply = (text: string | undefined): void => {
    const offset = Number(text ?? 0);
    if (!Number.isSafeInteger(offset)) logger.error({ key: KEY }, 'the stored clock cannot be read');
    else clock.set(offset === 0 ? null : Temporal.Instant.fromEpochMilliseconds(Date.now() + offset));
  };
  apply(await values.get(KEY));
  return values.watch(KEY, apply);
}

/**
 * Follows the platform's test clock from when the broker is there, until the process stops. `known` resolves once the
 * present setting is applied, or the process stops first; nobody has to wait for it.
 */
export function followPlatformClock({
  broker,
  clock,
  logger,
  stopping,
}: Pick<Runtime, 'broker' | 'clock' | 'logger' | 'stopping'>): {
  readonly known: Promise<unknown>;
  stop(): void;
} {
  const follow = async (): Promise<(() => void) | undefined> => {
    for (; !stopping.aborted; await pause(FOLLOW_AGAIN_MILLIS, stopping)) {
      try {
        return await followClock(broker, clock, logger);
      } catch (error) {
        if (!stopping.aborted) logger.warn({ err: error }, 'the clock of the platform cannot be read yet');
      }
    }
    return undefined;
  };
  const following = follow();
  // Not waited for: without a broker it never began to follow.
  return { known: following, stop: () => void following.then((stopFollowing) => stopFollowing?.()) };
}
