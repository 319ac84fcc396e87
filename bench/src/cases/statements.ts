import type { BenchCase } from '../bench-case.ts';
import { medianTimes } from '../rounds.ts';
import { type Statement, statementLoad } from '../world/statements.ts';
import { compareLoads } from './compare-loads.ts';

const growthOf = (statement: Statement, title: string): BenchCase => ({
  name: 'statements',
  title: `${title} over 5 million lines`,
  reference: 'over 1 million lines',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 1.3, aim: 1.1 },
  run: async (bench) => {
    const { million, fiveMillion } = await bench.largeBooks();
    return compareLoads(bench, {
      measured: await statementLoad(bench, statement, fiveMillion.id),
      reference: await statementLoad(bench, statement, million.id),
      figures: medianTimes,
    });
  },
});

export const balanceSheetGrowth = growthOf('balanceSheet', 'Balance sheet');
export const incomeStatementGrowth = growthOf('incomeStatement', 'Income statement');
