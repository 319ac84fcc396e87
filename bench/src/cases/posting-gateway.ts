import type { BenchCase } from '../bench-case.ts';
import { rates } from '../rounds.ts';
import { httpPosting } from '../world/posting-loads.ts';
import { comparePosting } from './compare-posting.ts';

export const postingGateway: BenchCase = {
  name: 'posting-gateway',
  title: 'The same through the gateway',
  reference: 'straight to the service',
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more', must: 0.65, aim: 0.85 },
  run: async (bench) => {
    const platform = await bench.platform();
    const { all: companies } = await bench.companies();
    const load = (origin: string) => httpPosting(bench, { origin, companies, connections: 32 });
    return comparePosting(bench, {
      measured: await load(platform.gatewayUrl),
      reference: await load(platform.originOf('ledger')),
      figures: rates,
    });
  },
};
