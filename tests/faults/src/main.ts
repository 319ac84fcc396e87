import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDice } from '@app/demo';
import { connect } from 'nats';
import { readFaultOptions, USAGE } from './options.ts';
import { makeLongPlan } from './plan.ts';
import { renderReport } from './report.ts';
import { run } from './run.ts';
import { startWorld, type World } from './world.ts';

/** Acknowledged writes of a whole run, by the number of processes of each service. */
const WRITES = { 1: 100_000, 2: 10_000 } as const;
const VERIFY_EVERY = 40;
const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs');
const REPORTS = { 1: 'fault-report.md', 2: 'fault-report-replicas.md' } as const;

/** The long form, as `USAGE` says. Exit code 1 when anything was found wrong. */
export async function runFaults(args: readonly string[]): Promise<void> {
  const { only, faults: limit, logs, replicas, beside, wantsHelp, ...options } = readFaultOptions(args);
  if (wantsHelp) return void process.stdout.write(USAGE);
  const seed = options.seed ?? Math.floor(Math.random() * 1e9);
  const startedAt = Date.now();
  const say = (text: string): void =>
    void process.stdout.write(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${text}\n`);
  say(
    `seed ${seed}${replicas === 1 ? '' : `, ${replicas} processes of each service and of the gateway`}${beside ? `, the second of the release in ${beside}` : ''}`,
  );
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

  const dice = createDice(seed);
  await using world = await startWorld({
    seed,
    dice,
    companies: 4,
    width: 6,
    batch: 40,
    enough: WRITES[replicas],
    hasDisks: true,
    replicas,
    otherRelease: beside,
    logs,
    say: (text) => /ready|answers|again in/.test(text) && say(`  ${text}`),
  });
  if (!world.resizeDisk) say('full disks are left out: they need the right to mount a file system (root)');
  const whole = makeLongPlan({ dice, hasDisks: world.resizeDisk !== undefined, replicas });
  const plan = whole.filter(({ kind }) => !only || kind.includes(only)).slice(0, limit);
  const isWhole = plan.length === whole.length && beside === undefined;
  const outcome = await run({
    world,
    plan,
    verifyEvery: VERIFY_EVERY,
    say,
    signal: stopping.signal,
    ...(isWhole ? { writes: WRITES[replicas] } : {}),
  });

  const faults = [...outcome.injected.values()].reduce((sum, count) => sum + count, 0);
  say(
    `${faults} faults, ${world.record.acknowledged} writes acknowledged, ${outcome.lost} lost, ${outcome.doubled} doubled, ${outcome.violations.length} violations`,
  );
  say(`answers: ${[...world.record.answers].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  for (const violation of outcome.violations) say(`  ${violation}`);
  if (isWhole && !stopping.signal.aborted) {
    const versions = await versionsOf(world);
    const command = `npm run faults --${replicas === 1 ? '' : ` --replicas ${replicas}`} --seed ${seed}`;
    writeFileSync(
      join(DOCS, REPORTS[replicas]),
      renderReport({ world, outcome, seed, command, planned: plan.length, versions }),
    );
    say(`the report is docs/${REPORTS[replicas]}`);
  }
  if (outcome.violations.length > 0 || world.record.unanswered > 0) process.exitCode = 1;
}

async function versionsOf(world: World): Promise<{ postgres: string; nats: string }> {
  const [row] = await world.sql<{ server_version: string }[]>`show server_version`;
  const url = new URL(world.system.platform.nats.url);
  const connection = await connect({
    servers: url.host,
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
  });
  const nats = connection.info?.version ?? 'unknown';
  await connection.close();
  return { postgres: row!.server_version, nats };
}
