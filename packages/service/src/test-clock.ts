import type { Broker } from '@app/events';
import type { Logger, SettableClock } from '@app/runtime';

const BUCKET = 'clock';
const KEY = 'offset';

/**
 * Sets the clock of the whole platform (document 4 section 20): stored where every process finds it, also one that starts later. `null`
 * goes back to real time. The gateway calls this, then tells each service.
 */
export async function storeClock(broker: Broker, now: Temporal.Instant | null): Promise<void> {
  const values = await broker.values(BUCKET);
  await values.put(KEY, now === null ? '0' : String(now.epochMilliseconds - Date.now()));
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
