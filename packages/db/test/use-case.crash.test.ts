import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createTestDatabase, fromSources, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '../src/index.ts';
import { acceptedPoints, orders, type Point, refusedPoints } from './use-case-order.ts';

// A process is killed at every point of a use case over two services; two replicas recover at once what it left.

let database: TestDatabase;
let replicas: readonly Database[];

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'use-case-fixture'));
  replicas = [1, 2].map((n) => connect({ url: database.url, schema: 'chat', applicationName: `replica-${n}`, max: 4 }));
  const deaths = [
    ...acceptedPoints.map((point) => [point, 80] as const),
    ...refusedPoints.map((point) => [point, 120] as const),
  ];
  const next = deaths.values();
  await Promise.all(
    [1, 2, 3].map(async () => {
      for (const [point, amount] of next) expect([point, await dieAt(point, amount)]).toEqual([point, 'SIGKILL']);
    }),
  );
});

afterAll(async () => {
  await Promise.all(replicas.map((db) => db.close()));
  await database.drop();
});

const keyOf = (point: Point) => `killed ${point}`;

async function dieAt(point: Point, amount: number): Promise<string> {
  const script = join(import.meta.dirname, 'use-case-process.ts');
  const child = spawn(process.execPath, [...fromSources, script, database.url, keyOf(point), String(amount), point], {
    stdio: 'ignore',
  });
  const [code, signal] = await once(child, 'exit');
  return signal ?? `exit ${code}`;
}

const rows = async (text: ReturnType<typeof sql>) => [...(await replicas[0]!.executor.execute(text))];
const left = async (key: string) => ({
  order: (await rows(sql`select state from orders where command_key = ${key}`)).map(({ state }) => state),
  booked: (await rows(sql`select amount from bookings where command_key like ${`${key}:%`} order by amount`)).map(
    ({ amount }) => amount,
  ),
  notified: (await rows(sql`select 1 from notified where command_key = ${key}`)).length,
  run: (await rows(sql`select state from use_cases where command_key = ${key}`)).map(({ state }) => state),
});

/** As if the processes had died just now, however long it took to kill them all. */
const beginLeases = () =>
  replicas[0]!.executor.execute(
    sql`update use_cases set lease_until = clock_timestamp() + interval '1 hour' where lease_until is not null`,
  );

/** As if the lease of the dead process had ended. */
const endLeases = () =>
  replicas[0]!.executor.execute(
    sql`update use_cases set lease_until = clock_timestamp() where lease_until is not null`,
  );

const recoverOnBoth = () => Promise.all(replicas.map((db) => orders(db).useCase.recover()));

it('is left alone while the lease of its process lasts, and carried to its end by either of two replicas after it', async () => {
  const underWay = async () =>
    Number((await rows(sql`select count(*) as n from use_cases where state in ('open', 'undoing')`))[0]!.n);
  expect(await underWay()).toBeGreaterThan(5);
  await beginLeases();
  const before = await underWay();
  expect(await recoverOnBoth()).toEqual([0, 0]);
  expect(await underWay()).toBe(before);
  await endLeases();
  const [one, two] = await recoverOnBoth();
  expect([one! + two!, await underWay()]).toEqual([before, 0]);
});

describe.each(acceptedPoints)('killed %s', (point) => {
  const key = keyOf(point);
  const nothing = { order: [], booked: [], notified: 0, run: [] };
  const all = { order: ['done'], booked: [50, 80], notified: 1, run: ['done'] };

  it('leaves everything done once, or nothing at all', async () => {
    expect(await left(key)).toEqual(point === 'before the intent' || point === 'within the intent' ? nothing : all);
  });

  it('gives the same to whoever sends it again, on any replica', async () => {
    const answers = await Promise.all(
      replicas.map((db) =>
        orders(db)
          .place(key, 80)
          .catch((error: unknown) => error),
      ),
    );
    const [booking] = await rows(sql`select id::int as id from bookings where command_key = ${`${key}:first`}`);
    for (const answer of answers) expect(answer).toEqual({ bookingId: booking!.id });
    expect(await left(key)).toEqual(all);
  });
});

describe.each(refusedPoints)('refused, and killed %s', (point) => {
  const key = keyOf(point);

  it('leaves a refusal, and nothing of it elsewhere', async () => {
    expect(await left(key)).toEqual({ order: ['refused'], booked: [], notified: 0, run: ['refused'] });
  });

  it('answers the refusal again, and asks nobody', async () => {
    const asked: string[] = [];
    const { place } = orders(replicas[0]!, undefined, { called: (called) => asked.push(called) });
    await expect(place(key, 120)).rejects.toMatchObject({
      status: 409,
      code: 'booking.too_much',
      message: 'At most 100 can be booked',
    });
    expect(asked).toEqual([]);
  });
});
