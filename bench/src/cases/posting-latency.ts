import { databaseOf } from '../bench.ts';
import type { BenchCase } from '../bench-case.ts';
import { createHttpLoad, createSqlLoad } from '../load/load.ts';
import { interleave, medianTimes } from '../rounds.ts';
import { quantile } from '../statistics.ts';
import { POSTING_STATEMENT, postCommands, postRequests } from '../world/entries.ts';

export const postingLatency: BenchCase = {
  name: 'posting-latency',
  title: 'Median time of one posting through the gateway, one connection',
  reference: 'of the posting statement from a bare driver',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 2.5, aim: 1.5 },
  run: async (bench) => {
    const platform = await bench.platform();
    const { all, token, userId } = await bench.companies();
    const requests = postRequests(platform.gatewayUrl, await token(), all);
    await using gateway = createHttpLoad({ origin: platform.gatewayUrl, connections: 1, requests, status: 201 });
    await using driver = createSqlLoad({
      url: platform.postgres.url,
      database: databaseOf(platform),
      schema: 'ledger',
      connections: 1,
      statement: POSTING_STATEMENT,
      parameters: postCommands(all, userId),
      holds: '"sequence_number"',
    });
    const compared = await interleave(gateway, driver, bench.scale.rounds, bench.scale.millis);
    const latencies = compared.measured.flatMap((each) => each.latencies);
    return { rounds: medianTimes(compared), p99: quantile(latencies, 0.99) };
  },
};
