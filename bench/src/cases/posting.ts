import type { BenchCase } from '../bench-case.ts';
import { rates } from '../rounds.ts';
import { driverPosting, httpPosting } from '../world/posting-loads.ts';
import { comparePosting } from './compare-posting.ts';

export const posting: BenchCase = {
  name: 'posting',
  title: 'Entries of 4 lines through the gateway, 100 companies, 32 connections',
  reference: 'the posting statement from a bare driver, 8 connections',
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more', must: 0.4, aim: 0.6 },
  run: async (bench) => {
    const { gatewayUrl: origin } = await bench.platform();
    const { all: companies } = await bench.companies();
    return comparePosting(bench, {
      measured: await httpPosting(bench, { origin, companies, connections: 32 }),
      reference: await driverPosting(bench, { companies, connections: 8 }),
      figures: rates,
    });
  },
};
