import { describe, expect, it } from 'vitest';
import { createPlaces, type PlacesOptions } from '../src/places.ts';

const ever = new AbortController().signal;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Places a, b, … and who was served, in order. */
function world(options: Partial<PlacesOptions<string>> = {}) {
  const places = createPlaces({
    places: ['a', 'b'],
    share: 2,
    waiting: 100,
    waitingEach: 10,
    full: () => new Error('full'),
    ...options,
  });
  const served: (readonly [caller: number | undefined, place: string])[] = [];
  const ask = (caller: number | undefined, signal = ever) =>
    places.take(caller, signal).then((place) => void served.push([caller, place]));
  const callers = () => served.map(([caller]) => caller);
  return { ...places, ask, served, callers };
}

describe('places that callers take in turns', () => {
  it('are given at once while there are any, all of them to one caller when nobody else asks', async () => {
    const { ask, served } = world();
    await Promise.all([ask(1), ask(1)]);
    expect(served).toEqual([
      [1, 'a'],
      [1, 'b'],
    ]);
  });

  it('go to each caller in turn: who asks for much waits behind himself', async () => {
    const { ask, leave, callers } = world();
    for (const caller of [1, 1, 1, 1, 1, 2, 3, 2]) void ask(caller);
    await settle();
    for (let times = 0; times < 6; times++) {
      leave(callers().at(-1), 'a');
      await settle();
    }
    expect(callers()).toEqual([1, 1, 1, 2, 3, 1, 2, 1]);
  });

  it('are never all held by one caller where a share says so, also not after waiting', async () => {
    const { ask, leave, served } = world({ share: 1 });
    void ask(1);
    void ask(1);
    await settle();
    expect(served).toEqual([[1, 'a']]);
    await ask(2);
    leave(2, 'b');
    await settle();
    expect(served).toHaveLength(2);
    leave(1, 'a');
    await settle();
    expect(served.at(-1)?.[0]).toBe(1);
  });

  it('refuse who has too many waiting, and everybody when the line is full; work of the process only then', async () => {
    const { ask } = world({ places: ['a'], waiting: 5, waitingEach: 2 });
    for (const caller of [1, 1, 1]) void ask(caller);
    await expect(ask(1)).rejects.toThrow('full');
    for (const caller of [undefined, undefined, undefined]) void ask(caller);
    await expect(ask(2)).rejects.toThrow('full');
    await expect(ask(undefined)).rejects.toThrow('full');
  });

  it('are not given to who gave up, and the wait of the others goes on', async () => {
    const { ask, leave, callers } = world({ places: ['a'], waiting: 2, waitingEach: 2 });
    await ask(1);
    const gone = new AbortController();
    const lost = ask(2, gone.signal);
    void ask(3);
    gone.abort(new Error('gone'));
    await expect(lost).rejects.toThrow('gone');
    await expect(ask(4, gone.signal)).rejects.toThrow('gone');
    leave(1, 'a');
    await settle();
    expect(callers()).toEqual([1, 3]);
  });
});
