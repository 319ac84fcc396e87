import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { createLane, type LaneLimits, startThread } from '@app/paper/threads';
import type { InvoicePaper } from './invoice-paper.ts';
import type { FromThread } from './thread-messages.ts';

export interface InvoicePrinter {
  /**
   * The document as PDF, made on another thread.
   * @throws Failure 503 when it is not done in time, or too many wait
   */
  print(paper: InvoicePaper): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** One thread makes some hundred invoices a second; ten thousand lines take it a few seconds. */
const LIMITS: LaneLimits = { threads: 1, seconds: 60, megabytes: 384, waiting: 64 };

/** Beside this module as source, beside the bundle as `invoice.worker.mjs`. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './invoice.worker.ts' : './invoice.worker.mjs', import.meta.url);

/** A thread that prints invoices: started when it is needed; idle, it keeps no process alive. */
export function createInvoicePrinter(limits: Partial<LaneLimits> = {}): InvoicePrinter {
  const lane = createLane(
    { ...LIMITS, ...limits },
    {
      start: (megabytes) => startThread(workerFile(), 'invoices', megabytes),
      full: 'Too many documents are being printed at this moment; try again in a moment',
      late: (seconds) => `The document was not printed within ${seconds} seconds; try again in a moment`,
    },
  );
  return {
    print: async (paper) => {
      const [printed] = await Array.fromAsync(lane.run((worker, signal) => printOn(worker, paper, signal)));
      return printed!;
    },
    close: () => lane.close(),
  };
}

async function* printOn(worker: Worker, paper: InvoicePaper, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  worker.ref();
  const answer = once(worker, 'message', { signal }) as Promise<[FromThread]>;
  worker.postMessage(paper);
  const [message] = await answer;
  if (message.kind === 'failed') throw new Error(`printing failed: ${message.error}`);
  worker.unref();
  yield message.bytes;
}

let shared: InvoicePrinter | undefined;

/** The document as PDF, by the printer that the whole process shares. */
export const invoicePdf = (paper: InvoicePaper): Promise<Uint8Array> => {
  shared ??= createInvoicePrinter();
  return shared.print(paper);
};
