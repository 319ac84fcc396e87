import type { BenchCase } from '../bench-case.ts';
import { createHttpLoad } from '../load/load.ts';
import { interleave, rates } from '../rounds.ts';
import { quantile } from '../statistics.ts';
import { countingEntries } from '../world/count.ts';
import { batchRequests, postRequests } from '../world/entries.ts';

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
    const { all, token } = await bench.companies();
    await using batches = createHttpLoad({
      origin,
      connections: CONNECTIONS,
      requests: batchRequests(origin, await token(), all.slice(0, 20), ENTRIES),
      status: 200,
      holds: `{"created":${ENTRIES},"refused":0,`,
    });
    await using single = createHttpLoad({ origin, connections: 32, requests: postRequests(origin, await token(), all), status: 201 });
    const compared = await countingEntries(bench, async () => {
      const comparison = await interleave(batches, single, bench.scale.rounds, bench.scale.millis);
      return { ...comparison, stored: comparison.done * ENTRIES + comparison.referenceDone };
    });
    return {
      rounds: rates(compared).map(({ measured, reference }) => ({ measured: measured * ENTRIES, reference: reference! })),
      p99: quantile(
        compared.measured.flatMap(({ latencies }) => latencies),
        0.99,
      ),
    };
  },
};
