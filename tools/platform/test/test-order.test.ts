import { expect, it } from 'vitest';
import { inLanes, splitByLength } from '../src/test-order.ts';

const task = (name: string, isCached = false) => ({ name, folder: `packages/${name}`, isCached });

it('packages with much to test begin first, the largest before all; what is replayed is among the others', () => {
  const bytes: Readonly<Record<string, number>> = { small: 40, ledger: 600, auth: 300, known: 9_000, tiny: 1 };
  const tasks = [task('small'), task('tiny'), task('auth'), task('known', true), task('ledger')];
  const { long, others } = splitByLength(tasks, (folder) => bytes[folder.replace('packages/', '')]!);
  expect(long.map(({ name }) => name)).toEqual(['ledger', 'auth']);
  expect(others.map(({ name }) => name)).toEqual(['small', 'tiny', 'known']);
  expect(splitByLength([task('known', true)], () => 5)).toEqual({ long: [], others: [task('known', true)] });
});

it('one item at a time in each lane, in their order, each once, and the next queue where one is empty', async () => {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const [packages, whole] = [
    [1, 2, 3],
    [10, 11],
  ];
  const all = inLanes([[packages, whole], [packages, whole], [whole]], (item) => {
    begun.push(item);
    return new Promise((resolve) => ends.set(item, resolve));
  });
  expect(begun).toEqual([1, 2, 10]);
  ends.get(2)!();
  await expect.poll(() => begun).toEqual([1, 2, 10, 3]);
  ends.get(3)!();
  await expect.poll(() => begun).toEqual([1, 2, 10, 3, 11]);
  for (const end of ends.values()) end();
  await all;
});
