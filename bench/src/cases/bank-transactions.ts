import { createCaller } from '@app/demo';
import type { Bench } from '../bench.ts';
import type { BenchCase } from '../bench-case.ts';
import type { HttpLoad } from '../load/load.ts';
import { medianTimes } from '../rounds.ts';
import { type LoadedTransactions, loadTransactions } from '../world/bank-transactions.ts';
import { wireRequest } from '../world/wire.ts';
import { compareLoads } from './compare-loads.ts';

const TRANSACTIONS = 1_000_000;
const PER_PAGE = 100;
const DEPTH = 0.7;

interface Page {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly page: number; readonly pages: number; readonly records: number };
}

export const bankTransactionsPage: BenchCase = {
  name: 'bank-transactions',
  title: `Open bank transactions of 1 million, page of ${PER_PAGE} at ${DEPTH * 100} % depth, with meta`,
  reference: 'the first page',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 3, aim: 1.2 },
  run: async (bench) => {
    const loaded = await loadTransactions(bench, Math.round(TRANSACTIONS * bench.scale.lines));
    const { gatewayUrl: origin } = await bench.platform();
    const token = await (await bench.companies()).token();
    const pathOf = (page: number): string =>
      `/api/v2/bank-transactions?client_account_id=${loaded.company}&include_externally_reconciled=false&per_page=${PER_PAGE}&page=${page}`;
    const api = createCaller(origin, token);
    const { meta } = await api.get<Page>(pathOf(1));
    const deep = Math.round(meta.pages * DEPTH);
    await assertPage(bench, loaded, deep, await api.get<Page>(pathOf(deep)));
    const side = (page: number): HttpLoad => ({
      ...{ origin, connections: 1, status: 200 },
      requests: [
        wireRequest(origin, { method: 'GET', path: pathOf(page), headers: { authorization: `Bearer ${token}` } }),
      ],
      holds: `"meta":{"page":${page},"pages":${meta.pages},`,
    });
    return compareLoads(bench, { measured: side(deep), reference: side(1), figures: medianTimes });
  },
};

/** The page must hold the transactions that skipping all before it would find. */
async function assertPage(bench: Bench, loaded: LoadedTransactions, page: number, answer: Page): Promise<void> {
  if (answer.meta.records !== loaded.count)
    throw new Error(`${answer.meta.records} transactions were listed instead of ${loaded.count}`);
  const sql = await bench.sql();
  const rows = await sql<{ id: string }[]>`
    select id from reconciliation.bank_transactions where client_account_id = ${loaded.company}
    order by booking_date, amount, id offset ${(page - 1) * PER_PAGE} limit ${PER_PAGE}`;
  const [wanted, found] = [rows.map(({ id }) => Number(id)).join(), answer.data.map(({ id }) => id).join()];
  if (wanted !== found)
    throw new Error(`Page ${page} begins with ${found.slice(0, 20)} instead of ${wanted.slice(0, 20)}`);
}
