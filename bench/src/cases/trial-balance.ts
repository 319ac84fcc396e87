import { databaseOf } from '../bench.ts';
import type { BenchCase } from '../bench-case.ts';
import { createHttpLoad, createSqlLoad } from '../load/load.ts';
import { interleave, medianTimes } from '../rounds.ts';
import { quantile } from '../statistics.ts';
import { assertTrialBalance, PERIOD, RAW_SUMS, trialBalanceRequest } from '../world/trial-balance.ts';

export const trialBalance: BenchCase = {
  name: 'trial-balance',
  title: 'Trial balance over 1 million lines, JSON, through the gateway',
  reference: 'the raw GROUP BY over its lines',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 1 / 10, aim: 1 / 20 },
  run: async (bench) => {
    const platform = await bench.platform();
    const { million } = await bench.largeBooks();
    await assertTrialBalance(bench, million.id);
    await using report = createHttpLoad({
      origin: platform.gatewayUrl,
      connections: 1,
      requests: [await trialBalanceRequest(bench, million.id)],
      status: 200,
      holds: '"outgoing_balance":',
    });
    await using raw = createSqlLoad({
      url: platform.postgres.url,
      database: databaseOf(platform),
      schema: 'ledger',
      connections: 1,
      statement: RAW_SUMS(PERIOD),
      parameters: [String(million.id)],
      holds: '"debit"',
    });
    const compared = await interleave(report, raw, bench.scale.rounds, bench.scale.millis);
    return {
      rounds: medianTimes(compared),
      p99: quantile(
        compared.measured.flatMap((each) => each.latencies),
        0.99,
      ),
    };
  },
};

export const trialBalanceGrowth: BenchCase = {
  name: 'trial-balance',
  title: 'Trial balance over 5 million lines',
  reference: 'over 1 million lines',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 1.3, aim: 1.1 },
  run: async (bench) => {
    const { gatewayUrl: origin } = await bench.platform();
    const { million, fiveMillion } = await bench.largeBooks();
    await assertTrialBalance(bench, fiveMillion.id);
    const load = async (company: number) =>
      createHttpLoad({
        origin,
        connections: 1,
        requests: [await trialBalanceRequest(bench, company)],
        status: 200,
        holds: '"outgoing_balance":',
      });
    await using large = await load(fiveMillion.id);
    await using small = await load(million.id);
    const compared = await interleave(large, small, bench.scale.rounds, bench.scale.millis);
    return {
      rounds: medianTimes(compared),
      p99: quantile(
        compared.measured.flatMap((each) => each.latencies),
        0.99,
      ),
    };
  },
};
