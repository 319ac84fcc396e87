import type { Bench } from '../bench.ts';
import type { BenchCase, Round } from '../bench-case.ts';
import { FIRST_DAY } from '../world/large-books.ts';
import { copyLines, postedLines, type Read, readLines } from '../world/ledger.ts';

/** A million lines take long: as many turns as end within some minutes. */
const FILES = 3;
const LAST_DAY = Temporal.PlainDate.from(FIRST_DAY).add({ years: 3 }).toString();

type Coding = 'gzip' | 'identity';

/** Of the million, up to a day; the draft of the company is not among them. */
const readFile = (bench: Bench, company: number, to = LAST_DAY, coding?: Coding): Promise<Read> =>
  readLines(bench, {
    path: `/api/v2/reports/data-export?client_account_id=${company}&date_from=${FIRST_DAY}&date_to=${to}`,
    accept: 'text/xml',
    mark: '<RecordID>',
    ...(coding ? { coding } : {}),
  });

/** COPY compresses nothing: beside it stands the file as it is, and once more as most clients ask for it. */
const fileCase = (coding: Coding, title: string): BenchCase => ({
  name: 'saft',
  title,
  reference: 'COPY of the same lines',
  unit: 'lines/s',
  goal: { of: 'ratio', better: 'more', must: 0.25, aim: 0.5 },
  run: async (bench) => {
    const million = await bench.millionLines();
    const lines = await postedLines(bench, million.id);
    const rounds: Round[] = [];
    for (let round = 0; round < Math.min(FILES, bench.scale.rounds); round++) {
      const reference = await copyLines(bench, million.id);
      const read = await readFile(bench, million.id, LAST_DAY, coding);
      if (read.rows !== lines) throw new Error(`${read.rows} lines were written instead of ${lines}`);
      rounds.push({ measured: lines / read.seconds, reference: lines / reference.seconds });
    }
    return { rounds };
  },
});

export const saftFile = fileCase('identity', 'SAF-T file of 1 million lines, through the gateway');
export const saftCompressed = fileCase('gzip', 'The same file, compressed on its way and unpacked by who reads it');

export const saftMemory: BenchCase = {
  name: 'saft',
  title: 'Most memory of the ledger while a SAF-T file of 1 million lines is written',
  reference: 'of a tenth of them',
  unit: 'MB',
  goal: { of: 'ratio', better: 'less', must: 1.3, aim: 1.1 },
  run: async (bench) => {
    const million = await bench.millionLines();
    const tenth = Temporal.PlainDate.from(FIRST_DAY).add({ days: 78 }).toString();
    const reference = await readFile(bench, million.id, tenth);
    const measured = await readFile(bench, million.id);
    return { rounds: [{ measured: measured.megabytes, reference: reference.megabytes }] };
  },
};
