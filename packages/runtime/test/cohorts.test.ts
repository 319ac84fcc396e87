import { expect, it, onTestFinished, vi } from 'vitest';
import { createCohorts } from '../src/index.ts';

/** Work that ends when the test says so; as patient as any test unless it says otherwise. */
function heldWork(options: Parameters<typeof createCohorts>[0] = {}) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const inCohort = createCohorts({ patienceMillis: 60_000, ...options });
  const start = (name: string): Promise<string> =>
    inCohort(() => {
      begun.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    });
  /** One that comes by itself. */
  const come = async (name: string): Promise<{ readonly result: Promise<string> }> => {
    const result = start(name);
    await settle();
    return { result };
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)!.resolve(`${name} done`);
    await settle();
  };
  return { begun, start, come, end, ends };
}

/** Long enough for whatever may begin to begin. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

it('nobody waits while few are at work', async () => {
  const { begun, come, end } = heldWork({ few: 3 });
  const all = [await come('a'), await come('b'), await come('c')];
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of begun) await end(name);
  expect(await Promise.all(all.map(({ result }) => result))).toEqual(['a done', 'b done', 'c done']);
  await come('d');
  expect(begun.at(-1)).toBe('d');
});

it('what comes while more are at work begins together, once they have ended but for a few', async () => {
  const { begun, start, come, end } = heldWork({ few: 2 });
  const first = [start('a'), start('b'), start('c')];
  await settle();
  const later = [await come('d'), await come('e')];
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const name of ['c', 'd', 'e']) await end(name);
  expect(await Promise.all([...first, ...later.map(({ result }) => result)])).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((name) => `${name} done`),
  );
});

it('who fails fails alone, and makes room as any other', async () => {
  const { begun, start, come, end, ends } = heldWork({ few: 1 });
  const [failing, other] = [start('failing'), start('other')];
  await settle();
  await come('next');
  ends.get('failing')!.reject(new Error('refused'));
  await expect(failing).rejects.toThrow('refused');
  await settle();
  expect(begun).toEqual(['failing', 'other']);
  await end('other');
  expect(await other).toBe('other done');
  expect(begun).toEqual(['failing', 'other', 'next']);
});

it('work that throws before it waits for anything makes room too', async () => {
  const inCohort = createCohorts({ few: 1, patienceMillis: 60_000 });
  await expect(
    inCohort(() => {
      throw new Error('at once');
    }),
  ).rejects.toThrow('at once');
  expect(await inCohort(async () => 'next')).toBe('next');
});

it('work that takes long keeps nobody waiting, and makes no second room when it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { begun, come, end } = heldWork({ few: 1, patienceMillis: 100 });
  const slow = await come('slow');
  await come('next');
  vi.advanceTimersByTime(99);
  await settle();
  expect(begun).toEqual(['slow']);
  vi.advanceTimersByTime(1);
  await settle();
  expect(begun).toEqual(['slow', 'next']);
  await end('slow');
  expect(await slow.result).toBe('slow done');
  // Had the slow one made room once more, this one would begin beside the one that is at work.
  await come('late');
  expect(begun).toEqual(['slow', 'next']);
  await end('next');
  expect(begun).toEqual(['slow', 'next', 'late']);
  expect(vi.getTimerCount()).toBe(1);
  await end('late');
  expect(vi.getTimerCount()).toBe(0);
});
