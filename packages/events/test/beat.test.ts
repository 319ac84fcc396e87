import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '@app/contract/failure';
import { createLogger, runInContext } from '@app/runtime';
import { afterEach, expect, it } from 'vitest';
import { type Beat, type Change, type ChangesAnswer, createBeat } from '../src/index.ts';

const logger = createLogger({ service: 'specimen', level: 'silent' });
const beats: Beat[] = [];
afterEach(() => {
  for (const beat of beats.splice(0)) beat.close();
});

const change = (id: number): Change => ({
  id,
  eventId: `e${id}`,
  subject: 'events.a.b.c',
  version: 1,
  occurredAt: '',
  payload: '{}',
});

/** An owner played by the test, and a clock that it moves. */
function create(options: Partial<Parameters<typeof createBeat>[0]> = {}) {
  const state = {
    now: 0,
    isAway: false,
    log: [] as string[],
    asked: [] as (string | undefined)[],
    waiting: undefined as Promise<void> | undefined,
  };
  const changed: Change[][] = [];
  /** The same question is answered alike. */
  const answered = new Map<string, Change[]>();
  const source = {
    GetChanges: async ({ since, afterId }: { since?: string; afterId: number }): Promise<ChangesAnswer> => {
      state.asked.push(since);
      await state.waiting;
      if (state.isAway) throw unavailable('away');
      if (since === 'lost') return { now: 'found', isReset: true, changes: [], hasMore: false };
      const question = `${since} ${afterId}`;
      const changes = answered.get(question) ?? (since === undefined ? [] : (changed.shift() ?? []));
      answered.set(question, changes);
      return {
        now: `m${state.asked.length}${afterId > 0 ? ' of a later part' : ''}`,
        isReset: false,
        changes,
        hasMore: changed.length > 0,
      };
    },
  };
  const beat = createBeat({
    source,
    owner: 'a',
    subjects: ['events.a.b.c'],
    apply: (changes) => void state.log.push(changes.map(({ id }) => id).join()),
    distrust: () => void state.log.push('distrust'),
    logger,
    everyMillis: 1,
    now: () => state.now,
    ...options,
  });
  beats.push(beat);
  return { beat, state, changed };
}

it('questions belong to nobody who causes them: neither the first nor those after it run inside a transaction of the caller', async () => {
  const transaction = new AsyncLocalStorage<string>();
  const inside: (string | undefined)[] = [];
  const source = {
    GetChanges: async () => {
      inside.push(transaction.getStore());
      return { now: 'm', isReset: false, changes: [], hasMore: false };
    },
  };
  const { beat } = create({ source });
  await transaction.run('of a request', () => beat.current());
  await expect.poll(() => inside.length).toBeGreaterThan(2);
  expect(new Set(inside)).toEqual(new Set([undefined]));
});

it('what is known is as old as the question, however late the answer comes', async () => {
  const { beat, state } = create();
  let answer = () => {};
  state.waiting = new Promise((resolve) => (answer = resolve));
  expect(beat.provenAt(state.now)).toBe(Number.NEGATIVE_INFINITY);
  await expect.poll(() => state.asked.length).toBe(1);
  state.now = 3_000;
  // The next question stays without an answer.
  state.waiting = new Promise(() => {});
  answer();
  await expect.poll(() => beat.provenAt(state.now)).toBe(0);
});

it('the first beat distrusts what was known, later ones bring what changed, in parts when it is much', async () => {
  const { beat, state, changed } = create();
  await beat.current();
  expect(state.log).toEqual(['distrust']);
  changed.push([change(1), change(2)], [change(3)]);
  await expect.poll(() => state.log).toEqual(['distrust', '1,2', '3']);
  const parts = state.asked.length;
  await expect.poll(() => state.asked.length).toBeGreaterThan(parts);
  // Since the first part was asked for, not the last.
  expect(state.asked.at(-1)).toMatch(/^m\d+$/);
});

it('an owner that does not know what changed since then makes it distrust and begin anew', async () => {
  const { beat, state } = create({
    marks: { load: async () => 'lost', save: async (mark) => void state.log.push(`saved ${mark}`) },
  });
  await beat.current();
  expect(state.log).toEqual(['distrust', 'saved found']);
});

it('a kept mark is asked since, and trusted', async () => {
  const { beat, state, changed } = create({ marks: { load: async () => 'kept', save: async () => {} } });
  changed.push([change(9)]);
  await beat.current();
  expect(state.log).toEqual(['9']);
  expect(state.asked[0]).toBe('kept');
});

it('an owner that cannot be asked is borne with for ten seconds, then it is 503', async () => {
  const { beat, state } = create();
  await beat.current();
  state.isAway = true;
  state.now = 9_000;
  await beat.current();
  state.now = 10_001;
  await expect(beat.current()).rejects.toMatchObject({ status: 503, code: 'common.service_unavailable' });
  state.isAway = false;
  await beat.current();
  expect(beat.provenAt(state.now)).toBe(10_001);
});

it('one request waits for it once, others wait for themselves, and nobody goes for long by what was heard', async () => {
  const { beat, state } = create();
  const [one, other] = [{ requestId: 'one' }, { requestId: 'other' }];
  await runInContext(one, () => beat.current());
  const hasEnded = async (waiting: Promise<void>) =>
    Promise.race([waiting.then(() => true), new Promise<false>((resolve) => setTimeout(resolve, 50, false))]);
  // From now on nobody answers.
  state.waiting = new Promise(() => {});
  state.now = 5_000;
  expect(await hasEnded(runInContext(one, () => beat.current()))).toBe(true);
  // As spans and statements for several make them.
  expect(await hasEnded(runInContext({ ...one }, () => beat.current()))).toBe(true);
  expect(await hasEnded(runInContext(other, () => beat.current()))).toBe(false);
  expect(await hasEnded(beat.current())).toBe(false);
  // Work that goes on for longer than anybody waits for a turn asks again.
  state.now = 6_000;
  expect(await hasEnded(runInContext(one, () => beat.current()))).toBe(false);
  state.now = 10_001;
  expect(await hasEnded(runInContext(one, () => beat.current()))).toBe(false);
});

it('an owner that never answered is not borne with at all', async () => {
  const { beat, state } = create();
  state.isAway = true;
  await expect(beat.current()).rejects.toMatchObject({ status: 503 });
});

it('a change that could not be taken over proves nothing, and comes again', async () => {
  let isAway = true;
  const { beat, state, changed } = create({
    apply: async (changes) => {
      if (isAway) throw new Error('the table is away');
      state.log.push(changes.map(({ id }) => id).join());
    },
  });
  await beat.current();
  state.now = 500;
  changed.push([change(1)]);
  const asked = state.asked.length;
  await expect.poll(() => state.asked.length).toBeGreaterThan(asked + 3);
  expect(beat.provenAt(state.now)).toBeLessThan(500);
  isAway = false;
  await expect.poll(() => beat.provenAt(state.now)).toBe(500);
  expect(state.log).toEqual(['distrust', '1']);
});

it('beats end when nobody uses what they prove, and after a rest all is distrusted', async () => {
  const { beat, state } = create();
  await beat.current();
  state.now = 10_001;
  const asked = state.asked.length;
  await expect.poll(() => state.asked.length).toBeLessThanOrEqual(asked + 1);
  await beat.current();
  expect(state.log.filter((line) => line === 'distrust').length).toBe(2);
});
