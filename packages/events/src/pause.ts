/** Resolves after a time, or at once when stopped. */
export const pause = (millis: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stop.aborted) return resolve();
    const timer = setTimeout(done, millis);
    function done(): void {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    }
    stop.addEventListener('abort', done);
  });

/** Waits for work, but no longer than so many milliseconds: what a stop does while the broker does not answer. The work is not ended. */
export async function atMost(millis: number, work: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, pause(millis, enough.signal)]).finally(() => enough.abort());
}
