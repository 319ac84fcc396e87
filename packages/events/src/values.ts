import { type Logger, pause } from '@app/runtime';
import type { KV } from 'nats';

/** Small shared values, such as the test clock. */
export interface Values {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string): Promise<void>;
  /** Calls back with the present value and every later one until stopped. */
  watch(key: string, onValue: (value: string | undefined) => void): Promise<() => void>;
}

const REOPEN_MILLIS = 500;

/**
 * A bucket of values, which is made when it is missing. A broker that comes back empty has lost it: reading and writing
 * make it anew, and who watches goes on watching the new one.
 * @param open finds the bucket or makes it
 */
export async function openValues(
  open: () => Promise<KV>,
  { logger, closing }: { readonly logger: Logger; readonly closing: AbortSignal },
): Promise<Values> {
  let bucket = await open();

  async function follow(
    key: string,
    stop: AbortSignal,
    onValue: (value: string | undefined) => void,
    first: Watching,
  ): Promise<void> {
    let watching: Watching | undefined = first;
    const end = (): void => watching?.stop();
    // One listener for whichever watcher there is: with one for each, a broker that comes and goes would pile them up.
    stop.addEventListener('abort', end, { once: true });
    if (stop.aborted) end();
    while (!stop.aborted) {
      try {
        for await (const entry of watching ?? []) onValue(entry.operation === 'PUT' ? entry.string() : undefined);
      } catch (error) {
        logger.warn({ err: error, key }, 'a watched value was lost; watching it again');
      }
      watching = undefined;
      await pause(REOPEN_MILLIS, stop);
      if (stop.aborted) return;
      try {
        bucket = await open();
        watching = await bucket.watch({ key });
        // It was stopped before there was a watcher to stop.
        if (stop.aborted) return end();
        if (!(await bucket.get(key))) onValue(undefined);
      } catch {
        // The broker is away: again after a pause.
      }
    }
  }

  /** Once more in a bucket made anew: reading twice and writing the same twice do no harm. */
  const inBucket = async <T>(work: (present: KV) => Promise<T>): Promise<T> => {
    try {
      return await work(bucket);
    } catch {
      bucket = await open();
      return work(bucket);
    }
  };

  return {
    get: async (key) => {
      const entry = await inBucket((present) => present.get(key));
      return entry?.operation === 'PUT' ? entry.string() : undefined;
    },
    put: async (key, value) => void (await inBucket((present) => present.put(key, value))),
    watch: async (key, onValue) => {
      const watching = await bucket.watch({ key });
      const stopping = new AbortController();
      const stop = AbortSignal.any([stopping.signal, closing]);
      void follow(key, stop, onValue, watching);
      return () => stopping.abort();
    },
  };
}

type Watching = Awaited<ReturnType<KV['watch']>>;
