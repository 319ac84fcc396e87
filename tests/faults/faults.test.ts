import { createDice } from '@app/demo';
import { expect, it } from 'vitest';
import { makeShortPlan } from './src/plan.ts';
import { run } from './src/run.ts';
import { startWorld } from './src/world.ts';

/** `FAULTS_SEED` replays a run; the long form is `npm run faults`. */
const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1e9));

/** Milliseconds that all of it may take on a machine that has much else to do. */
const timeout = 1_800_000;

it(`every kind of fault under load loses and doubles nothing (FAULTS_SEED=${seed})`, { timeout }, async () => {
  const dice = createDice(seed);
  await using world = await startWorld({
    seed,
    dice,
    companies: 2,
    spares: 3,
    width: 5,
    batch: 5,
    // Clients take their time: some of them are always under way, and what they write while nothing happens is paid for.
    enough: 0,
    hasDisks: false,
  });
  const plan = makeShortPlan({ dice });
  const said: string[] = [];
  const isVerbose = Boolean(process.env.FAULTS_VERBOSE);
  // At once: a run that comes to no end shows how far it came.
  const say = (text: string) => void (isVerbose ? process.stdout.write(`${text}\n`) : said.push(text));
  const outcome = await run({ world, plan, verifyEvery: plan.length + 1, say });
  if (outcome.violations.length > 0 && !isVerbose) console.log(said.join('\n'));
  expect(outcome.violations).toEqual([]);
  expect([outcome.lost, outcome.doubled, world.record.unanswered]).toEqual([0, 0, 0]);
  expect([...outcome.injected.values()].reduce((sum, count) => sum + count, 0)).toBe(plan.length);
  expect(world.record.acknowledged).toBeGreaterThan(500);
  expect(world.record.shares.length).toBeGreaterThan(0);
  expect(world.record.disposals.length).toBeGreaterThan(0);
  // Otherwise nothing was injected at all.
  expect(world.record.answered((status) => status === 0 || status === 503)).toBeGreaterThan(0);
});
