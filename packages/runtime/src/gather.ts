import { AsyncLocalStorage } from 'node:async_hooks';

const LONGEST_MILLIS = 2;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How calls are gathered. */
export interface Gathering {
  /** How many calls share a piece of work at most. */
  readonly most?: number;
  /** How long calls wait for others at most while every turn of the event loop brings more. */
  readonly longestMillis?: number;
  /**
   * Whether what came while work was under way goes as soon as that ends, before those whose call has just been answered
   * can come again: the process and whoever does the work are then busy at the same time, in groups that are a little
   * smaller.
   */
  readonly atOnce?: boolean;
  /** Pieces of work that may be under way at once: what comes meanwhile waits for none of them while there are fewer. */
  readonly atWork?: number;
}

/**
 * Makes many calls share the work of one, such as a statement and its commit: what comes while a piece of work is under
 * way goes with the next, which begins when a turn of the event loop brings nobody else. A busy process so has large
 * groups, since its requests come faster than it can start work for each; one with nothing else to do begins at once.
 * Each call gets the result at its own place; when the work fails, all that went together get its error. The work runs
 * outside the context of any call, so in nobody's transaction.
 */
export function gather<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most = 1_000, longestMillis = LONGEST_MILLIS, atOnce = false, atWork = 1 }: Gathering = {},
): (item: Item) => Promise<Result> {
  const outside = AsyncLocalStorage.snapshot();
  const waiting: {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  let running = 0;
  let isGathering = false;

  const gatherAll = async (): Promise<void> => {
    const latest = performance.now() + longestMillis;
    let known: number;
    do {
      known = waiting.length;
      await nextTurn();
    } while (waiting.length > known && waiting.length < most && performance.now() < latest);
  };

  /** Begins one more piece of work, unless there are as many as there may be, or one that takes what waits. */
  const begin = (isFirst: boolean): void => {
    if (running >= atWork || isGathering || waiting.length === 0) return;
    running += 1;
    isGathering = true;
    void outside(run, isFirst);
  };

  const run = async (isFirst: boolean): Promise<void> => {
    if (isFirst || !atOnce) await gatherAll();
    isGathering = false;
    const together = waiting.splice(0, most);
    begin(true);
    try {
      const results = await work(together.map(({ item }) => item));
      for (const [index, { resolve }] of together.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
    running -= 1;
    begin(false);
  };

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    begin(true);
    return promise;
  };
}
