import { join } from 'node:path';
import type { IdempotencyClaim, KeyedAnswer } from '@app/contract';
import { createClock, createSealer, runInContext } from '@app/runtime';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, createIdempotencyStore, type Database, forgetOldKeys } from '../src/index.ts';

let database: TestDatabase;
let db: Database;
const clock = createClock();
const sealer = createSealer(Buffer.alloc(32, 1).toString('base64'));
const store = () => createIdempotencyStore(db, clock, sealer);

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
  db = connect({ url: database.url, schema: 'chat', applicationName: 'idempotency-test', max: 12 });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

let keys = 0;
const claim = (change: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  caller: 'user:1:a',
  method: 'POST',
  path: '/api/v2/things',
  key: `key-${++keys}`,
  requestHash: 'h1',
  secret: false,
  mode: 'transaction',
  ...change,
});
const answer = (status: number, body = '{}', kept = status < 500): KeyedAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  headers: {},
  body: Buffer.from(body),
  kept,
});
const make = (name: string) => async () => {
  await db.write((tx) => tx.execute(sql`insert into things (name) values (${name})`));
  return answer(201, JSON.stringify({ name }));
};
const never = () => Promise.reject(new Error('is not carried out again'));
const count = async (name: string) =>
  (await db.executor.execute(sql`select 1 from things where name = ${name}`)).length;

describe.each(['transaction', 'steps'] as const)('a keyed request, %s', (mode) => {
  it('is executed once, and a repeat gets the stored answer [IDEM-R02]', async () => {
    const keyed = claim({ mode });
    const first = await store().run(keyed, make(`once-${mode}`));
    const second = await store().run(keyed, make(`twice-${mode}`));
    expect([first.replayed, second.replayed]).toEqual([false, true]);
    expect(second.answer.body.toString()).toBe(JSON.stringify({ name: `once-${mode}` }));
    expect(await count(`twice-${mode}`)).toBe(0);
  });

  it('says of a repeat which client account it is about', async () => {
    const [about, alone] = [claim({ mode }), claim({ mode })];
    const inAccount = { requestId: 'r', clientAccountId: 17 };
    await runInContext(inAccount, () => store().run(about, make(`about-${mode}`)));
    await store().run(alone, make(`alone-${mode}`));
    expect([(await store().run(about, never)).account, (await store().run(alone, never)).account]).toEqual([
      17,
      undefined,
    ]);
  });

  it('with another body is refused [IDEM-R04]', async () => {
    const keyed = claim({ mode });
    await store().run(keyed, make(`body-${mode}`));
    await expect(store().run({ ...keyed, requestHash: 'h2' }, make(`other-${mode}`))).rejects.toMatchObject({
      status: 422,
      code: 'common.idempotency_mismatch',
    });
  });

  it('sent ten times at once makes one record; the others are asked to wait or get its answer [IDEM-R10] [IDEM-R14]', async () => {
    const keyed = claim({ mode });
    const name = `race-${mode}`;
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => store().run(keyed, make(name))));
    expect(await count(name)).toBe(1);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          status: 409,
          code: 'common.idempotency_in_progress',
          headers: { 'Retry-After': '1' },
        });
      else expect(result.value.answer.body.toString()).toBe(JSON.stringify({ name }));
    }
    expect(results.some((result) => result.status === 'fulfilled' && !result.value.replayed)).toBe(true);
  });

  it('that has ended answers every repeat, however many come at once [IDEM-R02]', async () => {
    const keyed = claim({ mode });
    const name = `ended-${mode}`;
    await store().run(keyed, make(name));
    const repeats = await Promise.all(Array.from({ length: 20 }, () => store().run(keyed, make(name))));
    expect(new Set(repeats.map(({ replayed }) => replayed))).toEqual(new Set([true]));
    expect(await count(name)).toBe(1);
  });

  it('that fails with 5xx frees its key [IDEM-R11]', async () => {
    const keyed = claim({ mode });
    await store().run(keyed, async () => answer(503));
    expect((await store().run(keyed, make(`again-${mode}`))).replayed).toBe(false);
  });

  it('that was refused keeps its refusal and no effect', async () => {
    const keyed = claim({ mode });
    const name = `refused-${mode}`;
    await store().run(keyed, async () => {
      if (mode === 'transaction') await make(name)();
      return answer(400, '{"no":1}');
    });
    expect(await count(name)).toBe(0);
    const again = await store().run(keyed, make(name));
    expect([again.replayed, again.answer.status]).toEqual([true, 400]);
  });

  it('is forgotten after 24 hours [IDEM-R06]', async () => {
    const keyed = claim({ mode });
    await store().run(keyed, make(`day-${mode}`));
    clock.set(Temporal.Now.instant().add({ hours: 24, seconds: 1 }));
    expect((await store().run(keyed, make(`next-day-${mode}`))).replayed).toBe(false);
    clock.set(Temporal.Now.instant().add({ hours: 49 }));
    expect(await forgetOldKeys(db, clock)).toBeGreaterThan(0);
    clock.set(null);
    expect(await db.executor.execute(sql`select 1 from idempotency_keys`)).toHaveLength(0);
  });

  it('of a caller or path is nothing to another [IDEM-R08] [IDEM-R09]', async () => {
    const keyed = claim({ mode });
    await store().run(keyed, make(`mine-${mode}`));
    expect((await store().run({ ...keyed, caller: 'user:2:a' }, make(`yours-${mode}`))).replayed).toBe(false);
    expect((await store().run({ ...keyed, path: '/api/v2/others' }, make(`elsewhere-${mode}`))).replayed).toBe(false);
  });
});

describe('what else is promised', () => {
  it('a process that dies in a request of several steps is followed with the same command key', async () => {
    const keyed = claim({ mode: 'steps' });
    let first = '';
    await expect(
      store().run(keyed, async (commandKey) => {
        first = commandKey;
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    let second = '';
    await store().run(keyed, async (commandKey) => {
      second = commandKey;
      return answer(201);
    });
    expect(second).toBe(first);
  });

  it("a request of several steps is its process's for ten seconds, and for longer while that says so", async () => {
    const keyed = claim({ mode: 'steps' });
    const impatient = createIdempotencyStore(db, clock, sealer, { seconds: 10, extendedEveryMillis: 10 });
    const leased = async (): Promise<number> => {
      const [row] = await db.executor.execute<{ left: number; until: number }>(sql`
        select extract(epoch from lease_until - clock_timestamp())::float8 as left,
          extract(epoch from lease_until)::float8 as until from idempotency_keys where lease_until is not null`);
      expect(row!.left).toBeLessThanOrEqual(10);
      return row!.until;
    };
    await db.executor.execute(sql`delete from idempotency_keys`);
    const first = await impatient.run(keyed, async () => {
      const before = await leased();
      await vi.waitFor(async () => expect(await leased()).toBeGreaterThan(before), { timeout: 60_000 });
      await expect(store().run(keyed, async () => answer(500))).rejects.toMatchObject({ status: 409 });
      return answer(201);
    });
    expect(first.replayed).toBe(false);
    expect((await store().run(keyed, async () => answer(500))).replayed).toBe(true);
  });

  it('a request whose process says nothing any more is taken over, whatever day the platform has', async () => {
    const keyed = claim({ mode: 'steps' });
    const dead = createIdempotencyStore(db, clock, sealer, { seconds: 0, extendedEveryMillis: 1_000_000 });
    const ending = Promise.withResolvers<KeyedAnswer>();
    const begun = Promise.withResolvers<string>();
    const lost = dead.run(keyed, (commandKey) => {
      begun.resolve(commandKey);
      return ending.promise;
    });
    const first = await begun.promise;
    clock.set(Temporal.Now.instant().subtract({ hours: 1 }));
    const second = await store().run(keyed, async (commandKey) => answer(201, JSON.stringify({ commandKey })));
    clock.set(null);
    expect(JSON.parse(second.answer.body.toString())).toEqual({ commandKey: first });
    ending.resolve(answer(201));
    await lost;
  });

  it.each(['transaction', 'steps'] as const)(
    'an answer with a secret is not readable in the table, %s',
    async (mode) => {
      const keyed = claim({ secret: true, mode });
      const headers = { 'Set-Cookie': 'session=hush', Location: '/?code=hush' };
      await store().run(keyed, async () => ({ ...answer(201, '{"client_secret":"hush"}\n'), headers }));
      const rows = await db.executor.execute<{ all: string }>(sql`
      select concat(request_hash, headers::text, encode(body, 'escape')) as all from idempotency_keys where sealed`);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.some((row) => row.all.includes('hush') || row.all.includes(keyed.requestHash))).toBe(false);
      const { answer: again, replayed } = await store().run(keyed, async () => answer(500));
      expect([replayed, again.headers, again.body.toString()]).toEqual([true, headers, '{"client_secret":"hush"}\n']);
      await expect(store().run({ ...keyed, requestHash: 'other' }, async () => answer(500))).rejects.toMatchObject({
        status: 422,
      });
    },
  );

  it('a dry run answers like the real call and leaves nothing', async () => {
    const result = await store().rehearse(make('dryRun'));
    expect(result.status).toBe(201);
    expect(await count('dryRun')).toBe(0);
  });
});

it('a request with secrets is recognised, and its answer read, after the key was replaced', async () => {
  const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
  const secret = claim({ secret: true });
  await createIdempotencyStore(db, clock, createSealer(first)).run(secret, async () =>
    answer(201, '{"client_secret":"x"}'),
  );
  const renewed = createIdempotencyStore(db, clock, createSealer(second, [first]));
  const again = await renewed.run(secret, () => Promise.reject(new Error('done twice')));
  expect([again.replayed, again.answer.body.toString()]).toEqual([true, '{"client_secret":"x"}']);
  await expect(renewed.run({ ...secret, requestHash: 'h2' }, async () => answer(201))).rejects.toMatchObject({
    status: 422,
  });
});
