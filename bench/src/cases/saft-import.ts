import type { Bench } from '../bench.ts';
import type { BenchCase, Round } from '../bench-case.ts';
import { filedEntries, importFile, postBatches } from '../world/saft-import.ts';

const ENTRIES = 10_000;
/** Each makes two companies with as many entries. */
const IMPORTS = 3;

/** Each import beside batches of the same entries, in companies that have none. */
async function compare(bench: Bench, which: 'commit' | 'whole'): Promise<readonly Round[]> {
  const companies = await bench.companies();
  const entries = filedEntries(ENTRIES);
  const rounds: Round[] = [];
  for (let round = 0; round < Math.min(IMPORTS, bench.scale.rounds); round++) {
    const [first, second] = [await companies.add({ isPosted: false }), await companies.add({ isPosted: false })];
    const reference = await postBatches(bench, first.id, entries);
    const seconds = await importFile(bench, second.id, entries);
    rounds.push({ measured: ENTRIES / seconds[which], reference: ENTRIES / reference });
  }
  return rounds;
}

const title = `Import of a SAF-T file of ${ENTRIES} entries, through the gateway`;
const reference = 'batches of the same entries';

export const saftImport: BenchCase = {
  name: 'saft-import',
  title: `${title}: from its commit to the proof of its totals`,
  reference,
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more', must: 0.7, aim: 1 },
  run: async (bench) => ({ rounds: await compare(bench, 'commit') }),
};

export const saftImportWhole: BenchCase = {
  name: 'saft-import',
  title: `${title}: from the sending of the file`,
  reference,
  unit: 'entries/s',
  goal: { of: 'ratio', better: 'more' },
  run: async (bench) => ({ rounds: await compare(bench, 'whole') }),
};
