import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { Failure, unavailable } from '@app/contract';
import type { PdfDelivery, PdfOrder } from './pdf.worker.ts';
import type { Fonts } from './pdf-draw.ts';
import type { ReportTable } from './table.ts';

export interface PdfLimits {
  /** Pages of one document. */
  readonly pages: number;
  /** From the order to the delivery, waiting included. */
  readonly seconds: number;
  /** Of the thread's heap. */
  readonly megabytes: number;
}

export interface PdfRenderer {
  /**
   * The report as a PDF.
   *
   * @throws Failure 413 when it would have more pages than allowed, 503 when it is not done in time
   */
  render(table: ReportTable): Promise<Buffer>;
  close(): Promise<void>;
}

const LIMITS: PdfLimits = { pages: 1500, seconds: 30, megabytes: 512 };

/** The families are data of a package; their files are found through it, from the bundle as from the sources. */
function fontFiles(): Fonts {
  const resolve = createRequire(import.meta.url).resolve;
  const family = '@expo-google-fonts/source-sans-3';
  return {
    regular: resolve(`${family}/400Regular/SourceSans3_400Regular.ttf`),
    bold: resolve(`${family}/600SemiBold/SourceSans3_600SemiBold.ttf`),
  };
}

/** Beside this module as source, beside the bundle as `pdf.worker.mjs`. */
const workerFile = (): URL => new URL(import.meta.url.endsWith('.ts') ? './pdf.worker.ts' : './pdf.worker.mjs', import.meta.url);

type Waiting = { readonly resolve: (bytes: Buffer) => void; readonly reject: (error: Error) => void; readonly timer: NodeJS.Timeout };

/**
 * One thread that draws one report after the other, started with the first; idle, it keeps no process alive. When a report takes too long
 * or too much memory, the thread is ended, everything it had in hand fails, and the next order starts a new one.
 */
export function createPdfRenderer(limits: Partial<PdfLimits> = {}): PdfRenderer {
  const { pages, seconds, megabytes } = { ...LIMITS, ...limits };
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let orders = 0;

  const settle = (id: number, finish: (order: Waiting) => void): void => {
    const order = waiting.get(id);
    if (order === undefined) return;
    waiting.delete(id);
    clearTimeout(order.timer);
    if (waiting.size === 0) worker?.unref();
    finish(order);
  };

  const giveUp = (broken: Worker, error: Error): void => {
    if (worker !== broken) return;
    worker = undefined;
    void broken.terminate();
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(error));
  };

  const start = (): Worker => {
    const started = new Worker(workerFile(), {
      name: 'pdf',
      workerData: fontFiles(),
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    started.on('message', (delivery: PdfDelivery) =>
      settle(delivery.id, ({ resolve, reject }) => {
        if ('bytes' in delivery) resolve(Buffer.from(delivery.bytes.buffer));
        else reject('pages' in delivery ? tooLong(delivery.pages, pages) : new Error(`drawing a PDF failed: ${delivery.error}`));
      }),
    );
    started.on('error', (error) =>
      giveUp(started, unavailable('The PDF could not be made; the workbook and the page hold the same figures', error)),
    );
    return started;
  };

  return {
    render: (table) =>
      new Promise<Buffer>((resolve, reject) => {
        worker ??= start();
        const current = worker;
        current.ref();
        const late = unavailable(`The PDF was not done within ${seconds} seconds; the workbook and the page hold the same figures`);
        const id = ++orders;
        waiting.set(id, { resolve, reject, timer: setTimeout(() => giveUp(current, late), seconds * 1000) });
        current.postMessage({ id, table, pageLimit: pages } satisfies PdfOrder);
      }),
    close: async () => {
      const last = worker;
      if (last) giveUp(last, unavailable('The service is stopping'));
      await last?.terminate();
    },
  };
}

const tooLong = (pages: number, limit: number): Failure =>
  new Failure(
    'common.payload_too_large',
    413,
    `The report has ${pages} pages as a PDF and ${limit} are allowed; narrow it, or take the workbook`,
    {
      details: { pages, limit },
    },
  );
