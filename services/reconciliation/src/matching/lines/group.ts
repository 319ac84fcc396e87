import { decimal, sum } from '@app/money';
import type { LineGroup, OpenLine } from './facts.ts';
import { type Documents, type Key, keysOfLines, keyText } from './keys.ts';
import { noteOfLines } from './notes.ts';

/**
 * Open lines of one partner that belong together (5.1.6): on one account, with the same payment reference or number of
 * a document, adding up to zero. Where those of one reference do not, as with one payment for several invoices, all that
 * hang together by references are tried. A line is in one group at most.
 * @param lines of one business partner
 */
export function groupLines(lines: readonly OpenLine[], documents: Documents): readonly LineGroup[] {
  const keys = keysOfLines(lines, documents);
  const groups: LineGroup[] = [];
  const ordered = [...lines].sort((a, b) => a.journalLineId - b.journalLineId);
  for (const ofAccount of Map.groupBy(ordered, ({ accountId }) => accountId).values()) {
    const left = new Set(ofAccount);
    const propose = (together: readonly OpenLine[], shared: readonly Key[]): void => {
      const open = together.filter((line) => left.has(line));
      if (!isBalanced(open)) return;
      for (const line of open) left.delete(line);
      groups.push(groupOf(open, shared));
    };
    for (const kind of ['payment_ref', 'relation_number'] as const)
      for (const [key, sharing] of byKey(ofAccount, keys)) if (key.kind === kind) propose(sharing, [key]);
    for (const { lines: together, shared } of componentsOf([...left], keys)) propose(together, shared);
  }
  return groups;
}

/** Debit and credit that add up to zero, also in the currency where all are in one. */
function isBalanced(lines: readonly OpenLine[]): boolean {
  if (lines.length < 2) return false;
  const isZero = (amounts: readonly string[]) => sum(amounts.map(decimal)).isZero();
  const isOneCurrency = new Set(lines.map(({ currencyCode }) => currencyCode)).size === 1;
  return (
    isZero(lines.map(({ remainingAmount }) => remainingAmount)) &&
    (!isOneCurrency || isZero(lines.map(({ remainingAmountFc }) => remainingAmountFc)))
  );
}

function byKey(
  lines: readonly OpenLine[],
  keys: ReadonlyMap<OpenLine, readonly Key[]>,
): readonly (readonly [Key, readonly OpenLine[]])[] {
  const found = new Map<string, [Key, OpenLine[]]>();
  for (const line of lines)
    for (const key of keys.get(line) ?? []) {
      const known = found.get(keyText(key));
      if (known) known[1].push(line);
      else found.set(keyText(key), [key, [line]]);
    }
  return [...found.values()];
}

/** Lines that hang together by what they share, directly or over others. */
function componentsOf(
  lines: readonly OpenLine[],
  keys: ReadonlyMap<OpenLine, readonly Key[]>,
): readonly { readonly lines: readonly OpenLine[]; readonly shared: readonly Key[] }[] {
  const sharing = new Map(byKey(lines, keys).map(([key, own]) => [keyText(key), own]));
  const met = new Set<OpenLine>();
  return lines.flatMap((start) => {
    if (met.has(start)) return [];
    met.add(start);
    const together = [start];
    const shared = new Map<string, Key>();
    // Grows while it is walked through.
    for (const line of together)
      for (const key of keys.get(line) ?? []) {
        const text = keyText(key);
        if (shared.has(text)) continue;
        const others = sharing.get(text) ?? [];
        if (others.length > 1) shared.set(text, key);
        for (const other of others)
          if (!met.has(other)) {
            met.add(other);
            together.push(other);
          }
      }
    return [{ lines: together, shared: [...shared.values()] }];
  });
}

function groupOf(together: readonly OpenLine[], shared: readonly Key[]): LineGroup {
  const lines = [...together].sort((a, b) => a.journalLineId - b.journalLineId);
  const dates = lines.map(({ postingDate }) => postingDate).sort();
  const [from, date] = [dates[0]!, dates.at(-1)!];
  const debit = sum(lines.map((line) => decimal(line.remainingAmount)).filter((amount) => amount.isPositive()));
  const { businessPartnerId } = lines[0]!;
  const note = noteOfLines({ shared, lines: lines.length, businessPartnerId, from, to: date, debit });
  return { businessPartnerId, lines, date, note };
}
