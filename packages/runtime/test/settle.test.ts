import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const settle = JSON.stringify(join(import.meta.dirname, '..', 'src', 'settle.ts'));
/** A heap of which a hundredth is kept. */
const heap = `
  const { settleMemory } = await import(${settle});
  const size = () => process.memoryUsage().heapTotal;
  globalThis.kept = Array.from({ length: 1_000_000 }, (_, n) => ({ n })).filter(({ n }) => n % 100 === 0);
  const before = size();`;

function said<T>(script: string): T {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', `${heap}${script}`], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as T;
}

/** The processors of a machine that nobody else uses. */
const LEFT = `(() => {
  const times = { idle: 0, user: 0, nice: 0, sys: 0, irq: 0 };
  return () => [{ times: { ...times, idle: (times.idle += 20) } }];
})()`;
/** Says what has become of it, once memory was given back or after long enough. */
const inTheEnd = (what: string) => `
  const waiting = setInterval(() => {
    if (size() > before / 2 && performance.now() < 120_000) return;
    clearInterval(waiting);
    console.log(JSON.stringify({ before, after: size(), ${what} }));
  }, 20);`;

it('memory that starting took is given back, and no function for it is left to others', () => {
  const { before, after, kept, gc } = said<{ before: number; after: number; kept: number; gc: string }>(`
    settleMemory(20, ${LEFT});
    const { runInNewContext } = await import('node:vm');
    ${inTheEnd("kept: kept.length, gc: runInNewContext('typeof gc')")}`);
  expect(kept).toBe(10_000);
  expect(after).toBeLessThan(before / 2);
  expect(gc).toBe('undefined');
});

it('a process that is used all the time gives it back when it comes to rest', () => {
  const { before, used, after } = said<{ before: number; used: number; after: number }>(`
    // Turn after turn: one that sleeps in between is at rest wherever it is long until it gets a processor again.
    let isUsed = true;
    const work = () => {
      for (const end = performance.now() + 5; performance.now() < end; );
      if (isUsed) setImmediate(work);
    };
    work();
    settleMemory(20, ${LEFT});
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    isUsed = false;
    const used = size();
    ${inTheEnd('used')}`);
  expect(used).toBeGreaterThan(before / 2);
  expect(after).toBeLessThan(before / 2);
});

it.each([
  ['the others have left a processor alone', 5],
  ['thirty looks have passed', Number.POSITIVE_INFINITY],
])('where others use all processors it is given back when %s', (_, busyLooks) => {
  const { before, after, sizes } = said<{ before: number; after: number; sizes: number[] }>(`
    const times = { idle: 0, user: 0, nice: 0, sys: 0, irq: 0 };
    let looks = 0;
    const sizes = [];
    settleMemory(20, () => {
      sizes.push(size());
      times[looks++ > ${busyLooks} ? 'idle' : 'user'] += 20;
      return [{ times: { ...times } }];
    });
    ${inTheEnd('sizes')}`);
  // One is read before any look; a look at which the process was not at rest yet does not count.
  expect(sizes.length).toBeGreaterThanOrEqual(1 + Math.min(busyLooks + 1, 30));
  for (const size of sizes) expect(size).toBeGreaterThan(before / 2);
  expect(after).toBeLessThan(before / 2);
});
