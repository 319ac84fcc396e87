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

it('memory that starting took is given back', () => {
  const { before, after, kept } = said<{ before: number; after: number; kept: number }>(`
    settleMemory(1);
    setTimeout(() => console.log(JSON.stringify({ before, after: size(), kept: kept.length })), 300);`);
  expect(kept).toBe(10_000);
  expect(after).toBeLessThan(before / 2);
});

it('a process that is asked all the time gives it back when it comes to rest', () => {
  const { before, used, after } = said<{ before: number; used: number; after: number }>(`
    const { channel } = await import('node:diagnostics_channel');
    const asked = channel('http2.server.stream.start');
    const asking = setInterval(() => {
      for (let n = 0; n < 30; n++) asked.publish({});
    }, 5);
    settleMemory(100);
    let used;
    setTimeout(() => {
      clearInterval(asking);
      used = size();
    }, 500);
    setTimeout(() => console.log(JSON.stringify({ before, used, after: size() })), 1_500);`);
  expect(used).toBeGreaterThan(before / 2);
  expect(after).toBeLessThan(before / 2);
});
