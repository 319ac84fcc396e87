import type { MessagePort } from 'node:worker_threads';
import { WARM_UP_MILLIS } from './load.ts';

/** One thing to do, again and again, on one connection. */
export type Lane = () => Promise<void>;

/**
 * Runs every lane until the time is over and lets what is under way end. A lane's rate is that of its whole requests,
 * from the first that began within the measured time to the end of its last: so a request that takes half the time is
 * not counted as none or as two.
 */
export async function measure(lanes: readonly Lane[], millis: number) {
  const from = performance.now() + WARM_UP_MILLIS;
  const to = from + millis;
  const latencies: number[] = [];
  let [done, rate] = [0, 0];
  await Promise.all(
    lanes.map(async (lane) => {
      let [counted, first, ended] = [0, 0, 0];
      for (;;) {
        const started = performance.now();
        // At least one whole request, however long it takes.
        if (started >= to && counted > 0) break;
        await lane();
        ended = performance.now();
        done += 1;
        if (started < from) continue;
        if (counted === 0) first = started;
        counted += 1;
        latencies.push(ended - started);
      }
      if (counted > 0) rate += counted / ((ended - first) / 1_000);
    }),
  );
  return { rate, latencies: Float64Array.from(latencies), done };
}

/** Answers each message, a time in milliseconds, with a measurement. */
export function serveMeasurements(port: MessagePort, run: (millis: number) => ReturnType<typeof measure>): void {
  port.on('message', (millis: number) => {
    run(millis).then(
      (measured) => port.postMessage(measured, [measured.latencies.buffer as ArrayBuffer]),
      (error: Error) => port.postMessage({ error: error.message }),
    );
  });
}
