import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isOutage } from '@app/runtime';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect, type Database } from '../src/index.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
  db = connect({ url: database.url, schema: 'chat', applicationName: 'db-test', max: 4 });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const names = async (): Promise<string[]> =>
  (await db.executor.execute<{ name: string }>(sql`select name from things order by name`)).map((row) => row.name);
const insert = (on: Database['executor'], name: string) => on.execute(sql`insert into things (name) values (${name})`);
const pidOf = async (on: Database['executor']): Promise<number> =>
  (await on.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid;

/** Ends a session as the server ends all of them when it is stopped in haste. */
async function terminate(pid: number): Promise<void> {
  await db.raw`select pg_terminate_backend(${pid})`;
  await expect.poll(async () => await db.raw`select 1 from pg_stat_activity where pid = ${pid}`).toHaveLength(0);
}

const isActive = (pid: number) => async () =>
  (await db.raw`select state from pg_stat_activity where pid = ${pid}`)[0]?.state === 'active';

/** A pool of its own, so that what it loses disturbs no other test. */
async function withPool(max: number, work: (pool: Database) => Promise<void>, url = database.url): Promise<void> {
  const pool = connect({ url, schema: 'chat', applicationName: 'db-own', max });
  try {
    await work(pool);
  } finally {
    await pool.close();
  }
}

describe('a lost connection', () => {
  it('does not show the next one why it was lost', () =>
    withPool(1, async (pool) => {
      const pid = await pidOf(pool.executor);
      const lost = expect(pool.executor.execute(sql`select pg_sleep(20)`)).rejects.toThrow();
      await expect.poll(isActive(pid)).toBe(true);
      await terminate(pid);
      await lost;
      expect(await pool.executor.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
    }));

  it('refuses the statement under way, and neither the process nor the pool is lost with it', async () => {
    const lost = db.write(async (tx) => {
      const pid = await pidOf(tx);
      await insert(tx, 'lost');
      await Promise.all([
        tx.execute(sql`select pg_sleep(60)`),
        expect
          .poll(isActive(pid))
          .toBe(true)
          .then(() => db.raw`select pg_terminate_backend(${pid})`),
      ]);
    });
    await expect(lost).rejects.toSatisfy(isOutage);
    const later = (name: string) => () => db.write((tx) => insert(tx, name)).then(() => 'written', String);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await expect.poll(later(`after ${name}`)).toBe('written');
    expect((await names()).filter((name) => name === 'lost' || name.startsWith('after'))).toHaveLength(6);
  });

  it('ends its transaction: no later statement of it runs, alone or inside the transaction that the connection carries next', () =>
    withPool(1, async (pool) => {
      const begun = Promise.withResolvers<number>();
      const goOn = Promise.withResolvers<void>();
      const last = Promise.withResolvers<unknown>();
      const torn = pool.write(async (tx) => {
        await insert(tx, 'torn: before');
        begun.resolve(await pidOf(tx));
        await goOn.promise;
        await insert(tx, 'torn: after').then(last.resolve, last.resolve);
      });
      const refused = expect(torn).rejects.toSatisfy(isOutage);
      await terminate(await begun.promise);
      await pool.write(async (tx) => {
        await insert(tx, 'whole');
        goOn.resolve();
        expect(await last.promise).toSatisfy(isOutage);
      });
      await refused;
      const found = await names();
      expect(found.filter((name) => name.startsWith('torn'))).toEqual([]);
      expect(found).toContain('whole');
    }));

  it('leaves no statement of a transaction unanswered, also of many that were sent at once', () =>
    withPool(1, async (pool) => {
      const outcomes = Promise.withResolvers<PromiseSettledResult<unknown>[]>();
      const torn = pool.write(async (tx) => {
        const pid = await pidOf(tx);
        // More than fit into what the driver sends ahead: the rest waits inside the transaction.
        const statements = Array.from({ length: 150 }, (_, n) => tx.execute(sql`select ${n}::int, pg_sleep(60)`));
        const ended = Promise.allSettled(statements).then(outcomes.resolve);
        await terminate(pid);
        await ended;
      });
      await expect(torn).rejects.toSatisfy(isOutage);
      expect((await outcomes.promise).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(140);
    }));

  it('that was reserved is given back as lost: nothing runs on it, and the pool uses none of its next life', () =>
    withPool(1, async (pool) => {
      for (let round = 0; round < 6; round++) {
        const reserved = await pool.raw.reserve();
        const [session] = await reserved<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await terminate(session!.pid);
        const after = Array.from({ length: 4 }, (_, n) =>
          pool.raw.begin(async (tx) => (await tx`select ${n}::int as n`)[0]?.n),
        );
        await expect(reserved`select pg_advisory_unlock(1)`).rejects.toSatisfy(isOutage);
        reserved.release();
        expect(await Promise.all(after)).toEqual([0, 1, 2, 3]);
      }
    }));

  it('does not hold up the end of its pool, whether it is lost before or meanwhile', async () => {
    const pool = connect({ url: database.url, schema: 'chat', applicationName: 'db-own', max: 2 });
    const [one, other] = await Promise.all([pidOf(pool.executor), pidOf(pool.executor)]);
    const sleeps = [0, 1].map(() => pool.executor.execute(sql`select pg_sleep(60)`).then(String, String));
    for (const pid of [one, other]) await expect.poll(isActive(pid)).toBe(true);
    await terminate(one);
    // The driver would give up after five seconds, which never come.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let isClosed = false;
    const closed = pool.close().then(() => (isClosed = true));
    await terminate(other);
    await expect.poll(() => isClosed).toBe(true);
    await closed;
    for (const outcome of await Promise.all(sleeps)) expect(outcome).toMatch(/Failed query/);
  });

  it('that is closed before it was greeted is refused, not tried for ever', async () => {
    const mute = createServer((socket) => socket.end());
    const url = await listening(mute);
    await withPool(1, (pool) => expect(pool.ping()).rejects.toSatisfy(isOutage), url);
    mute.close();
  });

  it('under load leaves each caller its own answer, in time: statements, transactions and reserved connections', async () => {
    const passage = await openPassage();
    await withPool(
      3,
      async (pool) => {
        let isOver = false;
        const written: string[] = [];
        const seen = { answered: 0, refused: 0 };
        const callers = Array.from({ length: 9 }, async (_, caller) => {
          for (let n = 0; !isOver; n++) {
            const own = caller * 1_000_000 + n;
            try {
              if (caller % 3 === 0) {
                expect((await pool.executor.execute(sql`select ${own}::int as own`))[0]).toEqual({ own });
              } else if (caller % 3 === 1) {
                await pool.write(async (tx) => {
                  await insert(tx, `${own} one`);
                  expect((await tx.execute(sql`select ${own}::int as own`))[0]).toEqual({ own });
                  await insert(tx, `${own} two`);
                });
                written.push(`${own} one`, `${own} two`);
              } else {
                const reserved = await pool.raw.reserve();
                try {
                  expect((await reserved`select ${own}::int as own`)[0]).toEqual({ own });
                } finally {
                  reserved.release();
                }
              }
              seen.answered++;
            } catch (error) {
              expect(error).toSatisfy(isOutage);
              seen.refused++;
              await pause(1);
            }
          }
        });
        for (let cut = 0, before = 0; cut < 60; cut++) {
          // Some of them get their answers in between, however busy the machine is.
          for (let n = 0; n < 2_400 && (n === 0 || seen.answered < before + 3); n++) await pause(25);
          before = seen.answered;
          passage.cut(cut % 2 === 0 ? 'reset' : 'end');
        }
        isOver = true;
        expect(await Promise.race([Promise.all(callers).then(() => 'all settled'), pause(60_000, 'some hang')])).toBe(
          'all settled',
        );
        expect(seen.refused).toBeGreaterThan(20);
        expect(seen.answered).toBeGreaterThan(100);
        const found = new Set(await names());
        expect(written.filter((name) => !found.has(name))).toEqual([]);
        const halves = [...found].filter((name) => name.endsWith(' one') && !found.has(name.replace(' one', ' two')));
        expect(halves).toEqual([]);
      },
      passage.url,
    );
    passage.close();
  });
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return url.href;
}

/** A way to the database on which every connection can be cut, politely or not. */
async function openPassage() {
  const { hostname, port } = new URL(database.url);
  const callers = new Set<Socket>();
  const server = createServer((caller) => {
    const far = dial(Number(port), hostname);
    callers.add(caller);
    caller.once('close', () => callers.delete(caller));
    for (const [from, to] of [
      [caller, far],
      [far, caller],
    ] as const) {
      from.on('error', () => {});
      from.once('close', () => to.destroy());
      from.pipe(to);
    }
  });
  return {
    url: await listening(server),
    cut: (how: 'reset' | 'end') => {
      for (const caller of callers) how === 'reset' ? caller.resetAndDestroy() : caller.destroy();
    },
    close: () => server.close(),
  };
}
