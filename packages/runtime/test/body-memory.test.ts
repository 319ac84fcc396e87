import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const file = JSON.stringify(join(import.meta.dirname, '..', 'src', 'body-memory.ts'));

interface Collected {
  /** How often all of the heap was looked through. */
  readonly whole: number;
  /** Bytes outside the heap, at most. */
  readonly most: number;
}

/**
 * What a process with a heap like that of a service does while so many bodies of 200 kB come, in pieces, and go. It has
 * been looked through once before.
 */
function collected(bodies: number, note: string): Collected {
  const script = `
    const { noteBodyMemory } = await import(${file});
    const { PerformanceObserver, constants } = await import('node:perf_hooks');
    globalThis.kept = Array.from({ length: 300_000 }, (_, n) => ({ n, of: { text: 'x' + n } }));
    gc();
    let [whole, most] = [0, 0];
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) whole++;
    }).observe({ entryTypes: ['gc'] });
    for (let n = 0; n < ${bodies}; n++) {
      const pieces = Array.from({ length: 4 }, () => Buffer.alloc(50_000, n));
      Buffer.concat(pieces);
      ${note};
      await new Promise((resolve) => setImmediate(resolve));
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }
    setTimeout(() => console.log(JSON.stringify({ whole, most })), 100);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Collected;
}

it('memory of bodies that came and went is given back before V8 looks through its whole heap for it', () => {
  const [before, noted] = [collected(1_600, ''), collected(1_600, 'noteBodyMemory(400_000)')];
  expect(noted.whole).toBeLessThan(before.whole);
  expect(noted.most).toBeLessThan(32 * 1024 * 1024);
  expect(before.most).toBeGreaterThan(2 * noted.most);
});

it('V8 knows by how much a heap may grow, and has no number of its own', () => {
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(stdout).toMatch(/--heap-growing-percent=0$/m);
});
