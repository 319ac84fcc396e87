import { setTimeout as pause } from 'node:timers/promises';
import { StartFailure } from '@app/embedded';

const ATTEMPT_EVERY = 100;

/**
 * Asks `<origin>/health/ready` until it answers 200.
 * @param name of the process, for the sentence when it does not within `milliseconds`
 * @throws StartFailure after that; the reason of `signal` when it is aborted
 */
export async function waitUntilReady(name: string, origin: string, milliseconds: number, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + milliseconds;
  let last = 'nothing listens there';
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    try {
      const response = await fetch(`${origin}/health/ready`, { signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]) });
      const body = await response.text();
      if (response.ok) return;
      last = `it answers ${response.status} ${body.slice(0, 300)}`;
    } catch (error) {
      signal.throwIfAborted();
      if ((error as Error).name === 'TimeoutError') last = 'it does not answer within 2 seconds';
    }
    await pause(ATTEMPT_EVERY);
  }
  throw new StartFailure(`${name} is not ready after ${milliseconds / 1000} seconds: at ${origin}/health/ready ${last}.`);
}
