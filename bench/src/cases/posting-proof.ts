import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import type { BenchCase } from '../bench-case.ts';
import { createLoad, type Load } from '../load/load.ts';
import { interleave, rates } from '../rounds.ts';
import { countingEntries } from '../world/count.ts';
import { httpPosting } from '../world/posting-loads.ts';
import { chain } from '../world/proofs.ts';
import { outcomeOf } from './compare-loads.ts';

/**
 * How often the job begins, at most: by itself once a minute. Without a pause it would follow itself, and the quicker it
 * is the more often it would run: what a run costs that finds next to nothing, and not what entries cost.
 */
const BEGINS_MILLIS = 250;

/** The load while the job runs again and again, so that nearly all that is posted is chained in the same seconds. */
const whileChaining = (bench: Bench, load: Load): Load => ({
  run: async (millis) => {
    let isPosting = true;
    const posted = load.run(millis).finally(() => {
      isPosting = false;
    });
    while (isPosting) {
      const next = pause(BEGINS_MILLIS);
      await chain(bench);
      await next;
    }
    await chain(bench);
    return posted;
  },
  [Symbol.asyncDispose]: () => load[Symbol.asyncDispose](),
});

/** The load alone; what it has left to chain is chained before the other side begins. */
const chainedAfterwards = (bench: Bench, load: Load): Load => ({
  run: async (millis) => {
    const done = await load.run(millis);
    await chain(bench);
    return done;
  },
  [Symbol.asyncDispose]: () => load[Symbol.asyncDispose](),
});

export const postingProof: BenchCase = {
  name: 'posting-proof',
  title:
    'Entries of 4 lines through the gateway while they are chained four times a second, 100 companies, 32 connections',
  reference: 'while nothing is chained',
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more', must: 0.9, aim: 0.97 },
  run: async (bench) => {
    const { gatewayUrl: origin } = await bench.platform();
    const { all: companies } = await bench.companies();
    const posting = await httpPosting(bench, { origin, companies, connections: 32 });
    await chain(bench);
    await using measured = whileChaining(bench, createLoad(posting));
    await using reference = chainedAfterwards(bench, createLoad(posting));
    const compared = await countingEntries(bench, async () => {
      const comparison = await interleave(measured, reference, bench.scale.rounds, bench.scale.millis);
      return { ...comparison, stored: comparison.done + comparison.referenceDone };
    });
    return outcomeOf(compared, { figures: rates });
  },
};
