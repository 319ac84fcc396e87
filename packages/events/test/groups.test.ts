import { expect, it } from 'vitest';
import { inGroups } from '../src/groups.ts';

/** Messages that arrive one after the other, each after some turns of the loop, then none until `end`. */
async function* arriving(count: number): AsyncGenerator<number> {
  for (let n = 1; n <= count; n++) {
    for (let turns = 0; turns < 10; turns++) await null;
    yield n;
  }
}

const deliveryOf = (message: number) => ({ message, working: () => undefined, retry: () => undefined });

async function groupsOf(count: number, gatherMillis: number): Promise<number[][]> {
  const groups: number[][] = [];
  const stop = new AbortController().signal;
  await inGroups(arriving(count), deliveryOf, {
    ...{ stop, gatherMillis },
    handle: async (group) => void groups.push(group.map(({ message }) => message)),
  });
  return groups;
}

it('messages that come within a moment after the first are handled with it', async () => {
  expect(await groupsOf(5, 20)).toEqual([[1, 2, 3, 4, 5]]);
});

it('without that moment each is handled as it comes', async () => {
  expect((await groupsOf(5, 0))[0]).toEqual([1]);
});

it('what waits when the work stops is given back at once, however long the moment is', async () => {
  const stopping = new AbortController();
  const back: number[] = [];
  const handled: number[] = [];
  const done = inGroups(arriving(2), (message) => ({ ...deliveryOf(message), retry: () => void back.push(message) }), {
    ...{ stop: stopping.signal, gatherMillis: 3_600_000 },
    handle: async (group) => void handled.push(...group.map(({ message }) => message)),
  });
  setImmediate(() => stopping.abort());
  await done;
  expect({ handled, back }).toEqual({ handled: [], back: [1, 2] });
});
