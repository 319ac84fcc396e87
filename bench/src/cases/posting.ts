import { databaseOf } from '../bench.ts';
import type { BenchCase } from '../bench-case.ts';
import { createHttpLoad, createSqlLoad } from '../load/load.ts';
import { interleave, rates } from '../rounds.ts';
import { quantile } from '../statistics.ts';
import { countingEntries } from '../world/count.ts';
import { POSTING_STATEMENT, postCommands, postRequests } from '../world/entries.ts';

export const posting: BenchCase = {
  name: 'posting',
  title: 'Entries of 4 lines through the gateway, 100 companies, 32 connections',
  reference: 'the posting statement from a bare driver, 8 connections',
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more', must: 0.4, aim: 0.6 },
  run: async (bench) => {
    const { scale } = bench;
    const platform = await bench.platform();
    const { all, token, userId } = await bench.companies();
    await using gateway = createHttpLoad({
      origin: platform.gatewayUrl,
      connections: 32,
      requests: postRequests(platform.gatewayUrl, await token(), all),
      status: 201,
      holds: '"sequence_number":',
    });
    await using driver = createSqlLoad({
      url: platform.postgres.url,
      database: databaseOf(platform),
      schema: 'ledger',
      connections: 8,
      statement: POSTING_STATEMENT,
      parameters: postCommands(all, userId),
      holds: '"sequence_number"',
    });
    const compared = await countingEntries(bench, async () => {
      const comparison = await interleave(gateway, driver, scale.rounds, scale.millis);
      return { ...comparison, stored: comparison.done + comparison.referenceDone };
    });
    return {
      rounds: rates(compared),
      p99: quantile(
        compared.measured.flatMap(({ latencies }) => latencies),
        0.99,
      ),
    };
  },
};
