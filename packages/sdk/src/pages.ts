import type { CallOptions } from './call-options.ts';
import { type Sleep, sleep } from './retry.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: {
    readonly page: number;
    readonly pages: number;
    readonly records: number;
    readonly next_cursor?: string | null;
  };
}

/** A method of the client that gives a list. */
type ListMethod<Input, Row> = (input: Input, options?: CallOptions) => Promise<Page<Row>>;
/** What a list is asked by, without what says which part of it. */
type Question<Input, Part extends string> = Omit<NonNullable<Input>, Part>;

/**
 * Every row of a list, page by page. A list with cursors gives every row at least once whatever is written meanwhile,
 * and once more, at the end, what changed while it was read. Pages of a list without are cut by offset, so rows that
 * come or go in between can shift.
 */
export async function* paginate<Input, Row>(
  method: ListMethod<Input, Row>,
  input: Question<Input, 'page' | 'cursor'>,
  options?: CallOptions,
): AsyncGenerator<Row, void, undefined> {
  for await (const { data } of pagesOf(method, input, options)) yield* data;
}

/** The pages of a list: by cursor where it answers with one, else by number. */
async function* pagesOf<Input, Row>(
  method: ListMethod<Input, Row>,
  input: object,
  options?: CallOptions,
): AsyncGenerator<Page<Row>, void, undefined> {
  let next: object | undefined = {};
  while (next) {
    const answer = await method({ ...input, ...next } as Input, options);
    yield answer;
    const { next_cursor: cursor, page, pages } = answer.meta;
    if (cursor === undefined) next = page < pages ? { page: page + 1 } : undefined;
    else next = cursor === null ? undefined : { cursor };
  }
}

export interface PollOptions {
  /** The mark of an earlier run: only records changed at or after this moment; everything by default. */
  readonly from?: string;
  /** Milliseconds between rounds; five minutes by default. */
  readonly interval?: number;
  readonly signal?: AbortSignal;
  readonly sleep?: Sleep;
}

interface Changing {
  readonly id: number | string;
  /** UTC, whole seconds: as text in the order of time. */
  readonly updated_at: string;
}

/** Records as they were given, to see whether they are new. */
type Given = Map<number | string, { readonly at: string; readonly text: string }>;

/** Where a polled list begins: before anything could have changed. */
const BEGINNING = '1970-01-01T00:00:00Z';

/**
 * Changes of several client accounts do not become visible in the order of their moments: so long may one be late after
 * another.
 */
const LATENESS_MILLIS = 60_000;

const ROUNDS = 5;

/**
 * Follows the changes of a list (EVT-R01, GENX-R59): gives every record that is new or has changed, a page at a time,
 * with the mark to store for a later start. Upsert by `id`: what is of the mark's second comes again after a new start.
 * Nothing is kept but the records of that second, which are given again only when they changed.
 *
 * Name one client account where the list takes one. Across several, the mark stays a minute behind, and a minute is
 * remembered.
 */
export async function* poll<Input, Row extends Changing>(
  method: ListMethod<Input, Row>,
  input: Question<Input, 'page' | 'cursor' | 'updated_from'>,
  options: PollOptions = {},
): AsyncGenerator<{ readonly rows: readonly Row[]; readonly mark: string | undefined }, void, undefined> {
  const { signal, interval = 300_000, sleep: wait = sleep } = options;
  const lateness = isOfOneAccount(input) ? 0 : LATENESS_MILLIS;
  let mark = options.from;
  let given: Given = new Map();
  while (!signal?.aborted) {
    for (let round = 1; ; round++) {
      const reading = { mark, given: new Map() as Given, isWhole: true };
      for await (const rows of roundOf(
        method,
        { ...input, updated_from: mark ?? BEGINNING },
        reading,
        lateness,
        signal,
      )) {
        const fresh = rows.filter((row) => given.get(row.id)?.text !== JSON.stringify(row));
        // In the order of the changes nothing older is to come, so the mark goes with the page.
        if (fresh.length > 0) yield { rows: fresh, mark: reading.mark };
        if (signal?.aborted) return;
      }
      if (signal?.aborted) return;
      if (reading.isWhole) {
        mark = reading.mark;
        given = reading.given;
        break;
      }
      if (round === ROUNDS) break;
    }
    await wait(interval, signal).catch(() => undefined);
  }
}

interface Reading {
  /** Every change before it was read. */
  mark: string | undefined;
  /** What was read at the mark and after it. */
  readonly given: Given;
  isWhole: boolean;
}

/**
 * The changes since a mark, page by page. Without cursors rows come in no certain order, so the mark moves at the end;
 * and a row that is removed meanwhile pulls the later ones forward, over the edge of a page that was read already: when
 * the number of records fell, the round is not whole.
 */
async function* roundOf<Input, Row extends Changing>(
  method: ListMethod<Input, Row>,
  input: object,
  reading: Reading,
  lateness: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Row[], void, undefined> {
  let highest = reading.mark;
  let records = 0;
  let isOrdered = true;
  const settle = (): void => {
    if (highest === undefined) return;
    const behind = lateness === 0 ? highest : secondsBefore(highest, lateness);
    if (reading.mark === undefined || behind > reading.mark) reading.mark = behind;
    for (const [id, { at }] of reading.given) if (at < reading.mark) reading.given.delete(id);
  };
  try {
    for await (const { data: rows, meta } of pagesOf(method, input, signal && { signal })) {
      for (const row of rows) {
        if (highest === undefined || row.updated_at > highest) highest = row.updated_at;
        reading.given.set(row.id, { at: row.updated_at, text: JSON.stringify(row) });
      }
      isOrdered = meta.next_cursor !== undefined;
      if (!isOrdered && meta.records < records) reading.isWhole = false;
      records = meta.records;
      if (isOrdered) settle();
      yield rows;
    }
  } catch (error) {
    if (signal?.aborted) return;
    throw error;
  }
  if (!isOrdered && reading.isWhole) settle();
}

const secondsBefore = (moment: string, millis: number): string =>
  new Date(Date.parse(moment) - millis).toISOString().replace(/\.\d{3}Z$/, 'Z');

/** Does the question name exactly one client account? */
const isOfOneAccount = (input: object): boolean =>
  'client_account_id' in input && /^\d+$/.test(String(input.client_account_id));
