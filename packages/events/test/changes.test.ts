import { appendToOutbox } from '@app/db';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChangesAnswer, readChanges } from '../src/index.ts';
import { createWorld, factStated, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

const SUBJECT = 'events.specimen.fact.stated';
const ask = (since?: string, afterId = 0, subjects = [SUBJECT]) => readChanges(world.db, { since, afterId, subjects });
const textsOf = ({ changes }: ChangesAnswer) =>
  changes.map(({ payload }) => (JSON.parse(payload) as { text: string }).text);
const mark = async () => (await ask()).now;

/** Writes an event in a transaction that stays open until it is told to commit. */
async function tellSlowly(text: string) {
  let commit = () => {};
  const held = new Promise<void>((resolve) => (commit = resolve));
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const done = world.db.write(async (tx) => {
    await appendToOutbox(tx, factStated.create({ text }, 7));
    written();
    await held;
  });
  await isWritten;
  return async () => {
    commit();
    await done;
  };
}

it('everything committed since a mark is reported, published or not, and nothing from before', async () => {
  await world.announce('before');
  const since = await mark();
  await world.announce('one');
  await world.relay.drain();
  await world.announce('two');
  const answer = await ask(since);
  expect(answer).toMatchObject({ isReset: false, hasMore: false });
  expect(textsOf(answer)).toEqual(['one', 'two']);
  expect(answer.changes[0]).toMatchObject({
    subject: SUBJECT,
    version: 2,
    clientAccountId: 7,
    eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(textsOf(await ask(answer.now))).toEqual([]);
  expect(textsOf(await ask(since, 0, ['events.specimen.other.stated']))).toEqual([]);
});

it('an event that was written before others and is committed after them is reported when it is', async () => {
  const since = await mark();
  const commit = await tellSlowly('written first');
  await world.announce('committed first');
  const first = await ask(since);
  expect(textsOf(first)).toEqual(['committed first']);
  await commit();
  expect(textsOf(await ask(first.now))).toEqual(['written first']);
});

it('an event of a part of a transaction that is tried apart belongs to the whole', async () => {
  const since = await mark();
  await world.db.write(async () => {
    await world.db.write((inner) => appendToOutbox(inner, factStated.create({ text: 'inner' }, 7)));
  });
  expect(textsOf(await ask(since))).toEqual(['inner']);
});

it('more than one answer takes come in parts, none left out', async () => {
  const since = await mark();
  const all = Array.from({ length: 1_203 }, (_, index) => `n${index}`);
  await world.announce(...all);
  const heard: string[] = [];
  for (let afterId = 0, hasMore = true; hasMore; ) {
    const answer = await ask(since, afterId);
    heard.push(...textsOf(answer));
    hasMore = answer.hasMore;
    afterId = answer.changes.at(-1)!.id;
  }
  expect(heard).toEqual(all);
});

it('a mark of another outbox, of a time that is forgotten, from the future, or that is none at all begins anew', async () => {
  const [outbox, second, snapshot] = (await mark()).split('.');
  const marks = {
    'another outbox': `1.${second}.${snapshot}`,
    'long ago': `${outbox}.${Number(second) - 31 * 86_400}.${snapshot}`,
    'the future': `${outbox}.${second}.9000000000:9000000000:`,
    nonsense: "x'; drop table outbox",
  };
  for (const [what, since] of Object.entries(marks)) {
    const answer = await ask(since);
    expect([what, answer.isReset, answer.changes.length]).toEqual([what, true, 0]);
    expect((await ask(answer.now)).isReset).toBe(false);
  }
});

it('the question finds its rows by an index, however many there are', async () => {
  await world.db
    .raw`insert into outbox (subject, version, payload, transaction) select ${SUBJECT}, 2, '{}', (n / 10)::text::xid8 from generate_series(30, 30000) n`;
  await world.db.raw`analyze outbox`;
  const since = (await mark()).split('.')[2]!;
  const plan = await world.db.executor.execute<Record<string, string>>(sql`
    explain select id from outbox where transaction >= pg_snapshot_xmin(${since}::text::pg_snapshot)
      and transaction < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(transaction, ${since}::text::pg_snapshot)
      and id > 0 and subject = any(array[${SUBJECT}]) order by id limit 501`);
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('outbox_transaction');
});
