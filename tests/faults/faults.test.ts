import { createDice } from '@app/demo';
import { serviceNames } from '@app/registry';
import { expect, it } from 'vitest';
import { makeOneServicePlan, requireService } from './src/one-service-plan.ts';
import { makeShortPlan } from './src/plan.ts';
import { run } from './src/run.ts';
import { startWorld } from './src/world.ts';
import { mixOf, USUAL } from './src/writes.ts';

/** `FAULTS_SEED` replays a run; the long form is `npm run faults`. */
const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1e9));

/** The one service whose sources have changed since everything passed, which the faults are about; else all of them. */
const service = process.env.ONE_SERVICE ? requireService(process.env.ONE_SERVICE) : undefined;

/** Milliseconds that all of it may take on a machine that has much else to do. */
const timeout = 1_800_000;

const what = service ? `every fault of ${service}` : 'every kind of fault';
const replay = `${service ? `ONE_SERVICE=${service} ` : ''}FAULTS_SEED=${seed}`;
it(`${what} under load loses and doubles nothing (${replay})`, { timeout }, async () => {
  const dice = createDice(seed);
  const plan = service ? makeOneServicePlan(service, { dice }) : makeShortPlan({ dice });
  const mix = service ? mixOf(service) : USUAL;
  await using world = await startWorld({
    seed,
    dice,
    companies: 2,
    spares: plan.filter(({ takesCompany }) => takesCompany).length,
    width: 5,
    batch: 5,
    // Clients take their time: some of them are always under way, and what they write while nothing happens is paid for.
    enough: 0,
    mix,
    hasDisks: false,
  });
  const said: string[] = [];
  const isVerbose = Boolean(process.env.FAULTS_VERBOSE);
  // At once: a run that comes to no end shows how far it came.
  const say = (text: string) => void (isVerbose ? process.stdout.write(`${text}\n`) : said.push(text));
  const outcome = await run({ world, plan, verifyEvery: plan.length + 1, say });
  const { record } = world;
  if (outcome.violations.length > 0 && !isVerbose) console.log(said.join('\n'));
  expect(outcome.violations, outcome.violations.join('\n')).toEqual([]);
  expect([outcome.lost, outcome.doubled, record.unanswered]).toEqual([0, 0, 0]);
  expect([...outcome.injected.values()].reduce((sum, count) => sum + count, 0)).toBe(plan.length);
  // Otherwise nothing was injected at all.
  expect(record.answered((status) => status === 0 || status === 503)).toBeGreaterThan(0);
  expect([...record.killed]).toEqual(expect.arrayContaining(service ? [service] : [...serviceNames]));
  // Otherwise nobody would have noticed.
  expect(record.acknowledged).toBeGreaterThan(service ? 100 : 500);
  for (const { noted } of mix) expect(record[noted].length, noted).toBeGreaterThan(0);
});
