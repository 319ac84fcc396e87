import type { BenchCase } from '../bench-case.ts';
import { comparePosting } from './compare-posting.ts';

export const postingLarge: BenchCase = {
  name: 'posting-large',
  title: 'Posting into a company with 5 million lines, 8 connections',
  reference: 'into a new company',
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more', must: 0.9, aim: 1 },
  run: async (bench) => {
    const { gatewayUrl: origin } = await bench.platform();
    const { fiveMillion } = await bench.largeBooks();
    const { add } = await bench.companies();
    const side = { origin, connections: 8 };
    return comparePosting(bench, { ...side, companies: [fiveMillion] }, { ...side, companies: [await add()] });
  },
};
