/** Pieces of work of one kind that are under way at the same time. */
const AT_ONCE = 4;

/**
 * Works on every item, some at the same time; they begin in their order. The first one is done before the others begin
 * where `isFirstAlone` says so: then it gets the lowest id.
 * @throws what the first piece that failed threw, when those under way have ended: nothing goes on behind a new try
 */
export async function workOnEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  { atOnce = AT_ONCE, isFirstAlone = false }: { readonly atOnce?: number; readonly isFirstAlone?: boolean } = {},
): Promise<void> {
  const left = Iterator.from(items);
  if (isFirstAlone) {
    const first = left.next();
    if (!first.done) await work(first.value);
  }
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (let next = left.next(); !next.done && !hasFailed; next = left.next())
      await work(next.value).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
  };
  await allEnded(Array.from({ length: atOnce }, worker));
}

/**
 * Waits until every part has ended, so that none goes on while somebody tries again.
 * @throws what the first one of them, in their order, threw
 */
export async function allEnded<const P extends readonly Promise<unknown>[]>(
  parts: P,
): Promise<{ -readonly [K in keyof P]: Awaited<P[K]> }> {
  await Promise.allSettled(parts);
  return (await Promise.all(parts)) as { -readonly [K in keyof P]: Awaited<P[K]> };
}

/**
 * Works when something else is done.
 * @throws what that threw, and then does not begin
 */
export async function after<T>(done: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  await done;
  return work();
}
