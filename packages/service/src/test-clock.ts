import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '@app/contract/failure';
import type { Broker } from '@app/events';
import type { Logger, SettableClock } from '@app/runtime';

const BUCKET = 'clock';
const KEY = 'offset';
const STORE_MILLIS = 8_000;
const AGAIN_MILLIS = 250;

/**
 * Sets the clock of the whole platform (JOB-R06): stored where every process finds it, also one that starts later.
 * `null` goes back to real time. The gateway calls this, then tells each service. A broker that has just come back is
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
    await pause(AGAIN_MILLIS);
  }
}

/** Moves a clock as the platform's is moved, from now on. Resolves once the present setting is applied. */
export async function followClock(broker: Broker, clock: SettableClock, logger: Logger): Promise<() => void> {
  const values = await broker.values(BUCKET);
  const apply = (text: string | undefined): void => {
    const offset = Number(text ?? 0);
    if (!Number.isSafeInteger(offset)) logger.error({ key: KEY }, 'the stored clock cannot be read');
    else clock.set(offset === 0 ? null : Temporal.Instant.fromEpochMilliseconds(Date.now() + offset));
  };
  apply(await values.get(KEY));
  return values.watch(KEY, apply);
}
