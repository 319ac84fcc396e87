import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { gather } from '../src/index.ts';

/** Work that ends when the test says so, and what it was given each time. */
function heldWork() {
  const given: number[][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const work = async (items: readonly number[]): Promise<readonly number[]> => {
    given.push([...items]);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    await end.promise;
    return items.map((item) => item * 2);
  };
  return { given, ends, work };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('calls of one turn go together, those that come meanwhile go with the next, and each gets its own result', async () => {
  const { given, ends, work } = heldWork();
  const double = gather(work);
  const first = [double(1), double(2)];
  await turn();
  await turn();
  const later = [double(3)];
  await turn();
  later.push(double(4));
  expect(given).toEqual([[1, 2]]);
  ends[0]!.resolve();
  expect(await Promise.all(first)).toEqual([2, 4]);
  await expect
    .poll(() => given)
    .toEqual([
      [1, 2],
      [3, 4],
    ]);
  ends[1]!.resolve();
  expect(await Promise.all(later)).toEqual([6, 8]);
});

it('whoever is alone waits one turn, and who is in company until a turn brings nobody else', async () => {
  const { given, ends, work } = heldWork();
  // A busy machine takes longer for a turn than callers may wait.
  const double = gather(work, { longestMillis: 60_000 });
  const alone = double(1);
  await turn();
  expect(given).toEqual([[1]]);
  const company = [double(2)];
  ends[0]!.resolve();
  expect(await alone).toBe(2);
  for (const number of [3, 4]) {
    company.push(double(number));
    await turn();
  }
  await expect.poll(() => given).toEqual([[1], [2, 3, 4]]);
  ends[1]!.resolve();
  expect(await Promise.all(company)).toEqual([4, 6, 8]);
});

it('those who are there do not wait without end while others keep coming', async () => {
  const { given, ends, work } = heldWork();
  const double = gather(work);
  const all: Promise<number>[] = [];
  for (let number = 0; given.length === 0 && number < 1_000_000; number++) {
    all.push(double(number));
    await turn();
  }
  expect(given[0]!.length).toBeLessThanOrEqual(all.length);
  ends[0]!.resolve();
  expect(await all[0]).toBe(0);
  await expect.poll(() => given.flat().length).toBe(all.length);
  ends[1]?.resolve();
});

it('a failure is that of all who went together, and of nobody after', async () => {
  const { ends, work } = heldWork();
  const double = gather(work);
  const failing = Promise.allSettled([double(1), double(2)]);
  await expect.poll(() => ends.length).toBe(1);
  const next = double(3);
  ends[0]!.reject(new Error('lost'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect.poll(() => ends.length).toBe(2);
  ends[1]!.resolve();
  expect(await next).toBe(6);
  const afterRest = double(5);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]!.resolve();
  expect(await afterRest).toBe(10);
});

it('takes no more than it may at once, and runs in the context of no caller', async () => {
  const request = new AsyncLocalStorage<string>();
  const seen: [number, string | undefined][] = [];
  const count = gather(
    async (items: readonly number[]) => {
      seen.push([items.length, request.getStore()]);
      return items;
    },
    { most: 2 },
  );
  const all = request.run('somebody', () => Promise.all([1, 2, 3, 4, 5].map(count)));
  expect(await all).toEqual([1, 2, 3, 4, 5]);
  expect(seen).toEqual([
    [2, undefined],
    [2, undefined],
    [1, undefined],
  ]);
});

it('where that is asked for, those who waited go as soon as work ends, not with whoever was answered and comes again', async () => {
  const orders = [];
  for (const atOnce of [true, false]) {
    const { given, ends, work } = heldWork();
    const double = gather(work, { atOnce });
    const again = double(1).then(double);
    await expect.poll(() => given).toEqual([[1]]);
    const waiting = double(3);
    ends[0]!.resolve();
    await expect.poll(() => ends.length).toBe(2);
    orders.push([...given]);
    ends[1]!.resolve();
    expect(await waiting).toBe(6);
    await expect.poll(() => ends.length).toBe(atOnce ? 3 : 2);
    ends[2]?.resolve();
    expect(await again).toBe(4);
  }
  expect(orders).toEqual([
    [[1], [3]],
    [[1], [3, 2]],
  ]);
});

it('so much work as is asked for is under way at once, and what is left over begins with the next turn', async () => {
  const { given, ends, work } = heldWork();
  const double = gather(work, { most: 2, atWork: 2, longestMillis: 0 });
  const all = Promise.all([1, 2, 3, 4, 5].map(double));
  for (let n = 0; n < 5; n++) await turn();
  expect(given).toEqual([
    [1, 2],
    [3, 4],
  ]);
  const later = double(6);
  for (let n = 0; n < 5; n++) await turn();
  expect(given).toHaveLength(2);
  ends[1]!.resolve();
  await expect.poll(() => given.slice(2)).toEqual([[5, 6]]);
  ends[0]!.reject(new Error('lost'));
  await expect(all).rejects.toThrow('lost');
  const last = double(7);
  await expect.poll(() => given.slice(3)).toEqual([[7]]);
  for (const end of ends) end.resolve();
  expect(await Promise.all([later, last])).toEqual([12, 14]);
});
