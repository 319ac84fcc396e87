import { expect, it } from 'vitest';
import { LIMITS } from '../src/limits.ts';
import { release } from '../src/pixels.ts';
import { readFile } from '../src/read.ts';
import { noisyPdf } from './files.ts';

it('the pixels of a page are given back before the next one is drawn, whatever V8 collects', async () => {
  const content = await noisyPdf(12);
  const before = process.memoryUsage().arrayBuffers;
  let pixels = 0;
  let most = 0;
  await readFile({ content, mediaType: 'application/pdf' }, LIMITS, async ({ width, height }) => {
    pixels += width * height;
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  });
  // Four bytes each, of twelve pages.
  expect(most, `${pixels} pixels`).toBeLessThan((2 * 4 * pixels) / 12);
});

it('of a buffer that others have a part of nothing is given back', () => {
  const shared = Buffer.alloc(100, 7);
  release({ data: shared.subarray(0, 40), width: 2, height: 5, channels: 4 });
  expect(shared.every((byte) => byte === 7)).toBe(true);
  expect(shared).toHaveLength(100);
});
