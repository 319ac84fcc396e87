import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { createLoad, type HttpLoad } from '../load/load.ts';
import { NEWCOMER } from './companies.ts';
import { countingEntries } from './count.ts';
import { httpPosting } from './posting-loads.ts';
import { familyOf, proportionalSize } from './processes.ts';
import { minus, type Part, type Processor, processorTime } from './processor.ts';
import { grown, type Storage, storageOf } from './storage.ts';
import { tokenLoad } from './tokens.ts';
import { trialBalanceLoad } from './trial-balance.ts';
import { wireRequest } from './wire.ts';

/** What one of each takes of an installation. Bytes, and milliseconds of processor time. */
export interface Units {
  readonly entry: Storage;
  readonly company: Storage;
  readonly posting: Processor;
  readonly report: Processor;
  readonly login: Processor;
  readonly token: Processor;
  /** Per minute, when nobody asks anything. */
  readonly idle: Processor;
  /** Bytes of a process after the load, the median and the largest. */
  readonly memory: { readonly median: number; readonly most: number; readonly database: number };
  /** Open to PostgreSQL under load. */
  readonly connections: number;
}

/** Turns of a load, as long as a round each. */
const TURNS = 5;
/** How long what is not measured goes on: events, jobs that follow a load. */
const SETTLE_MILLIS = 8_000;
const IDLE_MILLIS = 20_000;
const COMPANIES = 20;
const YEAR_OF_ENTRIES = { from: '2026-01-01', to: '2026-12-31' };

const made = new WeakMap<Bench, Promise<Units>>();

/** Measured once for all that ask. */
export function unitsOf(bench: Bench): Promise<Units> {
  const units = made.get(bench) ?? measure(bench);
  made.set(bench, units);
  return units;
}

/** Processor time per minute of a platform that nobody asks. */
async function idleTime(): Promise<Processor> {
  const before = processorTime();
  await pause(IDLE_MILLIS);
  return eachOf(minus(processorTime(), before), IDLE_MILLIS / 60_000);
}

const eachOf = (time: Processor, count: number): Processor =>
  Object.fromEntries(Object.entries(time).map(([part, millis]) => [part, millis / count])) as Processor;

/** Processor time of each request of a load, and of what follows it, less what the platform takes anyway. */
async function processorPer(
  { scale }: Bench,
  load: HttpLoad,
  idle: Processor,
): Promise<{ readonly each: Processor; readonly done: number }> {
  await using put = createLoad(load);
  // Connections, plans and compiled code are there before anything counts.
  const { done: before } = await put.run(scale.millis);
  const [started, from] = [processorTime(), performance.now()];
  const { done } = await put.run(scale.millis * TURNS);
  await pause(SETTLE_MILLIS);
  const minutes = (performance.now() - from) / 60_000;
  const taken = minus(processorTime(), started);
  const own = Object.fromEntries(
    Object.entries(taken).map(([part, millis]) => [part, millis - idle[part as Part] * minutes]),
  ) as Processor;
  return { each: eachOf(own, done), done: done + before };
}

/** Bytes of each of what some work makes. */
async function growthPer(bench: Bench, work: () => Promise<number>): Promise<Storage> {
  const sql = await bench.sql();
  await sql`checkpoint`;
  const before = await storageOf(sql);
  const count = await work();
  const { tables, indexes, passing, log } = grown(await storageOf(sql), before);
  return { tables: tables / count, indexes: indexes / count, passing: passing / count, log: log / count };
}

const loginLoad = (origin: string, credentials: object): HttpLoad => ({
  ...{ origin, connections: 4, status: 200, holds: '"token":"' },
  requests: [
    wireRequest(origin, {
      ...{ method: 'POST', path: '/v2/oauth/login', body: JSON.stringify(credentials) },
      headers: { 'content-type': 'application/json' },
    }),
  ],
});

async function measure(bench: Bench): Promise<Units> {
  const { gatewayUrl: origin, processes, postgres } = await bench.platform();
  const { all, client, add } = await bench.companies();
  const sql = await bench.sql();
  await pause(SETTLE_MILLIS);
  const idle = await idleTime();
  const company = await growthPer(bench, async () => {
    for (let count = 0; count < COMPANIES; count++) await add({ isPosted: false });
    return COMPANIES;
  });
  const costOf = (load: HttpLoad) => processorPer(bench, load, idle);
  let [posting, connections]: [Processor | undefined, number] = [undefined, 0];
  const entry = await growthPer(bench, async () => {
    const { stored } = await countingEntries(bench, async () => {
      const load = await httpPosting(bench, { origin, companies: all, connections: 32 });
      const cost = await costOf(load);
      posting = cost.each;
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`;
      connections = row!.count;
      return { stored: cost.done };
    });
    return stored;
  });
  const sizes = [...processes.values()].map(({ pid }) => proportionalSize(pid!)).sort((a, b) => a - b);
  const report = await trialBalanceLoad(bench, all[0]!.id, YEAR_OF_ENTRIES);
  const { email, password } = NEWCOMER;
  return {
    ...{ entry, company, idle, connections, posting: posting! },
    report: (await costOf(report)).each,
    login: (await costOf(loginLoad(origin, { email, password }))).each,
    token: (await costOf(tokenLoad(origin, '/v2/oauth/token', client))).each,
    memory: {
      median: sizes[Math.floor(sizes.length / 2)]!,
      most: sizes.at(-1)!,
      database: familyOf(postgres.pid!).reduce((sum, pid) => sum + proportionalSize(pid), 0),
    },
  };
}
