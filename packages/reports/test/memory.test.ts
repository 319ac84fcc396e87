import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Megabytes by which what is in use may vary from one moment to another. */
const NOISE = 4;

interface Taken {
  readonly lines: number;
  readonly bytes: number;
  /** Megabytes in use, at moments that lie equally far from each other. */
  readonly inUse: readonly number[];
}

/** In a process of its own, whose heap is too small for the ledger. */
async function run(form: string, lines: number): Promise<Taken> {
  const script = new URL('./support/stream-ledger.ts', import.meta.url).pathname;
  const options = ['--conditions=development', '--expose-gc', '--max-old-space-size=64'];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, script, form, String(lines)]);
  return JSON.parse(stdout) as Taken;
}

describe('a long ledger', () => {
  it.each([
    ['json', 100_000, 10],
    ['html', 40_000, 10],
    ['xlsx', 20_000, 0.5],
    ['pdf', 10_000, 1],
  ])('takes no more memory at its end than near its beginning: %s of %i lines', async (form, lines, megabytes) => {
    const { bytes, inUse } = await run(form, lines);
    expect(bytes).toBeGreaterThan(megabytes * 1_000_000);
    expect(inUse).toHaveLength(20);
    const near = Math.max(...inUse.slice(3, 9));
    const end = Math.max(...inUse.slice(13));
    expect(end - near, `in use: ${inUse.map(Math.round).join(' ')} MB`).toBeLessThan(NOISE);
  });
});
