import { createCaller } from '@app/demo';
import type { BenchCase } from '../bench-case.ts';
import type { HttpLoad } from '../load/load.ts';
import { medianTimes } from '../rounds.ts';
import { wireRequest } from '../world/wire.ts';
import { compareLoads } from './compare-loads.ts';

const PER_PAGE = 100;
const DEPTH = 0.7;

interface Page {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly page: number; readonly pages: number; readonly records: number };
}

export const linesPage: BenchCase = {
  name: 'lines',
  title: `Journal entry lines of 5 million, page of ${PER_PAGE} at 70 % depth, with meta`,
  reference: 'the first page',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 6, aim: 3 },
  run: async (bench) => {
    const { gatewayUrl: origin } = await bench.platform();
    const { fiveMillion } = await bench.largeBooks();
    const { token } = await bench.companies();
    const path = (page: number) =>
      `/api/v2/journal-entry-lines?client_account_id=${fiveMillion.id}&per_page=${PER_PAGE}&page=${page}`;
    const api = createCaller(origin, await token());
    const first = await api.get<Page>(path(1));
    const page = Math.round(first.meta.pages * DEPTH);
    await assertPage(bench, fiveMillion.id, page, await api.get<Page>(path(page)));
    const headers = { authorization: `Bearer ${await token()}` };
    const load = (number: number): HttpLoad => ({
      origin,
      connections: 1,
      requests: [wireRequest(origin, { method: 'GET', path: path(number), headers })],
      status: 200,
      holds: `"meta":{"page":${number},"pages":${first.meta.pages},`,
    });
    return compareLoads(bench, { measured: load(page), reference: load(1), figures: medianTimes });
  },
};

/** The page must hold the lines that skipping all before it would find. */
async function assertPage(
  bench: Parameters<BenchCase['run']>[0],
  company: number,
  page: number,
  answer: Page,
): Promise<void> {
  const sql = await bench.sql();
  const rows = await sql<{ id: string }[]>`
    select id from journal_lines where client_account_id = ${company} order by posting_date, id offset ${(page - 1) * PER_PAGE} limit ${PER_PAGE}`;
  const [wanted, found] = [rows.map(({ id }) => Number(id)).join(), answer.data.map(({ id }) => id).join()];
  if (wanted !== found)
    throw new Error(`Page ${page} begins with line ${found.slice(0, 20)} instead of ${wanted.slice(0, 20)}`);
}
