import { parentPort, workerData } from 'node:worker_threads';
import { readCamt } from '../src/index.ts';

/** A file of many entries, read on a thread whose memory is bounded: says how many entries there were. */
const { head, entry, tail, count, keeps } = workerData as {
  readonly head: string;
  readonly entry: string;
  readonly tail: string;
  readonly count: number;
  /** Holds on to everything that is read: what such a file would take. */
  readonly keeps: boolean;
};
const TOGETHER = 100;

function* file(): Generator<Uint8Array> {
  yield Buffer.from(head);
  for (let at = 0; at < count; at += TOGETHER) yield Buffer.from(entry.repeat(TOGETHER));
  yield Buffer.from(tail);
}

let found = 0;
const kept: unknown[] = [];
await readCamt(file(), { isCurrency: () => true }, async (records) => {
  found += records.filter(({ record }) => record === 'entry').length;
  if (keeps) kept.push(...records);
});
parentPort!.postMessage(found);
