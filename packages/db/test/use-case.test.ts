import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { conflict, Failure, unavailable } from '@app/contract/failure';
import { createLogger } from '@app/runtime';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  connect,
  type Database,
  defineCommand,
  defineUseCase,
  endParts,
  finalRefusal,
  forgetEndedUseCases,
  type Wanted,
  WITHDRAWN,
} from '../src/index.ts';
import { freeCommands } from '../src/use-case/store.ts';
import { orders } from './use-case-order.ts';

let database: TestDatabase;
let db: Database;
let other: Database;

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'use-case-fixture'));
  [db, other] = [1, 2].map((n) =>
    connect({ url: database.url, schema: 'chat', applicationName: `use-case-${n}`, max: 6 }),
  ) as [Database, Database];
});

afterAll(async () => {
  await Promise.all([db.close(), other.close()]);
  await database.drop();
});

const logger = createLogger({ service: 'test', level: 'fatal' });
const endLease = (key: string) =>
  db.executor.execute(
    sql`update use_cases set lease_until = clock_timestamp() where command_key = ${key} and lease_until is not null`,
  );
const rowOf = async (key: string) =>
  (await db.executor.execute(sql`select * from use_cases where command_key = ${key}`))[0];
const bookings = async (key: string) =>
  (await db.executor.execute(sql`select 1 from bookings where command_key like ${`${key}%`}`)).length;

interface Play {
  readonly called: string[];
  /** What the next calls come to, one after another; then 1, 2, 3 … */
  readonly answers: (() => Promise<number | typeof WITHDRAWN>)[];
  readonly given: (string | undefined)[];
  readonly undone: string[];
  readonly refused: string[];
  finishing: () => Promise<void>;
  undoing: () => Promise<void>;
}

/** A use case whose neighbour is played, so that it can say anything at any moment. */
function play(
  options: {
    readonly on?: Database;
    readonly undoes?: boolean;
    readonly pauseSeconds?: number;
    readonly leaseSeconds?: number;
    readonly adopt?: (wanted?: Wanted) => Promise<unknown>;
  } = {},
) {
  const played: Play = {
    called: [],
    answers: [],
    given: [],
    undone: [],
    refused: [],
    finishing: async () => undefined,
    undoing: async () => undefined,
  };
  const on = options.on ?? db;
  const useCase = defineUseCase(
    { db: on, logger },
    {
      name: 'played',
      leaseSeconds: options.leaseSeconds ?? 60,
      pauseSeconds: options.pauseSeconds ?? 0,
      intent: z.object({ wish: z.string() }),
      result: z.object({ number: z.number() }),
      call: async ({ commandKey, given }: { readonly commandKey: string; readonly given: string | undefined }) => {
        played.called.push(commandKey);
        played.given.push(given);
        return (await played.answers.shift()?.()) ?? played.called.length;
      },
      finish: ({ commandKey, said, commit }) =>
        commit(async (tx) => {
          await tx.execute(sql`insert into notified values (${commandKey})`);
          await played.finishing();
          return { number: said };
        }),
      refuse: async (_tx, { commandKey }) => played.refused.push(commandKey),
      ...(options.adopt ? { adopt: options.adopt } : {}),
      ...(options.undoes
        ? {
            undo: async ({ commandKey }: { readonly commandKey: string }) => {
              await played.undoing();
              played.undone.push(commandKey);
            },
          }
        : {}),
    },
  );
  const run = (key: string, given = 'given', subject?: string) =>
    useCase.run(
      key,
      (begin) =>
        on.write((tx) => begin(tx, { intent: { wish: 'a wish' }, ...(subject === undefined ? {} : { subject }) })),
      given,
    );
  return { useCase, run, played };
}

const notified = async (key: string) =>
  (await db.executor.execute(sql`select 1 from notified where command_key = ${key}`)).length;
const away = async () => {
  throw unavailable('the answer is lost');
};
const codeOf = (error: unknown) => (error instanceof Failure ? `${error.status} ${error.code}` : String(error));

describe('a use case over services', () => {
  it('is driven to its end by whoever begins it; a repeat gets the same and asks nobody', async () => {
    const { run, played } = play();
    const key = randomUUID();
    expect(await run(key)).toEqual({ result: { number: 1 }, said: 1 });
    expect(await run(key)).toEqual({ result: { number: 1 }, said: undefined });
    expect([played.called, await notified(key)]).toEqual([[key], 1]);
  });

  it('keeps nothing of the intent when it has ended', async () => {
    const { run } = play();
    const key = randomUUID();
    await run(key);
    expect(await rowOf(key)).toMatchObject({ state: 'done', intent: null, result: { number: 1 }, lease_until: null });
  });

  it('ten with one key at the same moment finish once, with one answer', async () => {
    const [one, two] = [play(), play({ on: other })];
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : two).run(key)));
    expect(new Set(answers.map(({ result }) => result.number)).size).toBe(1);
    expect(await notified(key)).toBe(1);
  });

  it('that ends by one statement does so once, of ten attempts at the same moment, and attempts that come after', async () => {
    const key = randomUUID();
    const all = Promise.withResolvers<void>();
    let calls = 0;
    const ending = (on: Database) =>
      defineUseCase(
        { db: on, logger },
        {
          name: 'end_alone',
          leaseSeconds: 60,
          intent: z.object({}),
          result: z.object({ number: z.number() }),
          call: async () => {
            calls += 1;
            if (calls === 10) all.resolve();
            await all.promise;
            return calls;
          },
          finish: ({ commandKey, commitBy }) =>
            commitBy(async () => {
              const { held, ended } = endParts(sql`${sql.param([commandKey])}::text[]`, { waits: true });
              const rows = await on.executor.execute(sql`
                with run as (${held}), effect as (insert into notified select command_key from run returning command_key),
                  ended as (${ended(sql`jsonb_build_object('number', 1)`, sql`effect`)})
                select command_key from effect`);
              expect(await notified(commandKey)).toBe(1);
              return rows.length === 0 ? undefined : { number: 1 };
            }),
        },
      );
    const useCases = [ending(db), ending(other)];
    const run = (n: number) =>
      useCases[n % 2]!.run(key, (_, beginShared) => beginShared({ intent: {}, clientAccountId: 1 }), undefined);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => run(n)));
    answers.push(await run(1));
    expect(answers.map(({ result }) => result.number)).toEqual(answers.map(() => 1));
    expect(await rowOf(key)).toMatchObject({ state: 'done', intent: null, result: { number: 1 }, lease_until: null });
    expect([calls, await notified(key)]).toEqual([10, 1]);
  });

  it('those that end, and commands that come, are found by their keys, though hardly one is open and the table is small', async () => {
    await db.raw`
      insert into use_cases (command_key, name, result) select 'planned-' || n, 'planned', '{}' from generate_series(1, 60) n`;
    await db.raw`analyze use_cases`;
    const planOf = async (statement: SQL) =>
      (await db.executor.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`))
        .map((row) => row['QUERY PLAN'])
        .join('\n');
    const keys = Array.from({ length: 16 }, (_, n) => `${n}`);
    const ending = await planOf(endParts(sql`${sql.param(keys)}::text[]`, { waits: false }).held);
    expect(ending).toContain('use_cases_pkey');
    expect(ending).not.toContain('use_cases_due');
    const asked: SQL[] = [];
    const execute = async (statement: SQL) => {
      asked.push(statement);
      return [];
    };
    await freeCommands({ execute } as never, keys, keys);
    const coming = await planOf(asked[0]!);
    expect(coming).toContain('use_cases_pkey');
    expect(coming).not.toMatch(/Seq Scan|hashed/);
    await db.raw`delete from use_cases where name = 'planned'`;
  });

  it('a refusal is final: it is remembered, answered again word for word, and never asked about again', async () => {
    const { run, played, useCase } = play();
    const key = randomUUID();
    played.answers.push(async () => {
      throw conflict('There is nothing left', 'things.none_left', { left: '0' });
    });
    const refusal = { status: 409, code: 'things.none_left', message: 'There is nothing left', details: { left: '0' } };
    await expect(run(key)).rejects.toMatchObject(refusal);
    await expect(run(key)).rejects.toMatchObject(refusal);
    await endLease(key);
    expect(await useCase.recover()).toBe(0);
    expect([played.called, played.refused, await notified(key)]).toEqual([[key], [key], 0]);
  });

  it.each([
    ['an outage', unavailable('away')],
    ['a limit', new Failure('common.rate_limited', 429, 'too many')],
    ['a bug', new TypeError('x is not a function')],
  ])('%s leaves the outcome open: it is called again under the same key, and finished once', async (_, error) => {
    const { run, played, useCase } = play();
    const key = randomUUID();
    played.answers.push(async () => {
      throw error;
    });
    await expect(run(key)).rejects.toBe(error);
    expect(await rowOf(key)).toMatchObject({ state: 'open', attempts: 1 });
    expect(await useCase.recover()).toBe(1);
    expect(await run(key)).toEqual({ result: { number: 2 }, said: undefined });
    expect([played.called, played.refused, await notified(key)]).toEqual([[key, key], [], 1]);
  });

  it('an effect whose answer is lost again and again is there once', async () => {
    let lost = 0;
    const { place, useCase } = orders(db, async (point) => {
      if (point === 'after the effect elsewhere' && ++lost <= 3) await away();
    });
    const key = randomUUID();
    await expect(place(key, 40)).rejects.toMatchObject({ status: 503 });
    for (let round = 0; round < 3; round++) {
      await endLease(key);
      await useCase.recover();
    }
    expect([lost, await bookings(key), (await rowOf(key))?.state]).toEqual([4, 1, 'done']);
  });

  it('what only the caller has is there for the caller, also when it comes again, and for nobody else', async () => {
    const { run, played, useCase } = play();
    const key = randomUUID();
    played.answers.push(away, away);
    await expect(run(key, 'a secret')).rejects.toThrow();
    await useCase.recover();
    expect(JSON.stringify(await rowOf(key))).not.toContain('a secret');
    await run(key, 'a secret');
    expect(played.given).toEqual(['a secret', undefined, 'a secret']);
  });

  it('is forgotten when it turns out that nothing was done, and its key begins anew', async () => {
    const { run, played, useCase } = play();
    const key = randomUUID();
    played.answers.push(away, async () => WITHDRAWN);
    await expect(run(key)).rejects.toThrow();
    expect(await useCase.recover()).toBe(1);
    expect(await rowOf(key)).toBeUndefined();
    expect((await run(key)).result).toEqual({ number: 3 });
  });

  it('is not forgotten under the hands of somebody who goes on with it meanwhile', async () => {
    const { run, played, useCase } = play();
    const key = randomUUID();
    let goOn: () => void = () => undefined;
    played.answers.push(
      away,
      async () => {
        // The recovery has just learnt that there was nothing; the caller is at work again.
        const again = run(key);
        await expect.poll(() => played.called.length).toBe(3);
        goOn();
        await again;
        return WITHDRAWN;
      },
      () =>
        new Promise((resolve) => {
          goOn = () => resolve(7);
        }),
    );
    await expect(run(key)).rejects.toThrow();
    expect(await useCase.recover()).toBe(1);
    expect([(await rowOf(key))?.state, await notified(key)]).toEqual(['done', 1]);
  });

  it('of one subject one is under way; the next may follow when it has ended', async () => {
    const { run, played } = play();
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const subject = `subject ${first}`;
    let during: unknown;
    played.answers.push(async () => {
      during = await run(second, '', subject).catch(codeOf);
      return 1;
    });
    await run(first, '', subject);
    expect(during).toBe('409 common.conflict');
    await run(third, '', subject);
    expect([await notified(first), await notified(second), await notified(third)]).toEqual([1, 0, 1]);
  });
});

describe('what a refusal leaves elsewhere', () => {
  const refusing = async () => {
    throw conflict('not any more');
  };

  it('is taken back, whether the call or the finish refused', async () => {
    const { run, played } = play({ undoes: true });
    const [byCall, byFinish] = [randomUUID(), randomUUID()];
    played.answers.push(refusing);
    await expect(run(byCall)).rejects.toMatchObject({ status: 409 });
    played.finishing = refusing;
    await expect(run(byFinish)).rejects.toMatchObject({ status: 409 });
    expect([played.undone, played.refused, await notified(byFinish)]).toEqual([
      [byCall, byFinish],
      [byCall, byFinish],
      0,
    ]);
  });

  it('is taken back later when nobody answers at that moment; the refusal stands', async () => {
    const { run, played, useCase } = play({ undoes: true });
    const key = randomUUID();
    played.answers.push(refusing);
    played.undoing = away;
    await expect(run(key)).rejects.toMatchObject({ status: 409 });
    expect((await rowOf(key))?.state).toBe('undoing');
    expect(await useCase.recover()).toBe(0);
    await expect(run(key)).rejects.toMatchObject({ status: 409 });
    played.undoing = async () => undefined;
    await endLease(key);
    expect(await useCase.recover()).toBe(1);
    expect([played.called, played.undone, (await rowOf(key))?.state]).toEqual([[key], [key], 'refused']);
  });

  it('is taken back once more when a late attempt was answered after that', async () => {
    const { run, played, useCase } = play({ undoes: true });
    const key = randomUUID();
    let answerLate: () => void = () => undefined;
    played.answers.push(
      () =>
        new Promise((resolve) => {
          answerLate = () => resolve(1);
        }),
      refusing,
    );
    const late = run(key).catch(codeOf);
    await expect.poll(() => played.called.length).toBe(1);
    await endLease(key);
    expect(await useCase.recover()).toBe(1);
    expect(played.undone).toEqual([key]);
    answerLate();
    expect(await late).toBe('409 common.conflict');
    expect([played.undone, (await rowOf(key))?.state, await notified(key)]).toEqual([[key, key], 'refused', 0]);
  });

  it('a finish without a way back does not refuse: it is tried again until it succeeds', async () => {
    const { run, played, useCase } = play();
    const key = randomUUID();
    played.finishing = refusing;
    await expect(run(key)).rejects.toMatchObject({ status: 409 });
    expect((await rowOf(key))?.state).toBe('open');
    played.finishing = async () => undefined;
    expect(await useCase.recover()).toBe(1);
    expect([(await rowOf(key))?.state, await notified(key)]).toEqual(['done', 1]);
  });
});

describe('the recovery', () => {
  it('holds a run for as long as its attempt lasts, and no longer than a lease for a process that died', async () => {
    const { run, useCase, played } = play({ leaseSeconds: 0.3 });
    const key = randomUUID();
    const answered = Promise.withResolvers<number>();
    played.answers.push(() => answered.promise);
    const running = run(key);
    const leaseUntil = async () => String((await rowOf(key))?.lease_until);
    await expect.poll(leaseUntil).not.toBe('undefined');
    const leases = [await leaseUntil()];
    // Extended beyond what the first lease was, and the next.
    for (let times = 0; times < 8; times++) {
      await expect.poll(leaseUntil, { interval: 20 }).not.toBe(leases.at(-1));
      leases.push(await leaseUntil());
    }
    expect(leases.toSorted()).toEqual(leases);
    answered.resolve(7);
    expect((await running).result).toEqual({ number: 7 });
    expect(await rowOf(key)).toMatchObject({ state: 'done', lease_until: null, attempts: 1 });
    // Somebody else has taken it: nobody extends what is no longer theirs, and what has ended has no lease.
    const taken = randomUUID();
    const [late, overtaking] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    played.answers.push(
      () => late.promise,
      () => overtaking.promise,
    );
    const first = run(taken);
    await expect.poll(() => played.called.filter((called) => called === taken).length).toBe(1);
    await db.executor.execute(sql`
      update use_cases set attempts = attempts + 1, lease_until = clock_timestamp() - interval '1 hour'
      where command_key = ${taken}`);
    const lost = await rowOf(taken);
    const second = useCase.recover();
    await expect.poll(() => played.called.filter((called) => called === taken).length).toBe(2);
    overtaking.resolve(2);
    expect([lost!.attempts, await second]).toEqual([2, 1]);
    late.resolve(1);
    expect((await first).result).toEqual({ number: 2 });
  });

  it('leaves a run to whoever holds it, and takes it when the lease has ended', async () => {
    const { run, played, useCase } = play();
    const key = randomUUID();
    let goOn: () => void = () => undefined;
    played.answers.push(
      () =>
        new Promise((resolve) => {
          goOn = () => resolve(5);
        }),
    );
    const slow = run(key);
    await expect.poll(() => played.called.length).toBe(1);
    expect(await useCase.recover()).toBe(0);
    await endLease(key);
    expect(await useCase.recover()).toBe(1);
    goOn();
    // Whoever was slow learns what the other one made of it.
    expect(await slow).toEqual({ result: { number: 2 }, said: undefined });
    expect([played.called, await notified(key)]).toEqual([[key, key], 1]);
  });

  it('of two replicas at once shares the runs: each is called once and finished once', async () => {
    const [one, two] = [play(), play({ on: other })];
    const keys = Array.from({ length: 40 }, () => randomUUID());
    one.played.answers.push(...keys.map(() => away));
    for (const key of keys) await expect(one.run(key)).rejects.toThrow();
    const before = one.played.called.length;
    const counts = await Promise.all([one.useCase.recover(), two.useCase.recover()]);
    expect(counts[0]! + counts[1]!).toBe(keys.length);
    const called = [...one.played.called.slice(before), ...two.played.called];
    expect(called.sort()).toEqual([...keys].sort());
    for (const key of keys) expect(await notified(key)).toBe(1);
  });

  it('comes back more slowly to one whose intent cannot be read, and says why', async () => {
    const { run, played, useCase } = play();
    const [bad, good] = [randomUUID(), randomUUID()];
    for (const key of [bad, good]) {
      played.answers.push(away);
      await expect(run(key)).rejects.toThrow();
    }
    const unread = async () =>
      (
        await db.executor.execute(
          sql`select attempts, last_fault, lease_until > clock_timestamp() as waits from use_cases where command_key = ${bad}`,
        )
      )[0];
    await db.executor.execute(sql`update use_cases set intent = '{"word": 1}' where command_key = ${bad}`);
    expect(await useCase.recover()).toBe(1);
    expect(await unread()).toMatchObject({ attempts: 2, last_fault: 'ZodError', waits: false });
    for (let round = 0; round < 2; round++) expect(await useCase.recover()).toBe(0);
    expect(await unread()).toMatchObject({ attempts: 4, last_fault: 'ZodError', waits: true });
    await db.executor.execute(sql`update use_cases set intent = '{"wish": "a wish"}' where command_key = ${bad}`);
    await endLease(bad);
    expect([await useCase.recover(), await notified(bad)]).toEqual([1, 1]);
  });

  it('carries the others on when one fails, over and over, and comes back to that one more slowly', async () => {
    const { run, played, useCase } = play();
    const [bad, good] = [randomUUID(), randomUUID()];
    played.answers.push(away);
    await expect(run(bad)).rejects.toThrow();
    for (let round = 0; round < 3; round++) {
      played.answers.push(away);
      expect(await useCase.recover()).toBe(0);
    }
    expect(await rowOf(bad)).toMatchObject({ attempts: 4, last_fault: 'common.service_unavailable' });
    played.answers.push(away);
    await expect(run(good)).rejects.toThrow();
    expect(await useCase.recover()).toBe(1);
    expect([(await rowOf(good))?.state, (await rowOf(bad))?.attempts]).toEqual(['done', 4]);
    await endLease(bad);
    expect(await useCase.recover()).toBe(1);
  });

  it('goes on with the others when the work of an earlier release cannot be taken over, and fails by that then', async () => {
    const { run, played, useCase } = play({
      adopt: async (wanted) => {
        if (!wanted) throw new Error('a row of the release before is broken');
      },
    });
    const key = randomUUID();
    played.answers.push(away);
    await expect(run(key)).rejects.toThrow();
    await expect(useCase.recover()).rejects.toThrow('a row of the release before is broken');
    expect([(await rowOf(key))?.state, await notified(key)]).toEqual(['done', 1]);
  });

  it('waits as long as a use case says, where a call may be at work longer than its caller waited', async () => {
    const { run, played, useCase } = play({ pauseSeconds: 60 });
    const key = randomUUID();
    played.answers.push(away);
    await expect(run(key)).rejects.toThrow();
    expect(await useCase.recover()).toBe(0);
    await endLease(key);
    expect(await useCase.recover()).toBe(1);
  });

  it('forgets what ended a month ago, and nothing that is under way', async () => {
    const { run, played } = play();
    const [ended, open] = [randomUUID(), randomUUID()];
    await run(ended);
    played.answers.push(away);
    await expect(run(open)).rejects.toThrow();
    await db.executor.execute(sql`
      update use_cases set created_at = created_at - interval '31 days', ended_at = ended_at - interval '31 days' where command_key in (${ended}, ${open})`);
    expect(await forgetEndedUseCases(db)).toBe(1);
    expect([await rowOf(ended), (await rowOf(open))?.state]).toEqual([undefined, 'open']);
  });
});

describe('a command', () => {
  const result = z.object({ id: z.number() });
  const command = defineCommand({ name: 'make', result });
  const keeping = defineCommand({ name: 'make-or-refuse', result, refusalOf: finalRefusal });
  const insert = (key: string, carryOut: Parameters<Parameters<typeof command.once>[2]>[0]) =>
    carryOut(async (tx) => {
      const [row] = await tx.execute<{ id: string }>(
        sql`insert into bookings (command_key, amount) values (${key}, 1) returning id`,
      );
      return { id: Number(row!.id) };
    });

  it('is carried out once: a repeat gets the same and does no work', async () => {
    const key = randomUUID();
    let works = 0;
    const once = () =>
      command.once(db, key, (carryOut) => {
        works += 1;
        return insert(key, carryOut);
      });
    expect(await once()).toEqual(await once());
    expect([works, await bookings(key)]).toEqual([1, 1]);
  });

  it('ten times at the same moment is carried out once, and all get the same', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => command.once(n % 2 ? db : other, key, (carryOut) => insert(key, carryOut))),
    );
    expect([new Set(answers.map(({ id }) => id)).size, await bookings(key)]).toEqual([1, 1]);
  });

  it('that fails leaves nothing, and its key can be used again', async () => {
    const key = randomUUID();
    const failing = command.once(db, key, (carryOut) =>
      carryOut(async (tx) => {
        await tx.execute(sql`insert into bookings (command_key, amount) values (${key}, 1)`);
        throw conflict('no');
      }),
    );
    await expect(failing).rejects.toMatchObject({ status: 409 });
    expect([await bookings(key), await rowOf(key)]).toEqual([0, undefined]);
    await command.once(db, key, (carryOut) => insert(key, carryOut));
    expect(await bookings(key)).toBe(1);
  });

  it('that keeps its refusals answers the same no when it comes again, and does nothing by then', async () => {
    const key = randomUUID();
    const refused = () => keeping.once(db, key, async () => Promise.reject(conflict('no', 'things.none_left')));
    await expect(refused()).rejects.toMatchObject({ code: 'things.none_left' });
    await expect(keeping.once(db, key, (carryOut) => insert(key, carryOut))).rejects.toMatchObject({
      code: 'things.none_left',
    });
    expect(await bookings(key)).toBe(0);
  });

  it('that keeps its refusals keeps none that leaves the outcome open to its sender', async () => {
    const key = randomUUID();
    const picky = defineCommand({
      name: 'make-unless-late',
      result,
      refusalOf: (error) => (error instanceof Failure && error.status === 409 ? undefined : finalRefusal(error)),
    });
    await expect(picky.once(db, key, async () => Promise.reject(conflict('lost a race')))).rejects.toThrow();
    expect(await rowOf(key)).toBeUndefined();
    await picky.once(db, key, (carryOut) => insert(key, carryOut));
    expect(await bookings(key)).toBe(1);
  });

  it('that keeps its refusals keeps no outage', async () => {
    const key = randomUUID();
    await expect(keeping.once(db, key, away)).rejects.toMatchObject({ status: 503 });
    await keeping.once(db, key, (carryOut) => insert(key, carryOut));
    expect(await bookings(key)).toBe(1);
  });

  it('does not take the key of another for its own', async () => {
    const key = randomUUID();
    await command.once(db, key, (carryOut) => insert(key, carryOut));
    await expect(keeping.once(db, key, (carryOut) => insert(key, carryOut))).rejects.toThrow(
      'The command key of a "make"',
    );
    expect(await bookings(key)).toBe(1);
  });
});
