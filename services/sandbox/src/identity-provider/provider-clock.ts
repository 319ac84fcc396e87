import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@app/runtime';

/**
 * oidc-provider asks `Date.now()` for the time and takes no clock. What runs inside `withClock` gets the sandbox's time
 * from it instead; everything else in the process, timers included, keeps the machine's.
 */
const storage = new AsyncLocalStorage<Clock | undefined>();
const machineNow = Date.now;
let installed = false;

function now(): number {
  const clock = storage.getStore();
  // The clock itself is made of the machine's time, so it is asked outside.
  return clock === undefined ? machineNow() : storage.run(undefined, () => clock.millis());
}

export function withClock<T>(clock: Clock, work: () => T): T {
  if (!installed) Date.now = now;
  installed = true;
  return storage.run(clock, work);
}
