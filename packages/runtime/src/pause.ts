import { setTimeout as elapse } from 'node:timers/promises';

/**
 * Waits `millis` milliseconds, or until `stop` aborts. An abort ends the pause and is no error: the loop that pauses
 * looks at its signal by itself. A pause that nothing ends early is `setTimeout` of `node:timers/promises`.
 */
export async function pause(millis: number, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  await elapse(millis, undefined, { signal: stop }).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
}
