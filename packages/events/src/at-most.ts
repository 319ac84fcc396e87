import { pause } from '@app/runtime';

/**
 * Waits for work, but no longer than so many milliseconds: what a stop does while the broker does not answer. The work
 * is not ended.
 */
export async function atMost(millis: number, work: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, pause(millis, enough.signal)]).finally(() => enough.abort());
}
