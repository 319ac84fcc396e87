import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Makes many calls share the work of one, such as a statement and its commit: what comes in one turn of the event loop
 * goes together, and what comes while a piece of work is under way goes with the next. Nobody waits when nobody else is
 * there. Each call gets the result at its own place; when the work fails, all that went together get its error. The
 * work runs outside the context of any call, so in nobody's transaction.
 * @param options.most how many calls share a piece of work at most
 */
export function gather<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most = 1_000 }: { readonly most?: number } = {},
): (item: Item) => Promise<Result> {
  const outside = AsyncLocalStorage.snapshot();
  const waiting: {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  let isScheduled = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const together = waiting.splice(0, most);
      try {
        const results = await work(together.map(({ item }) => item));
        for (const [index, { resolve }] of together.entries()) resolve(results[index]!);
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    isScheduled = false;
  };

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isScheduled) {
      isScheduled = true;
      setImmediate(() => outside(run));
    }
    return promise;
  };
}
