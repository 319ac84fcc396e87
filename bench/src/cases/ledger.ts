import { createCaller } from '@app/demo';
import type { Bench } from '../bench.ts';
import type { BenchCase, Round } from '../bench-case.ts';
import type { HttpLoad } from '../load/load.ts';
import { medianTimes } from '../rounds.ts';
import { FIRST_DAY } from '../world/large-books.ts';
import { copyLines, postedLines, type Read, readLedger } from '../world/ledger.ts';
import { wireRequest } from '../world/wire.ts';
import { compareLoads } from './compare-loads.ts';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PER_PAGE = 100;
const DEPTH = 0.7;
/** A million lines take half a minute: as many turns as end within some minutes. */
const STREAMS = 3;

interface Page {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly page: number; readonly pages: number; readonly records: number };
}

/** The account of a company that has most lines. */
async function fullestAccount(bench: Bench, company: number): Promise<{ readonly id: string; readonly code: string }> {
  const sql = await bench.sql();
  const [account] = await sql<{ id: string; code: string }[]>`
    select a.id, a.account_code as code from monthly_balances b join accounts a on a.id = b.account_id
    where b.client_account_id = ${company} group by a.id order by sum(b.line_count) desc, a.id limit 1`;
  if (!account) throw new Error(`Company ${company} has no lines`);
  return account;
}

export const ledgerPage: BenchCase = {
  name: 'ledger',
  title: `General ledger of one account of 5 million lines, page of ${PER_PAGE} at 70 % depth, with meta`,
  reference: 'the first page',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 3, aim: 1.2 },
  run: async (bench) => {
    const { gatewayUrl: origin } = await bench.platform();
    const { fiveMillion } = await bench.largeBooks();
    const { token } = await bench.companies();
    const account = await fullestAccount(bench, fiveMillion.id);
    const path = (page: number) =>
      `/api/v2/reports/general-ledger?client_account_id=${fiveMillion.id}&account_codes=${account.code}&per_page=${PER_PAGE}&page=${page}`;
    const api = createCaller(origin, await token());
    const first = await api.get<Page>(path(1));
    const page = Math.round(first.meta.pages * DEPTH);
    await assertPage(bench, { company: fiveMillion.id, account: account.id }, page, await api.get<Page>(path(page)));
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
  bench: Bench,
  of: { readonly company: number; readonly account: string },
  page: number,
  answer: Page,
): Promise<void> {
  const sql = await bench.sql();
  const rows = await sql<{ id: string }[]>`
    select l.id from journal_lines l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
    where l.client_account_id = ${of.company} and l.account_id = ${of.account} and not e.is_draft
    order by l.posting_date, l.id offset ${(page - 1) * PER_PAGE} limit ${PER_PAGE}`;
  const [wanted, found] = [rows.map(({ id }) => Number(id)).join(), answer.data.map(({ id }) => id).join()];
  if (wanted !== found)
    throw new Error(`Page ${page} begins with line ${found.slice(0, 20)} instead of ${wanted.slice(0, 20)}`);
}

export const ledgerStream: BenchCase = {
  name: 'ledger',
  title: 'General ledger of 1 million lines as one answer in JSON, through the gateway',
  reference: 'COPY of the same lines',
  unit: 'lines/s',
  goal: { of: 'ratio', better: 'more' },
  run: async (bench) => {
    const million = await bench.millionLines();
    const lines = await postedLines(bench, million.id);
    const rounds: Round[] = [];
    for (let round = 0; round < Math.min(STREAMS, bench.scale.rounds); round++) {
      const reference = await copyLines(bench, million.id);
      const read = await readLedger(bench, { company: million.id });
      rounds.push({ measured: lines / read.seconds, reference: lines / reference.seconds });
      assertWhole(read, lines);
    }
    return { rounds };
  },
};

export const ledgerMemory: BenchCase = {
  name: 'ledger',
  title: 'Most memory of the ledger while a general ledger of 5 million lines is sent in JSON',
  reference: 'of 1 million',
  unit: 'MB',
  goal: { of: 'ratio', better: 'less', must: 1.3, aim: 1.1 },
  run: async (bench) => {
    const { million, fiveMillion } = await bench.largeBooks();
    const reference = await readLedger(bench, { company: million.id });
    const measured = await readLedger(bench, { company: fiveMillion.id });
    assertWhole(measured, await postedLines(bench, fiveMillion.id));
    return { rounds: [{ measured: measured.megabytes, reference: reference.megabytes }] };
  },
};

export const ledgerWorkbook: BenchCase = {
  name: 'ledger',
  title: 'Most memory of the ledger while a workbook of 1 million lines is made',
  reference: 'of a tenth of them',
  unit: 'MB',
  goal: { of: 'ratio', better: 'less', must: 1.5, aim: 1.2 },
  run: async (bench) => {
    const million = await bench.millionLines();
    const to = Temporal.PlainDate.from(FIRST_DAY).add({ days: 78 }).toString();
    const reference = await readLedger(bench, { company: million.id, query: `&date_to=${to}`, accept: WORKBOOK });
    const measured = await readLedger(bench, { company: million.id, accept: WORKBOOK });
    return { rounds: [{ measured: measured.megabytes, reference: reference.megabytes }] };
  },
};

function assertWhole({ rows }: Read, lines: number): void {
  if (rows !== lines) throw new Error(`${rows} lines were sent instead of ${lines}`);
}
