import { createCaller } from '@app/demo';
import type { Bench } from '../bench.ts';
import type { BenchCase } from '../bench-case.ts';
import type { HttpLoad } from '../load/load.ts';
import { medianTimes } from '../rounds.ts';
import { type LoadedVouchers, loadVouchers, TEXTS } from '../world/vouchers.ts';
import { wireRequest } from '../world/wire.ts';
import { compareLoads } from './compare-loads.ts';

const VOUCHERS = 200_000;
const COMPARED = 50_000;
const PER_PAGE = 100;
const DEPTH = 0.7;

/** Half of the vouchers have what is asked for. */
const FILTERS = 'status=DRAFT&document_type=APINV&document_status=DRAFT&due_date_from=2026-01-01';
const RELATIONS = 'with=documents,attachments,statements,questions,tasks,collection';

interface Page {
  readonly data: readonly { readonly id: number; readonly similarity?: number }[];
  readonly meta: { readonly page: number; readonly pages: number; readonly records: number };
}

/** One reader of a list of vouchers through the gateway. */
async function reader(bench: Bench, { company }: LoadedVouchers) {
  const { gatewayUrl: origin } = await bench.platform();
  const { token } = await bench.companies();
  const bearer = await token();
  const pathOf = (query: string): string =>
    `/api/v2/vouchers?client_account_id=${company}&per_page=${PER_PAGE}&${query}`;
  return {
    get: (query: string) => createCaller(origin, bearer).get<Page>(pathOf(query)),
    load: (query: string, holds: string): HttpLoad => ({
      ...{ origin, connections: 1, status: 200, holds },
      requests: [
        wireRequest(origin, { method: 'GET', path: pathOf(query), headers: { authorization: `Bearer ${bearer}` } }),
      ],
    }),
  };
}

export const vouchersPage: BenchCase = {
  name: 'vouchers',
  title: `Vouchers of ${VOUCHERS}, filters and relations, page of ${PER_PAGE} at ${DEPTH * 100} % depth, with meta`,
  reference: 'the first page',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 3 },
  run: async (bench) => {
    const loaded = await loadVouchers(bench, { count: Math.round(VOUCHERS * bench.scale.lines), hasTexts: false });
    const { get, load } = await reader(bench, loaded);
    const queryOf = (page: number): string => `${FILTERS}&${RELATIONS}&page=${page}`;
    const { meta } = await get(queryOf(1));
    const deep = Math.round(meta.pages * DEPTH);
    assertPage(loaded, deep, await get(queryOf(deep)));
    const side = (page: number): HttpLoad => load(queryOf(page), `"meta":{"page":${page},"pages":${meta.pages},`);
    return compareLoads(bench, { measured: side(deep), reference: side(1), figures: medianTimes });
  },
};

/** The drafts of invoices, which are two of four vouchers, stand newest first. */
function assertPage({ count, firstId }: LoadedVouchers, page: number, answer: Page): void {
  const invoices = Array.from({ length: count }, (_, n) => count - 1 - n).filter((n) => n % 4 === 1 || n % 4 === 2);
  const wanted = invoices.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((n) => firstId + n);
  if (answer.meta.records !== invoices.length)
    throw new Error(`${answer.meta.records} vouchers were listed instead of ${invoices.length}`);
  if (wanted.join() !== answer.data.map(({ id }) => id).join())
    throw new Error(`Page ${page} begins with voucher ${answer.data[0]?.id} instead of ${wanted[0]}`);
}

export const similarVouchers: BenchCase = {
  name: 'vouchers',
  title: `Vouchers of ${COMPARED} that are most like one, page of ${PER_PAGE}`,
  reference: 'the plain list',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 10 },
  run: async (bench) => {
    const loaded = await loadVouchers(bench, { count: Math.round(COMPARED * bench.scale.lines), hasTexts: true });
    const { get, load } = await reader(bench, loaded);
    const query = `similar_to=${loaded.firstId + TEXTS / 2}`;
    const started = performance.now();
    assertLikeness(loaded, await get(query));
    const note = `the first time in ${Math.round(performance.now() - started)} ms`;
    return {
      ...(await compareLoads(bench, {
        measured: load(query, '"similarity":1'),
        reference: load('page=1', '"meta":{"page":1,'),
        figures: medianTimes,
      })),
      note,
    };
  },
};

/** Those with the very same text come first. The uploaded voucher is compared as well, once its own text was read. */
function assertLikeness({ count, firstId }: LoadedVouchers, { data, meta }: Page): void {
  if (meta.records !== count - 1 && meta.records !== count)
    throw new Error(`${meta.records} vouchers were compared instead of ${count - 1}`);
  const same = data.slice(0, Math.floor(count / TEXTS) - 1);
  const wrong = same.find(({ id, similarity }) => (id - firstId) % TEXTS !== TEXTS / 2 || similarity !== 1);
  if (same.length === 0 || wrong) throw new Error(`Voucher ${wrong?.id} comes before those with the same text`);
}
