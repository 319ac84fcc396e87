import type { EntryPage, LineColumns, SaftEntry } from './entries.ts';

/** One transaction of the file: an entry, or what it posts on one of its dates. */
export interface Transaction {
  readonly entry: SaftEntry;
  readonly day: string;
  /** Its lines are those of the page from here, */
  readonly from: number;
  /** and up to this one, which is another's. */
  readonly to: number;
  /** Of several dates: then the number alone would name several transactions. */
  readonly isOneOfSeveral: boolean;
}

/** The transactions of a page, in its order. @throws Error when its entries have other lines than were read */
export function* transactionsOf({ entries, lines }: EntryPage): Generator<Transaction, void> {
  const { entry: entryOf, day: dayOf } = lines;
  if (entryOf !== undefined && dayOf !== undefined) {
    yield* spread(entries, entryOf, dayOf);
    return;
  }
  const begins = beginsBy(entries, lines);
  for (const entry of entries) {
    const from = begins.get(entry)!;
    yield { entry, day: entry.day, from, to: from + entry.lineCount, isOneOfSeveral: false };
  }
}

/** Where the lines of each entry begin: all of them were read, in the order of the ids. */
function beginsBy(entries: readonly SaftEntry[], { id }: LineColumns): ReadonlyMap<SaftEntry, number> {
  const begins = new Map<SaftEntry, number>();
  let lines = 0;
  for (const entry of entries.toSorted((a, b) => Number(a.id) - Number(b.id))) {
    begins.set(entry, lines);
    lines += entry.lineCount;
  }
  if (lines !== id.length) throw new Error(`${id.length} lines were read of entries that have ${lines}`);
  return begins;
}

/** A transaction for each date of an entry in the span. */
function* spread(
  entries: readonly SaftEntry[],
  entryOf: readonly string[],
  dayOf: readonly string[],
): Generator<Transaction, void> {
  const begins = new Map<number, number>();
  for (const [at, id] of entryOf.entries()) if (id !== entryOf[at - 1]) begins.set(Number(id), at);
  for (const entry of entries) {
    let from = begins.get(Number(entry.id));
    while (from !== undefined && entryOf[from] === entry.id) {
      const day = dayOf[from]!;
      let to = from + 1;
      while (entryOf[to] === entry.id && dayOf[to] === day) to++;
      yield { entry, day, from, to, isOneOfSeveral: true };
      from = to;
    }
  }
}
