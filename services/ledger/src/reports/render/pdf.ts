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
  /** Orders that may wait their turn. */
  readonly waiting: number;
}

export interface PdfRenderer {
  /**
   * The report as a PDF.
   *
   * @throws Failure 413 when it would have more pages than allowed, 503 when it is not done in time, or too many wait
   */
  render(table: ReportTable): Promise<Buffer>;
  close(): Promise<void>;
}

const LIMITS: PdfLimits = { pages: 1500, seconds: 30, megabytes: 512, waiting: 32 };

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

interface Order {
  readonly id: number;
  readonly table: ReportTable;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
  timer?: NodeJS.Timeout;
}

const otherwise = 'the workbook and the page hold the same figures';

/**
 * One thread that draws one report after the other, started with the first; idle, it keeps no process alive. A report that takes too long
 * or too much memory ends the thread and fails alone: the next one gets a new thread.
 */
export function createPdfRenderer(limits: Partial<PdfLimits> = {}): PdfRenderer {
  const { pages, seconds, megabytes, waiting } = { ...LIMITS, ...limits };
  const queue: Order[] = [];
  let current: Order | undefined;
  let worker: Worker | undefined;
  let orders = 0;

  /** Ends an order wherever it is, once, and takes the next one up. */
  const finish = (order: Order, how: () => void): void => {
    clearTimeout(order.timer);
    const at = queue.indexOf(order);
    if (at >= 0) queue.splice(at, 1);
    else if (current === order) current = undefined;
    else return;
    how();
    if (current === undefined) begin();
  };

  const begin = (): void => {
    current = queue.shift();
    if (current === undefined) {
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage({ id: current.id, table: current.table, pageLimit: pages } satisfies PdfOrder);
  };

  /** Without its thread the order in hand cannot be drawn. */
  const abandon = (error: Error): void => {
    const broken = worker;
    worker = undefined;
    void broken?.terminate();
    if (current) finish(current, current.reject.bind(undefined, error));
  };

  const start = (): Worker => {
    const started = new Worker(workerFile(), {
      name: 'pdf',
      workerData: fontFiles(),
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    started.on('message', (delivery: PdfDelivery) => {
      const order = current;
      if (worker !== started || order?.id !== delivery.id) return;
      finish(order, () => {
        if ('bytes' in delivery) order.resolve(Buffer.from(delivery.bytes.buffer));
        else order.reject('pages' in delivery ? tooLong(delivery.pages, pages) : new Error(`drawing a PDF failed: ${delivery.error}`));
      });
    });
    started.on('error', (error) => {
      if (worker === started) abandon(unavailable(`The PDF could not be made; ${otherwise}`, error));
    });
    return started;
  };

  const expire = (order: Order): void => {
    const late = unavailable(`The PDF was not done within ${seconds} seconds; ${otherwise}`);
    if (order === current) abandon(late);
    else finish(order, () => order.reject(late));
  };

  return {
    render: (table) =>
      new Promise<Buffer>((resolve, reject) => {
        if (queue.length >= waiting) return reject(unavailable(`Too many PDFs are being made at this moment; ${otherwise}`));
        const order: Order = { id: ++orders, table, resolve, reject };
        order.timer = setTimeout(expire, seconds * 1000, order);
        queue.push(order);
        if (current === undefined) begin();
      }),
    close: async () => {
      const last = worker;
      const stopping = unavailable('The service is stopping');
      for (const order of [...queue]) finish(order, () => order.reject(stopping));
      abandon(stopping);
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
