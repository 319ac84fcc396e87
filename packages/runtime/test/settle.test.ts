import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('memory that starting took is given back', () => {
  const settle = JSON.stringify(join(import.meta.dirname, '..', 'src', 'settle.ts'));
  const script = `
    const { settleMemory } = await import(${settle});
    globalThis.kept = Array.from({ length: 1_000_000 }, (_, n) => ({ n })).filter(({ n }) => n % 100 === 0);
    const before = process.memoryUsage().heapTotal;
    settleMemory(0);
    setTimeout(() => console.log(JSON.stringify({ before, after: process.memoryUsage().heapTotal, kept: kept.length })), 300);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { before, after, kept } = JSON.parse(stdout) as { before: number; after: number; kept: number };
  expect(kept).toBe(10_000);
  expect(after).toBeLessThan(before / 2);
});
