// Runs on a thread of its own: a page takes milliseconds, and a long invoice must not hold up anybody's posting.
import { parentPort, workerData } from 'node:worker_threads';
import type { Fonts } from '@app/paper/drawing';
import { drawInvoice } from './draw.ts';
import type { InvoicePaper } from './invoice-paper.ts';
import type { FromThread } from './thread-messages.ts';

const fonts = workerData as Fonts;
const port = parentPort!;
const say = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

port.on('message', async (paper: InvoicePaper) => {
  try {
    const bytes = new Uint8Array(await drawInvoice(paper, fonts));
    say({ kind: 'done', bytes }, [bytes.buffer]);
  } catch (error) {
    say({ kind: 'failed', error: error instanceof Error ? String(error.stack) : 'unknown' });
  }
});
