import { join } from 'node:path';
import { connectionsOf } from '@app/registry';
import { runInContext } from '@app/runtime';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  appendToOutbox,
  connect,
  type Database,
  migrate,
  missingMigrations,
  sqlState,
  violatedConstraint,
} from '../src/index.ts';

const directory = join(import.meta.dirname, 'fixture');
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('chat', directory);
  db = connect({ url: database.url, schema: 'chat', applicationName: 'db-test', max: 4 });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const names = async (): Promise<string[]> =>
  (await db.executor.execute<{ name: string }>(sql`select name from things order by name`)).map((row) => row.name);
const insert = (tx: Database['executor'], name: string) => tx.execute(sql`insert into things (name) values (${name})`);

describe('aside', () => {
  it("is no part of the caller's transaction, and needs none of the connections that requests hold", async () => {
    const small = connect({ url: database.url, schema: 'chat', applicationName: 'db-test-small', max: 1 });
    try {
      const failed = small.write(async (tx) => {
        await insert(tx, 'rolled back');
        await small.aside(async () => {
          expect(await small.executor.execute(sql`select 1 from things where name = 'rolled back'`)).toHaveLength(0);
          await small.write((own) => insert(own, 'kept aside'));
        });
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await names()).toContain('kept aside');
      expect(await names()).not.toContain('rolled back');
    } finally {
      await small.close();
    }
  });
});

describe('connections', () => {
  it('are at most those for requests and the declared ones besides, however much waits for them', async () => {
    const applicationName = 'db-test-pools';
    const busy = connect({ url: database.url, schema: 'chat', applicationName, max: 3 });
    try {
      const wait = sql`select pg_sleep(0.3)`;
      const wanted = Array.from({ length: 12 }, () => [
        busy.executor.execute(wait),
        busy.raw`select pg_sleep(0.3)`,
        busy.report(async (executor) => executor.execute(wait)),
        busy.aside(async () => busy.executor.execute(wait)),
      ]).flat();
      const isOver = Promise.all(wanted).then(() => true);
      let most = 0;
      for (
        let over = false;
        !over;
        over = await Promise.race([isOver, new Promise<false>((resolve) => setTimeout(resolve, 50, false))])
      ) {
        const [row] =
          await db.raw`select count(*)::int as open from pg_stat_activity where application_name like ${`${applicationName}%`}`;
        most = Math.max(most, row!.open);
      }
      expect(most).toBe(connectionsOf('', 3));
    } finally {
      await busy.close();
    }
  });
});

describe('long reads', () => {
  it('of one user wait behind each other, and those of another user begin in between', async () => {
    const begun: string[] = [];
    const read = (userId: number, name: string) =>
      runInContext({ requestId: 'r', userId }, () =>
        db.report(async (executor) => {
          begun.push(name);
          await executor.execute(sql`select pg_sleep(0.02)`);
        }),
      );
    const greedy = Array.from({ length: 10 }, (_, number) => read(1, `greedy ${number}`));
    await Promise.all([...greedy, read(2, 'other')]);
    expect(begun.slice(0, 4)).toContain('other');
    expect(begun).toHaveLength(11);
  });

  it('of one user leave a connection to the others, however long they take', async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>();
    const read = (userId: number, until: Promise<void>) =>
      runInContext({ requestId: 'r', userId }, () => db.report(() => until));
    const greedy = [read(1, held), read(1, held), read(1, held)];
    await read(2, Promise.resolve());
    resolve();
    await Promise.all(greedy);
  });

  it('that too many wait for are 503, of one user before the others', async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>();
    const read = (userId: number) => runInContext({ requestId: 'r', userId }, () => db.report(() => held));
    const greedy = Promise.allSettled(Array.from({ length: 60 }, () => read(1)));
    const other = read(2);
    resolve();
    await other;
    const refused = (await greedy).filter(({ status }) => status === 'rejected');
    // One is at work and fifty wait.
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({ reason: { status: 503, headers: { 'Retry-After': '1' } } });
  });
});

describe('write', () => {
  it('commits the change and its event together, and notifies listeners after the commit', async () => {
    let heard = 0;
    const stop = db.onCommit(() => heard++);
    await db.write(async (tx) => {
      await insert(tx, 'kept');
      await appendToOutbox(tx, { name: 'chat.thing.made', version: 1, clientAccountId: 7, payload: { name: 'kept' } });
      expect(heard).toBe(0);
    });
    stop();
    expect(heard).toBe(1);
    const rows = await db.executor.execute(sql`select subject, client_account_id::int as account, payload from outbox`);
    expect(rows[0]).toMatchObject({ subject: 'events.chat.thing.made', account: 7, payload: { name: 'kept' } });
  });

  it('leaves neither change nor event behind when the work fails', async () => {
    const failed = db.write(async (tx) => {
      await insert(tx, 'lost');
      await appendToOutbox(tx, { name: 'chat.thing.made', version: 1, clientAccountId: 8, payload: {} });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await names()).not.toContain('lost');
    expect(await db.executor.execute(sql`select 1 from outbox where client_account_id = 8`)).toHaveLength(0);
  });

  it('tries again when two transactions deadlock', async () => {
    await db.write(async (tx) => {
      await insert(tx, 'left');
      await insert(tx, 'right');
    });
    const touch = (tx: Database['executor'], name: string) =>
      tx.execute(sql`update things set name = name where name = ${name}`);
    let met = 0;
    const both = Promise.withResolvers<void>();
    const meet = async () => {
      if (++met === 2) both.resolve();
      await both.promise;
    };
    const cross = (first: string, second: string) =>
      db.write(async (tx) => {
        await touch(tx, first);
        await meet();
        await touch(tx, second);
        return first;
      });
    expect(await Promise.all([cross('left', 'right'), cross('right', 'left')])).toEqual(['left', 'right']);
    expect(met).toBeGreaterThan(2);
  });

  it('is a savepoint of the transaction it is called in, and reads below join that transaction', async () => {
    await db.write(async (tx) => {
      await insert(tx, 'outer');
      await db
        .write(async (inner) => {
          await insert(inner, 'inner');
          throw new Error('only the inner part');
        })
        .catch(() => undefined);
      expect(await names()).toContain('outer');
      expect(await names()).not.toContain('inner');
    });
    expect(await names()).toContain('outer');
  });

  it('names the constraint that refused', async () => {
    const error = await insert(db.executor, 'kept').then(
      () => undefined,
      (e: unknown) => e,
    );
    expect([sqlState(error), violatedConstraint(error)]).toEqual(['23505', 'things_name_key']);
  });
});

describe('migrate', () => {
  it('applies nothing twice and knows what is missing', async () => {
    expect(await migrate({ url: database.ownerUrl, service: 'chat', directory })).toEqual({ applied: [], newer: [] });
    expect(await missingMigrations(db.raw, directory)).toEqual([]);
    expect(await missingMigrations(db.raw, join(import.meta.dirname, 'later'))).toEqual(['0002_later']);
  });

  it('refuses a step that was edited after its release', async () => {
    const edited = migrate({ url: database.ownerUrl, service: 'chat', directory: join(import.meta.dirname, 'edited') });
    await expect(edited).rejects.toThrow(/0001_things of chat was applied in another form/);
  });

  it('may be started by several replicas at once', async () => {
    const later = join(import.meta.dirname, 'later');
    const results = await Promise.all(
      [1, 2, 3].map(() => migrate({ url: database.ownerUrl, service: 'chat', directory: later })),
    );
    expect(results.flatMap((result) => result.applied)).toEqual(['0002_later']);
  });
});
