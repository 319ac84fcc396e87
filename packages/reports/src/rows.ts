import { setImmediate } from 'node:timers/promises';

/** Rows at hand, or rows that come one after the other. */
export type Rows<T> = Iterable<T> | AsyncIterable<T>;

/** The beginning of some rows, and the others when there are more. */
export interface FirstRows<T> {
  readonly first: readonly T[];
  readonly rest: AsyncIterable<T> | undefined;
}

export interface ReadAhead<T> extends FirstRows<T> {
  /** Stops whoever gives the rows; for when nobody reads on. */
  end(): Promise<void>;
}

/** Reads up to `count` rows, and one more to know whether there are others. */
export async function readAhead<T>(rows: Rows<T>, count: number): Promise<ReadAhead<T>> {
  const all = oneByOne(rows);
  const first: T[] = [];
  const end = async (): Promise<void> => void (await all.return());
  for (;;) {
    const { value, done } = await all.next();
    if (done) return { first, rest: undefined, end };
    if (first.length === count) return { first, rest: startingWith(value, all), end };
    first.push(value);
  }
}

async function* oneByOne<T>(rows: Rows<T>): AsyncGenerator<T, void> {
  yield* rows;
}

async function* startingWith<T>(row: T, others: AsyncIterable<T>): AsyncGenerator<T, void> {
  yield row;
  yield* others;
}

/** All rows, those read ahead and the others. */
export async function* allOf<T>({ first, rest }: FirstRows<T>): AsyncGenerator<T, void> {
  yield* first;
  if (rest) yield* rest;
}

/** Characters that are sent together. */
const PIECE = 32 * 1024;

/**
 * Joins small texts to pieces that are worth sending. Between two of them other requests get their turn, however fast
 * the texts come.
 */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < PIECE) continue;
    yield waiting;
    waiting = '';
    await setImmediate();
  }
  if (waiting !== '') yield waiting;
}
