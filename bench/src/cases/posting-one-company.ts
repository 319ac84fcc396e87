import type { BenchCase } from '../bench-case.ts';
import { comparePosting } from './compare-posting.ts';

export const postingOneCompany: BenchCase = {
  name: 'posting-one',
  title: 'The same into one company',
  reference: 'into 100 companies',
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more', must: 0.4, aim: 0.6 },
  run: async (bench) => {
    const { gatewayUrl: origin } = await bench.platform();
    const { all } = await bench.companies();
    const side = { origin, connections: 32 };
    return comparePosting(bench, { ...side, companies: all.slice(0, 1) }, { ...side, companies: all });
  },
};
