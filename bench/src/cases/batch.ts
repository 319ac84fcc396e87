import type { BenchCase } from '../bench-case.ts';
import { rates } from '../rounds.ts';
import { batchRequests } from '../world/entries.ts';
import { httpPosting } from '../world/posting-loads.ts';
import { comparePosting } from './compare-posting.ts';

const ENTRIES = 1_000;
/** As many as the service has cores to use. */
const CONNECTIONS = 4;

export const batch: BenchCase = {
  name: 'batch',
  title: `Entries in batches of ${ENTRIES}, ${CONNECTIONS} connections`,
  reference: 'single postings, 32 connections',
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more', must: 5, aim: 10 },
  run: async (bench) => {
    const { gatewayUrl: origin } = await bench.platform();
    const { all: companies, token } = await bench.companies();
    return comparePosting(bench, {
      measured: {
        origin,
        connections: CONNECTIONS,
        requests: batchRequests(origin, await token(), companies.slice(0, 20), ENTRIES),
        status: 200,
        holds: `{"created":${ENTRIES},"refused":0,`,
      },
      reference: await httpPosting(bench, { origin, companies, connections: 32 }),
      entriesPerRequest: ENTRIES,
      figures: (compared) => rates(compared).map((round) => ({ ...round, measured: round.measured * ENTRIES })),
    });
  },
};
