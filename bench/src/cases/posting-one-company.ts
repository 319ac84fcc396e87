import type { BenchCase } from '../bench-case.ts';
import { rates } from '../rounds.ts';
import type { Company } from '../world/company.ts';
import { httpPosting } from '../world/posting-loads.ts';
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
    const load = (companies: readonly Company[]) => httpPosting(bench, { origin, companies, connections: 32 });
    return comparePosting(bench, { measured: await load(all.slice(0, 1)), reference: await load(all), figures: rates });
  },
};
