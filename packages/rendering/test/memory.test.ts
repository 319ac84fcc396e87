import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { openRendering } from '../src/index.ts';
import { noisyPdf } from './files.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Megabytes of the process, of what this thread and the one that reads still use. */
async function resident(reader: Worker): Promise<number> {
  collectGarbage();
  // Nothing else has another thread collect its garbage, which it does when it likes.
  await (await reader.startHeapProfile({ forceGC: true })).stop();
  return process.memoryUsage.rss() / 2 ** 20;
}

describe('a file of 300 pages', () => {
  it('takes no more memory at its end than near its beginning', async () => {
    const started = once(process, 'worker');
    const rendering = openRendering({ threads: 1 });
    const seen: number[] = [];
    let bytes = 0;
    await rendering.read(await noisyPdf(300), 'application/pdf', {
      onPage: async ({ png }, index) => {
        bytes += png.length;
        if (index % 10 === 0) seen.push(await resident(((await started) as [Worker])[0]));
      },
    });
    await rendering.close();
    // Images that were kept would be twice as much between the two.
    expect(bytes).toBeGreaterThan(45_000_000);
    const near = Math.max(...seen.slice(4, 12));
    const end = Math.max(...seen.slice(20));
    expect(end - near, `resident: ${seen.map(Math.round).join(' ')} MB`).toBeLessThan(12);
  });
});
