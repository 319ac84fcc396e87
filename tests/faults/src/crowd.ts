import { setTimeout as pause } from 'node:timers/promises';
import { connectionsOf, serviceNames } from '@app/registry';
import { call } from '../../src/system.ts';
import { Load } from './clients.ts';
import type { Company } from './company.ts';
import type { Fault } from './fault.ts';
import { type Answered, wrongsOfTurnedAway } from './turned-away.ts';
import type { World } from './world.ts';
import { USUAL } from './writes.ts';

const WRITERS = 32;
const READERS = 32;
const LOOK_EVERY_MILLIS = 100;

/** Bills post by two services for each other, which the load beside it does: here it is how many ask at once. */
const MIX = USUAL.filter(({ noted }) => noted !== 'bills');

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
 * has set up. Everybody is answered. Who is turned away, since others want the machine too, is told when to come again,
 * and others have been served meanwhile: nothing stands still. Once the crowd has gone nobody is turned away any more.
 */
export const crowd = (seconds: number): Fault => ({
  kind: `${WRITERS + READERS} clients at once`,
  inject: async (world) => {
    const isUnanswered = (status: number) => status === 0;
    const { companies, record, system } = world;
    const [unanswered, before] = [record.answered(isUnanswered), record.failures];
    const answers: Answered[] = [];
    const heard = (answer: Answered): void => void answers.push(answer);
    const writers = new Load({
      ...{ doors: [system.gateway], companies, record, heard, mix: MIX, marks: `crowd ${++crowds}.` },
      ...{ seed: world.dice.between(1, 1e9), width: WRITERS, batch: 5, enough: Number.POSITIVE_INFINITY },
    });
    const since = performance.now();
    const over = new AbortController();
    const readers = Array.from({ length: READERS }, (_, index) => readAll(world, index, over.signal, heard));
    const counted = countConnections(world, over.signal);
    writers.start();
    await pause(seconds * 1000);
    over.abort();
    const until = performance.now();
    await Promise.all([writers.stop(), ...readers]);
    const { most, tooMany } = await counted;
    const wrongs = wrongsOfTurnedAway(answers, { since, until });
    const whileThere = record.failuresSince(before);
    const lost = record.answered(isUnanswered) - unanswered;
    const late = await readOnce(world);
    return [
      ...tooMany,
      // Otherwise nothing was counted.
      ...(most < world.replicas * serviceNames.length ? [`only ${most} connections were seen`] : []),
      ...(lost > 0 ? [`${lost} calls were not answered meanwhile`] : []),
      ...wrongs,
      ...(late.length > 0
        ? [`${late.length} calls failed after the crowd, first ${late[0]!.path} with ${late[0]!.status}`]
        : []),
      // What was said helps to find what is wrong, and is nothing wrong by itself.
      ...(wrongs.length + lost > 0 ? whileThere : []),
    ];
  },
});

/** One reader: reads everything in turn until it is over. */
async function readAll(
  world: World,
  index: number,
  over: AbortSignal,
  heard: (answer: Answered) => void,
): Promise<void> {
  for (let turn = index; !over.aborted; turn++)
    heard(await read(world, world.companies[turn % world.companies.length]!, READS[turn % READS.length]!));
}

/** Everything of every company. Gives what was refused even when it was asked for again, as who is turned away is told. */
async function readOnce(world: World): Promise<readonly Answered[]> {
  const refused: Answered[] = [];
  for (const company of world.companies)
    for (const pathOf of READS) {
      let answer = await read(world, company, pathOf);
      if (answer.status === 503) {
        await pause(1_000 * Number(answer.retryAfter));
        answer = await read(world, company, pathOf);
      }
      if (![200, 401].includes(answer.status)) refused.push(answer);
    }
  return refused;
}

async function read(
  world: World,
  { owner: { clientAccountId }, token }: Company,
  pathOf: (account: number) => string,
): Promise<Answered> {
  const path = pathOf(clientAccountId);
  const began = performance.now();
  const { status, body, headers } = await call(world.system.gateway, 'GET', path, { token }).catch(() => ({
    ...{ status: 0, body: '', headers: new Headers() },
  }));
  world.record.count(status, path, body);
  const retryAfter = headers.get('retry-after');
  const ended = performance.now();
  // 401: the token has run out; the writers sign in again.
  if (![200, 401].includes(status) && status < 500)
    world.record.surprise(`${path.split('?')[0]} answered ${status}`, path);
  return { path, clientAccountId, isWrite: false, status, retryAfter, began, ended };
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
