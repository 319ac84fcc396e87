import type { Bench } from '../bench.ts';
import type { BenchCase, Round } from '../bench-case.ts';
import { companyToPrepare, countRecords, preparePeriods, trialBalancesOf } from '../world/periods.ts';

/** Each fills the books of a company, since periods are prepared for the first time once. */
const COMPANIES = 3;

async function compare(bench: Bench): Promise<{ readonly rounds: readonly Round[]; readonly note: string }> {
  const rounds: Round[] = [];
  let note = '';
  for (let round = 0; round < Math.min(COMPANIES, bench.scale.rounds); round++) {
    const company = await companyToPrepare(bench);
    const first = await preparePeriods(bench, company);
    const reference = await trialBalancesOf(bench, company, first.periods);
    rounds.push({ measured: first.millis, reference });
    const records = await countRecords(bench, first.periods);
    const again = await preparePeriods(bench, company);
    if ((await countRecords(bench, again.periods)) !== records)
      throw new Error('Periods that were prepared twice have other records');
    note = `${first.periods.length} periods, ${records} records; again in ${Math.round(again.millis)} ms`;
  }
  return { rounds, note };
}

export const preparedPeriods: BenchCase = {
  name: 'periods',
  title: 'Preparing all periods of 1 million lines on 300 accounts',
  reference: 'the trial balance of each period',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 3 },
  run: compare,
};
