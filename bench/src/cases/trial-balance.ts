import { databaseOf } from '../bench.ts';
import type { BenchCase } from '../bench-case.ts';
import { medianTimes } from '../rounds.ts';
import { assertTrialBalance, PERIOD, RAW_SUMS, trialBalanceLoad } from '../world/trial-balance.ts';
import { compareLoads } from './compare-loads.ts';

export const trialBalance: BenchCase = {
  name: 'trial-balance',
  title: 'Trial balance over 1 million lines, JSON, through the gateway',
  reference: 'the raw GROUP BY over its lines',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 1 / 10, aim: 1 / 20 },
  run: async (bench) => {
    const platform = await bench.platform();
    const million = await bench.millionLines();
    await assertTrialBalance(bench, million.id);
    return compareLoads(bench, {
      measured: await trialBalanceLoad(bench, million.id),
      reference: {
        url: platform.postgres.url,
        database: databaseOf(platform),
        schema: 'ledger',
        connections: 1,
        statement: RAW_SUMS(PERIOD),
        parameters: [String(million.id)],
        holds: '"debit"',
      },
      figures: medianTimes,
    });
  },
};

export const trialBalanceGrowth: BenchCase = {
  name: 'trial-balance',
  title: 'Trial balance over 5 million lines',
  reference: 'over 1 million lines',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 1.3, aim: 1.1 },
  run: async (bench) => {
    const { million, fiveMillion } = await bench.largeBooks();
    await assertTrialBalance(bench, fiveMillion.id);
    return compareLoads(bench, {
      measured: await trialBalanceLoad(bench, fiveMillion.id),
      reference: await trialBalanceLoad(bench, million.id),
      figures: medianTimes,
    });
  },
};
