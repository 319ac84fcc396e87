import { on } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '@app/paper/threads';
import type { ReportRow } from './table.ts';
import type { FromThread, RenderOrder, ToThread } from './thread-messages.ts';

/** The report would have more pages than allowed. */
export class TooLong extends Error {}

/** Beside this module as source, beside the bundle as `render.worker.mjs`. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './render.worker.ts' : './render.worker.mjs', import.meta.url);

/** @param megabytes of the thread's heap */
export const startReportThread = (megabytes: number): Worker => startThread(workerFile(), 'reports', megabytes);

/** Rows that are handed over together. */
const BATCH = 500;

/**
 * The bytes of one report, made by a thread that does nothing else meanwhile. Rows are handed over when it asks, and it
 * waits while nobody takes its bytes, so that neither side keeps more than a few pieces.
 * @param rest the rows after the first; ended by whoever began it
 */
export async function* renderOn(
  worker: Worker,
  order: Omit<RenderOrder, 'kind' | 'hasMore'>,
  rest: AsyncIterable<ReportRow> | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const say = (message: ToThread): void => worker.postMessage(message);
  const others = rest?.[Symbol.asyncIterator]();
  const messages = on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<[FromThread]>;
  worker.ref();
  say({ ...order, kind: 'order', hasMore: others !== undefined });
  for await (const [message] of messages) {
    if (message.kind === 'wants') say(await nextBatch(others!));
    else if (message.kind === 'bytes') {
      yield message.bytes;
      if (others) say({ kind: 'taken' });
    } else if (message.kind === 'done') {
      worker.unref();
      return;
    } else
      throw message.kind === 'tooLong' ? new TooLong(message.error) : new Error(`rendering failed: ${message.error}`);
  }
  throw new Error('the thread ended before the report');
}

async function nextBatch(others: AsyncIterator<ReportRow>): Promise<ToThread> {
  const rows: ReportRow[] = [];
  while (rows.length < BATCH) {
    const { value, done } = await others.next();
    if (done) return { kind: 'rows', rows, isLast: true };
    rows.push(value);
  }
  return { kind: 'rows', rows, isLast: false };
}
