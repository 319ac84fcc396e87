import { connect, type Database, sqlState } from '@app/db';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { type ClientLookup, createClientLookup } from '../src/clients/lookup.ts';
import { type AuthService, type Person, startAuth } from './harness.ts';

let service: AuthService;
let owner: Person;
let ids: string[];
/** Of one connection, and nobody asks it but the lookups. */
let db: Database;
let lookup: ClientLookup;
let queries: MockInstance;

beforeAll(async () => {
  service = await startAuth();
  owner = await service.person();
  ids = [];
  for (let i = 0; i < 3; i++) ids.push((await service.client(owner)).client_id);
});
beforeEach(() => {
  db = connect({ url: service.env.DATABASE_URL!, schema: 'auth', applicationName: 'lookups', max: 1 });
  lookup = createClientLookup(db);
  queries = vi.spyOn((db.executor as unknown as { $client: Database['raw'] }).$client, 'unsafe');
});
afterEach(() => db.close());
afterAll(() => service.stop());

const idsOf = async (...lookups: ReturnType<ClientLookup>[]) =>
  (await Promise.all(lookups)).map((found) => found?.client.clientId);

const expectCanceled = (outcome: PromiseSettledResult<unknown>) =>
  expect(outcome.status === 'rejected' && sqlState(outcome.reason)).toBe('57014');

/** Every query of clients waits until it is let go, at the end of the test at the latest. */
async function holdClients() {
  const connection = await service.db.raw.reserve();
  await connection`begin`;
  await connection`lock table clients in access exclusive mode`;
  const underWay = () => service.db.raw<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'lookups' and datname = current_database() and wait_event_type = 'Lock'`;
  let isHeld = true;
  const letGo = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    await connection`commit`;
    connection.release();
  };
  return {
    letGo,
    [Symbol.asyncDispose]: letGo,
    /** Resolves once a query is under way. */
    isUnderWay: () => expect.poll(async () => (await underWay()).length).toBe(1),
    cancel: async () => {
      for (const { pid } of await underWay()) await service.db.raw`select pg_cancel_backend(${pid})`;
    },
  };
}

it('lookups of one turn are one query, and each gets its own answer', async () => {
  const [a, b] = ids as [string, string];
  expect(await idsOf(lookup(a), lookup('app_unknown'), lookup(b), lookup(a))).toEqual([a, undefined, b, a]);
  expect(queries).toHaveBeenCalledTimes(1);
});

it('lookups that come while one is under way share the next, however many they are', async () => {
  const [a, b, c] = ids as [string, string, string];
  await using held = await holdClients();
  const first = lookup(a);
  await held.isUnderWay();
  const later: ReturnType<ClientLookup>[] = [];
  for (const id of [b, c, 'app_unknown', b, a]) {
    later.push(lookup(id));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(queries).toHaveBeenCalledTimes(1);
  await held.letGo();
  expect(await idsOf(first, ...later)).toEqual([a, b, c, undefined, b, a]);
  expect(queries).toHaveBeenCalledTimes(2);
});

it('nothing is kept: a client that is deleted is gone for the next lookup', async () => {
  const { client_id: id } = await service.client(owner);
  expect(await idsOf(lookup(id))).toEqual([id]);
  await service.db.executor.execute(sql`delete from clients where client_id = ${id}`);
  expect(await lookup(id)).toBeUndefined();
});

it('a query that fails fails everybody who shares it, and the next lookup asks anew', async () => {
  const [a, b] = ids as [string, string];
  await using held = await holdClients();
  const shared = Promise.allSettled([lookup(a), lookup(b), lookup(a)]);
  await held.isUnderWay();
  await held.cancel();
  for (const outcome of await shared) expectCanceled(outcome);
  await held.letGo();
  expect(await idsOf(lookup(a), lookup(b))).toEqual([a, b]);
  expect(queries).toHaveBeenCalledTimes(2);
});

it('a query that fails does not fail those who came while it was under way', async () => {
  const [a, b] = ids as [string, string];
  await using held = await holdClients();
  const failing = Promise.allSettled([lookup(a)]);
  await held.isUnderWay();
  const later = idsOf(lookup(b), lookup(a));
  await held.cancel();
  expectCanceled((await failing)[0]);
  await held.letGo();
  expect(await later).toEqual([b, a]);
  expect(queries).toHaveBeenCalledTimes(2);
});

it('failure upon failure keeps nobody waiting', async () => {
  const [a, b] = ids as [string, string];
  await using held = await holdClients();
  const failing = Promise.allSettled([lookup(a)]);
  await held.isUnderWay();
  const alsoFailing = Promise.allSettled([lookup(b)]);
  await held.cancel();
  await failing;
  await held.isUnderWay();
  await held.cancel();
  expectCanceled((await alsoFailing)[0]);
  await held.letGo();
  expect(await idsOf(lookup(a))).toEqual([a]);
});

it('a lookup of a transaction reads there, needs no second connection and is shared with nobody', async () => {
  const [a] = ids as [string];
  const found = await db
    .write(async (tx) => {
      await tx.execute(sql`delete from clients where client_id = ${a}`);
      const missing = await lookup(a);
      await tx.execute(sql`update clients set client_name = 'Renamed' where client_id = ${ids[1]}`);
      const renamed = await lookup(ids[1]!);
      throw Object.assign(new Error('rolled back'), { seen: [missing, renamed?.client.clientName] });
    })
    .catch((error: { seen?: unknown }) => error.seen);
  expect(found).toEqual([undefined, 'Renamed']);
  expect(queries.mock.calls.map(([text]) => text)).toEqual(['begin ']);
  expect(await idsOf(lookup(a))).toEqual([a]);
});
