import { PagesOutOfRange } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import { openPdf } from './pdf.ts';
import { takePages } from './qpdf.ts';
import type { Part } from './reading.ts';
import type { PageRange } from './thread-messages.ts';
import { toPdf } from './to-pdf.ts';

export async function countPages(pdf: Uint8Array): Promise<number> {
  const document = await openPdf(pdf);
  try {
    return document.getPageCount();
  } finally {
    document.destroy();
  }
}

export async function combine(parts: readonly Part[], limits: RenderingLimits): Promise<Uint8Array> {
  const files: { content: Uint8Array }[] = [];
  for (const part of parts) files.push({ content: await toPdf(part, limits) });
  return takePages(files);
}

/** @throws PagesOutOfRange when a range is not one of the file's pages */
export async function cut(pdf: Uint8Array, ranges: readonly PageRange[]): Promise<readonly Uint8Array[]> {
  const pageCount = await countPages(pdf);
  for (const [start, end] of ranges) {
    if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 1 && start <= end && end <= pageCount))
      throw new PagesOutOfRange(`${start} to ${end} are not pages of a file of ${pageCount}`);
  }
  const pieces: Uint8Array[] = [];
  for (const range of ranges) pieces.push(await takePages([{ content: pdf, range }]));
  return pieces;
}
