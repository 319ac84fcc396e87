import { expect, it } from 'vitest';
import { inLanes, splitByLength, testBytesOf } from '../src/test-order.ts';

const task = (name: string, isCached = false) => ({ name, folder: `packages/${name}`, isCached });

it('packages with much to test begin first, the largest before all; what is replayed is among the others', () => {
  const bytes: Readonly<Record<string, number>> = { small: 40, ledger: 600, auth: 300, known: 9_000, tiny: 1 };
  const tasks = [task('small'), task('tiny'), task('auth'), task('known', true), task('ledger')];
  const { long, others } = splitByLength(tasks, (folder) => bytes[folder.replace('packages/', '')]!);
  expect(long.map(({ name }) => name)).toEqual(['ledger', 'auth']);
  expect(others.map(({ name }) => name)).toEqual(['small', 'tiny', 'known']);
  expect(splitByLength([task('known', true)], () => 5)).toEqual({ long: [], others: [task('known', true)] });
});

it('the tests of a service are counted where they lie, in its sources too', () => {
  expect(testBytesOf('services/ledger')).toBeGreaterThan(testBytesOf('services/chat'));
  expect(testBytesOf('packages/money')).toBeGreaterThan(0);
});

it('so many at a time in their order, and each once', async () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = inLanes([1, 2, 3], 2, (item) => {
    begun.push(item);
    return new Promise((resolve) => ends.push(resolve));
  });
  expect(begun).toEqual([1, 2]);
  ends[1]!();
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  for (const end of ends) end();
  await all;
});
