import type { EntryPage, SaftEntry } from './entries.ts';

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

/** The transactions of a page, in its order. */
export function* transactionsOf({ entries, lines }: EntryPage): Generator<Transaction, void> {
  const begins = beginsOf(lines.entry);
  for (const entry of entries) {
    let from = begins.get(entry.id);
    while (from !== undefined && lines.entry[from] === entry.id) {
      const day = lines.day?.[from] ?? entry.day;
      const to = endOf(lines, from);
      yield { entry, day, from, to, isOneOfSeveral: lines.day !== undefined };
      from = to;
    }
  }
}

/** Where the lines of each entry begin. */
function beginsOf(entries: readonly string[]): ReadonlyMap<string, number> {
  const begins = new Map<string, number>();
  // There are as many as lines, for which pairs of place and entry cost more than all else here.
  for (let at = 0; at < entries.length; at++) if (entries[at] !== entries[at - 1]) begins.set(entries[at]!, at);
  return begins;
}

/** Where the lines of the entry and day end that begin there. */
function endOf({ entry, day }: EntryPage['lines'], from: number): number {
  let to = from + 1;
  while (to < entry.length && entry[to] === entry[from] && day?.[to] === day?.[from]) to++;
  return to;
}
