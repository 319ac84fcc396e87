import type { BenchCase } from '../bench-case.ts';
import { rates } from '../rounds.ts';
import { httpMatching } from '../world/matches.ts';
import { httpPosting } from '../world/posting-loads.ts';
import { compareLoads } from './compare-loads.ts';

const CONNECTIONS = 32;

export const reconcile: BenchCase = {
  name: 'reconcile',
  title: `Matching two lines through the gateway, ${CONNECTIONS} connections`,
  reference: 'posting an entry of four lines through the gateway',
  unit: 'requests/s',
  goal: { of: 'ratio', better: 'more', must: 0.5, aim: 1 },
  run: async (bench) => {
    const platform = await bench.platform();
    const { all: companies } = await bench.companies();
    return compareLoads(bench, {
      measured: await httpMatching(bench, { companies, connections: CONNECTIONS }),
      reference: await httpPosting(bench, { origin: platform.gatewayUrl, companies, connections: CONNECTIONS }),
      figures: rates,
    });
  },
};
