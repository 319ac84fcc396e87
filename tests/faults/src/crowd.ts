import { setTimeout as pause } from 'node:timers/promises';
import { connectionsOf, serviceNames } from '@app/registry';
import { call } from '../../src/system.ts';
import { Load } from './clients.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const WRITERS = 32;
const READERS = 32;
const LOOK_EVERY_MILLIS = 100;

/** How many there were: the marks of each are its own. */
let crowds = 0;

/** Reads of every service that keeps something, long ones among them. */
const READS: readonly ((account: number) => string)[] = [
  () => '/api/v2/users/me',
  (account) => `/api/v2/client-accounts/${account}`,
  (account) => `/api/v2/projects?client_account_id=${account}`,
  (account) => `/api/v2/journal-entries?client_account_id=${account}`,
  (account) => `/api/v2/reports/trial-balance?client_account_id=${account}&date_from=2026-01-01&date_to=2026-12-31`,
  (account) => `/api/v2/reports/general-ledger?client_account_id=${account}&date_from=2026-01-01&date_to=2026-12-31`,
  (account) => `/api/v2/documents?client_account_id=${account}`,
  (account) => `/api/v2/reconciliations?client_account_id=${account}`,
];

/**
 * Many clients at once, half of them writing and half reading, beside the load: pools open what they need, and no
 * service opens more than is declared, so that all processes together stay within what a PostgreSQL allows that nobody
 * has set up. Nobody is turned away.
 */
export const crowd = (seconds: number): Fault => ({
  kind: `${WRITERS + READERS} clients at once`,
  inject: async (world) => {
    const isUnanswered = (status: number) => status === 0;
    const [unanswered, failures] = [world.record.answered(isUnanswered), world.record.failures];
    const { companies, record, system } = world;
    const writers = new Load({
      ...{ doors: [system.gateway], companies, record, marks: `crowd ${++crowds}.` },
      ...{ seed: world.dice.between(1, 1e9), width: WRITERS, batch: 5, enough: Number.POSITIVE_INFINITY },
    });
    const over = new AbortController();
    const readers = Array.from({ length: READERS }, (_, index) => readAll(world, index, over.signal));
    const counted = countConnections(world, over.signal);
    writers.start();
    await pause(seconds * 1000);
    over.abort();
    await Promise.all([writers.stop(), ...readers]);
    const { most, tooMany } = await counted;
    const lost = record.answered(isUnanswered) - unanswered;
    return [
      ...tooMany,
      // Otherwise nothing was counted.
      ...(most < world.replicas * serviceNames.length ? [`only ${most} connections were seen`] : []),
      ...(lost > 0 ? [`${lost} calls were not answered meanwhile`] : []),
      ...record.failuresSince(failures),
    ];
  },
});

/** One reader: reads everything in turn until it is over. */
async function readAll(world: World, index: number, over: AbortSignal): Promise<void> {
  for (let turn = index; !over.aborted; turn++) {
    const { owner, token } = world.companies[turn % world.companies.length]!;
    const path = READS[turn % READS.length]!(owner.clientAccountId);
    const { status, body } = await call(world.system.gateway, 'GET', path, { token }).catch(() => ({
      ...{ status: 0, body: '' },
    }));
    world.record.count(status, path, body);
    // 401: the token has run out; the writers sign in again.
    if (![200, 401].includes(status) && status < 500)
      world.record.surprise(`${path.split('?')[0]} answered ${status}`, path);
  }
}

/** How many connections of the platform are open at one moment, and whose were more than is declared. */
async function countConnections({ sql, replicas, system }: World, over: AbortSignal) {
  const size = Number(system.platform.settings.get('DATABASE_POOL_SIZE'));
  const peaks = new Map<string, number>();
  let most = 0;
  while (!over.aborted) {
    const rows = await sql<{ name: string; count: number }[]>`
      select regexp_replace(application_name, '-.*', '') as name, count(*)::int as count from pg_stat_activity
      where backend_type = 'client backend' and usename <> current_user and application_name not like '%-eraser%' group by 1`;
    for (const { name, count } of rows) peaks.set(name, Math.max(count, peaks.get(name) ?? 0));
    most = Math.max(
      most,
      rows.reduce((sum, { count }) => sum + count, 0),
    );
    await pause(LOOK_EVERY_MILLIS);
  }
  const allowed = (name: string) => replicas * connectionsOf(name, size);
  const tooMany = [...peaks]
    .filter(([name, count]) => count > allowed(name))
    .map(([name, count]) => `${name} had ${count} connections open at once, more than ${allowed(name)}`);
  return { most, tooMany };
}
