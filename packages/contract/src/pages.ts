import { type Sleep, sleep } from './retry.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly page: number; readonly pages: number; readonly per_page: number; readonly records: number };
}

type RowOf<M> = M extends (...given: never[]) => Promise<{ data: (infer Row)[] }> ? Row : never;
// biome-ignore lint/suspicious/noExplicitAny: any list method
type AnyList = (input?: any, ...rest: any[]) => Promise<any>;

/**
 * Every row of a list, page by page. Pages are cut by offset, so rows that come or go in between can shift: use `poll` to stay in step.
 */
export async function* paginate<M extends AnyList>(
  method: M,
  input: Omit<NonNullable<Parameters<M>[0]>, 'page'>,
  options?: Parameters<M>[1],
): AsyncGenerator<RowOf<M>, void, undefined> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = (await method({ ...input, page }, options)) as Page<RowOf<M>>;
    yield* answer.data;
    pages = answer.meta.pages;
  }
}

export interface PollOptions {
  /** Only records changed at or after this moment; everything by default. */
  readonly from?: string;
  /** Milliseconds between rounds; five minutes by default. */
  readonly interval?: number;
  readonly signal?: AbortSignal;
  readonly sleep?: Sleep;
}

interface Changing {
  readonly id: number | string;
  readonly updated_at: string;
}

/**
 * Follows a list by `updated_from` (document 1, Events): each round gives the records changed since the last, and the mark to store for
 * a later start. Upsert by `id`: the records of the mark's second are asked for again and given again only when they changed.
 */
export async function* poll<M extends AnyList>(
  method: M,
  input: Omit<NonNullable<Parameters<M>[0]>, 'page' | 'updated_from'>,
  options: PollOptions = {},
): AsyncGenerator<{ readonly rows: readonly RowOf<M>[]; readonly mark: string | undefined }, void, undefined> {
  const wait = options.sleep ?? sleep;
  let mark = options.from;
  let atMark = new Map<number | string, string>();
  while (!options.signal?.aborted) {
    const { rows, isWhole } = await readRound(method, mark === undefined ? { ...input } : { ...input, updated_from: mark });
    const fresh = rows.filter((row) => atMark.get(row.id) !== JSON.stringify(row));
    const highest = !isWhole
      ? mark
      : rows.reduce<string | undefined>((most, row) => (most === undefined || row.updated_at > most ? row.updated_at : most), mark);
    if (isWhole) atMark = new Map(rows.filter((row) => row.updated_at === highest).map((row) => [row.id, JSON.stringify(row)]));
    mark = highest;
    if (fresh.length > 0) yield { rows: fresh as RowOf<M>[], mark };
    if (options.signal?.aborted) return;
    await wait(options.interval ?? 300_000, options.signal).catch(() => undefined);
  }
}

const ROUNDS = 5;

/**
 * All pages of one question. A row that is removed meanwhile pulls the later ones forward, over the edge of a page that was read
 * already: when the number of records fell, the round is read again, and after five tries the mark stays where it is.
 */
async function readRound(method: AnyList, input: object): Promise<{ readonly rows: readonly Changing[]; readonly isWhole: boolean }> {
  for (let round = 1; ; round++) {
    const rows = new Map<number | string, Changing>();
    let records: number | undefined;
    let isWhole = true;
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = (await method({ ...input, page })) as Page<Changing>;
      for (const row of answer.data) rows.set(row.id, row);
      if (records !== undefined && answer.meta.records < records) isWhole = false;
      records = answer.meta.records;
      pages = answer.meta.pages;
    }
    if (isWhole || round === ROUNDS) return { rows: [...rows.values()], isWhole };
  }
}
