import type { Bench } from '../bench.ts';
import type { BenchCase, Round } from '../bench-case.ts';
import { copyTransactions, importStatement, openAccount, statementFile } from '../world/camt.ts';

const ENTRIES = 100_000;
/** Each makes a company with as many transactions. */
const IMPORTS = 3;

async function compare(bench: Bench): Promise<readonly Round[]> {
  const companies = await bench.companies();
  const file = statementFile(ENTRIES);
  const rounds: Round[] = [];
  for (let round = 0; round < Math.min(IMPORTS, bench.scale.rounds); round++) {
    const { id } = await companies.add({ isPosted: false });
    await openAccount(bench, id);
    const seconds = await importStatement(bench, id, file, ENTRIES);
    const reference = await copyTransactions(bench, id, ENTRIES);
    rounds.push({ measured: ENTRIES / seconds, reference: ENTRIES / reference });
  }
  return rounds;
}

export const camt: BenchCase = {
  name: 'camt',
  title: `Import of a bank's file of ${ENTRIES} entries, through the gateway`,
  reference: 'COPY of the same rows into the same table',
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more', must: 0.1, aim: 0.3 },
  run: async (bench) => ({ rounds: await compare(bench) }),
};
