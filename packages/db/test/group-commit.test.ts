import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it, vi } from 'vitest';
import { createGroupCommit, type GroupCommitOptions } from '../src/index.ts';

// The database is played: what is together, what goes by itself, and who learns what of a failure.

interface Work {
  readonly account: number;
  readonly name: string;
}
const work = (name: string, account = 1): Work => ({ name, account });
const names = (all: readonly Work[]) => all.map(({ name }) => name).join(' ');
const fault = (code: string) => Object.assign(new Error(code), { code });

/** Groups whose members each end with their name, unless it is said otherwise. */
function play(
  options: GroupCommitOptions = {},
  together: (all: readonly Work[]) => Promise<readonly (string | undefined)[]> = async (all) =>
    all.map(({ name }) => name),
) {
  const done: string[] = [];
  const groups = createGroupCommit<Work, string>(
    {
      accountOf: ({ account }) => account,
      together: (all) => {
        done.push(names(all));
        return together(all);
      },
      alone: async ({ name }) => {
        done.push(`${name} alone`);
        if (name === 'broken') throw fault('23514');
        return `${name} alone`;
      },
    },
    options,
  );
  return {
    done,
    run: (...all: readonly Work[]) => Promise.allSettled(all.map((each) => groups.run(each))),
    expect: groups.expect,
  };
}
const values = (settled: readonly PromiseSettledResult<string>[]) =>
  settled.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as { code: string }).code));

describe('a group', () => {
  it('is what came together; what comes while groups are at work is the next one', async () => {
    const first = Promise.withResolvers<void>();
    const { done, run } = play({ atWork: 1 }, async (all) => {
      await first.promise;
      return all.map(({ name }) => name);
    });
    const one = run(work('a'), work('b', 2));
    await new Promise((resolve) => setImmediate(resolve));
    const two = run(work('c'), work('d', 2));
    expect(done).toEqual(['a b']);
    first.resolve();
    expect([values(await one), values(await two)]).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(done).toEqual(['a b', 'c d']);
  });

  it('has at most so many members, and of one account at most so many wait for it', async () => {
    const { done, run } = play({ most: 2, waitingEach: 3 });
    await run(...['a', 'b', 'c', 'd', 'e'].map((name) => work(name)), work('f', 2));
    expect(done).toEqual(['d alone', 'e alone', 'a b', 'c f']);
  });

  it('is no part of the request that starts it, and what goes by itself is part of its own', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const see = () => void seen.push(request.getStore());
    const groups = createGroupCommit<Work, string>({
      accountOf: ({ account }) => account,
      together: async (all) => {
        see();
        return all.map(() => undefined);
      },
      alone: async ({ name }) => {
        see();
        return name;
      },
    });
    await Promise.all(['first', 'second'].map((name) => request.run(name, () => groups.run(work(name)))));
    expect(seen).toEqual([undefined, 'first', 'second']);
  });

  it('leaves out who would have to wait, and that one goes by itself while the next group is at work', async () => {
    const { done, run } = play({}, async (all) => all.map(({ name, account }) => (account === 2 ? undefined : name)));
    expect(values(await run(work('a'), work('held', 2)))).toEqual(['a', 'held alone']);
    expect(values(await run(work('b')))).toEqual(['b']);
    expect(done).toEqual(['a held', 'held alone', 'b']);
  });

  it('that fails by what one of it brought is done one by one: the others have what they asked for', async () => {
    const { run } = play({}, async () => {
      throw fault('23514');
    });
    expect(values(await run(work('a'), work('broken'), work('c', 2)))).toEqual(['a alone', '23514', 'c alone']);
  });

  it('that may be committed when it fails is done by nobody again', async () => {
    for (const code of ['57P01', '08006', 'ECONNRESET']) {
      const { done, run } = play({}, async () => {
        throw fault(code);
      });
      expect(values(await run(work('a'), work('b', 2)))).toEqual([code, code]);
      expect(done).toEqual(['a b']);
    }
  });
});

describe('a group waits for work that is coming', () => {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('when its first is there: it then takes all that came, and does not wait for what is coming later', async () => {
    const { done, run, expect: expectWork } = play();
    const [second, third] = [expectWork(), expectWork()];
    const all = [run(work('a'))];
    expectWork();
    await turn();
    second();
    all.push(run(work('b', 2)));
    await turn();
    await turn();
    expect(done).toEqual([]);
    third();
    all.push(run(work('c', 3)));
    await Promise.all(all);
    expect(done).toEqual(['a b c']);
  });

  it('and not for work that will not come after all', async () => {
    const { done, run, expect: expectWork } = play();
    const isOff = expectWork();
    const one = run(work('a'));
    await turn();
    isOff();
    await one;
    expect(done).toEqual(['a']);
  });

  it('for a moment and only once: what takes long keeps nobody waiting again', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const { done, run, expect: expectWork } = play({ patienceMillis: 7 });
    const waits = () => timers.mock.calls.filter(([, millis]) => millis === 7).length;
    const isThere = expectWork();
    await run(work('a'));
    expect(waits()).toBe(1);
    await run(work('b'));
    expect(waits()).toBe(1);
    isThere();
    await run(work('late'));
    expect(done).toEqual(['a', 'b', 'late']);
    timers.mockRestore();
  });

  it('unless it is full, or has as many of one account as it may', async () => {
    for (const options of [{ most: 2 }, { waitingEach: 2 }]) {
      const { done, run, expect: expectWork } = play({ ...options, patienceMillis: 1_000_000 });
      expectWork();
      await run(work('a'), work('b'));
      expect(done).toEqual(['a b']);
    }
  });
});
