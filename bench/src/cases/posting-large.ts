import type { BenchCase } from '../bench-case.ts';
import { rates } from '../rounds.ts';
import type { Company } from '../world/company.ts';
import { httpPosting } from '../world/posting-loads.ts';
import { chainAll } from '../world/proofs.ts';
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
    // Another company after it, as there is in any installation: PostgreSQL remembers the last page of an index, so
    // that whoever has the highest id is posted to 6 % faster than anybody else, whatever the size of their books (1.60
    // ms of a processor; 1.71 for a small company between others, 1.69 for the large one).
    const newcomer = await add();
    await add();
    // Books that grew over years were chained as they did. Those that were loaded are chained for minutes afterwards, in
    // some of the rounds and not in others.
    await chainAll(bench);
    const load = (company: Company) => httpPosting(bench, { origin, companies: [company], connections: 8 });
    return comparePosting(bench, {
      measured: await load(fiveMillion),
      reference: await load(newcomer),
      figures: rates,
    });
  },
};
