// Runs on a thread of its own: building pages takes milliseconds each, and a long report must not hold up anybody's posting.
import { parentPort, workerData } from 'node:worker_threads';
import { drawPdf, type Fonts, TooManyPages } from './pdf-draw.ts';
import type { ReportTable } from './table.ts';

export interface PdfOrder {
  readonly id: number;
  readonly table: ReportTable;
  readonly pageLimit: number;
}

export type PdfDelivery =
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly pages: number }
  | { readonly id: number; readonly error: string };

const fonts = workerData as Fonts;

parentPort?.on('message', async ({ id, table, pageLimit }: PdfOrder) => {
  const deliver = (delivery: PdfDelivery) => parentPort?.postMessage(delivery);
  try {
    deliver({ id, bytes: new Uint8Array(await drawPdf(table, fonts, pageLimit)) });
  } catch (error) {
    deliver(
      error instanceof TooManyPages ? { id, pages: error.pages } : { id, error: error instanceof Error ? String(error.stack) : 'unknown' },
    );
  }
});
