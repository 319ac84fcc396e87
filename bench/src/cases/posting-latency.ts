import type { BenchCase } from '../bench-case.ts';
import { medianTimes } from '../rounds.ts';
import { driverPosting, httpPosting } from '../world/posting-loads.ts';
import { comparePosting } from './compare-posting.ts';

export const postingLatency: BenchCase = {
  name: 'posting-latency',
  title: 'Median time of one posting through the gateway, one connection',
  reference: 'of the posting statement from a bare driver',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 2.5, aim: 1.5 },
  run: async (bench) => {
    const { gatewayUrl: origin } = await bench.platform();
    const { all: companies } = await bench.companies();
    return comparePosting(bench, {
      measured: await httpPosting(bench, { origin, companies, connections: 1 }),
      reference: await driverPosting(bench, { companies, connections: 1 }),
      figures: medianTimes,
    });
  },
};
