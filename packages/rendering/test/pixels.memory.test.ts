import { expect, it } from 'vitest';
import { LIMITS } from '../src/limits.ts';
import { readFile } from '../src/read.ts';
import { pdfOf } from './files.ts';

/** Of a page of A4, as it is drawn. */
const PAGE_BYTES = 1240 * 1754 * 4;

it('the pixels of a page are given back before the next one is drawn, whatever V8 collects', async () => {
  const read = async (pages: number, onPage: () => void): Promise<void> => {
    const texts = Array.from({ length: pages }, (_, n) => `Dette er side nummer ${n}`);
    await readFile({ content: await pdfOf(texts), mediaType: 'application/pdf' }, LIMITS, async () => onPage());
  };
  // What is read once stays.
  await read(1, () => undefined);
  const before = process.memoryUsage().arrayBuffers;
  const kept: number[] = [];
  await read(12, () => kept.push(process.memoryUsage().arrayBuffers - before));
  expect(kept).toHaveLength(12);
  expect(Math.max(...kept), kept.join(' ')).toBeLessThan(PAGE_BYTES);
});
