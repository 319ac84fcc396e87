import { expect, it } from 'vitest';
import type { DemoEntry } from '../src/book.ts';
import type { Caller } from '../src/http.ts';
import { postAfter, postedOf } from '../src/posting.ts';
import { after, workOnEach } from '../src/together.ts';

const story: readonly DemoEntry[] = Array.from({ length: 600 }, (_, n) => ({
  description: `Bilag ${n + 1}`,
  lines: [],
}));

/** Books with some marked entries; what is posted is kept. */
function booksWith(marked: readonly { readonly relation_id: number; readonly description: string }[], mark = 'DEMO-4') {
  const posted: string[] = [];
  const caller: Caller = {
    get: async <T>(path: string) => ({ data: path.endsWith(`&relation_type=${mark}`) ? marked : [], meta: {} }) as T,
    send: async <T>(_method: string, _path: string, body?: unknown) => {
      posted.push(...(body as { entries: DemoEntry[] }).entries.map(({ description }) => description));
      return undefined as T;
    },
  };
  return { caller, posted };
}

const goOn = async (caller: Caller): Promise<void> => postAfter(caller, 1, story, await postedOf(caller, 1, story));

it('goes on after the highest mark that stands on an entry of the story', async () => {
  const { caller, posted } = booksWith([
    { relation_id: 250, description: 'Bilag 250' },
    { relation_id: 500, description: 'Mitt eget' },
    { relation_id: 20_251_231, description: 'Skattekostnad' },
  ]);
  await goOn(caller);
  expect([posted.length, posted[0]]).toEqual([350, 'Bilag 251']);
});

it('puts nothing on top of books that were begun with another story', async () => {
  const { caller, posted } = booksWith([{ relation_id: 250, description: 'Noe annet' }]);
  await expect(goOn(caller)).rejects.toThrow(/begun by another version/);
  expect(posted).toEqual([]);
});

it.each(['DEMO', 'DEMO-2', 'DEMO-3'])(
  'puts nothing on top of books of an earlier version, whose first entries are those of the story: %s',
  async (mark) => {
    const begun = [250, 500].map((relation_id) => ({ relation_id, description: `Bilag ${relation_id}` }));
    const { caller, posted } = booksWith(begun, mark);
    await expect(goOn(caller)).rejects.toThrow(/begun by another version/);
    expect(posted).toEqual([]);
  },
);

it('begins nothing more after a failure, and ends when all that was under way has ended', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (n: number): Promise<void> => {
    begun.push(n);
    if (n === 2) throw new Error('refused');
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(n);
  };
  await expect(workOnEach([1, 2, 3, 4, 5, 6, 7, 8], work, { atOnce: 3 })).rejects.toThrow('refused');
  expect([begun, ended]).toEqual([
    [1, 2, 3],
    [1, 3],
  ]);
});

it('begins what waits for something when that is done, and not at all when it has failed', async () => {
  const steps: string[] = [];
  const first = Promise.resolve().then(() => void steps.push('first'));
  expect(await after(first, async () => steps.push('second'))).toBe(2);
  await expect(after(Promise.reject(new Error('refused')), async () => steps.push('third'))).rejects.toThrow('refused');
  expect(steps).toEqual(['first', 'second']);
});
