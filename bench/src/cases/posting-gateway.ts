import type { BenchCase } from '../bench-case.ts';
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
    const side = { companies, connections: 32 };
    return comparePosting(bench, { ...side, origin: platform.gatewayUrl }, { ...side, origin: platform.originOf('ledger') });
  },
};
