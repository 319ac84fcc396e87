import type { Sentence } from './sentence.ts';

/** What a value says in Norwegian; undefined when its kind does not allow it. */
export type ReadValue = (value: string, kind: string | undefined) => string | undefined;

/**
 * Tries that are left to read a text, all of its sentences together: a caller chooses the values, and with them how
 * often our words repeat. An honest text takes a handful.
 */
export interface Budget {
  tries: number;
}

export const newBudget = (): Budget => ({ tries: 60 });

/**
 * The values of a text that fits a sentence, in Norwegian; undefined when it does not fit. A value may hold the words
 * that come after it: then it is read as short as the rest of the sentence allows.
 */
export function valuesOf(
  { words, slots }: Sentence,
  text: string,
  read: ReadValue,
  budget: Budget,
): ReadonlyMap<string, string> | undefined {
  if (!holdsInOrder(text, words)) return undefined;
  const values = new Map<string, string>();

  const fits = (index: number, from: number): boolean => {
    const { name, kind } = slots[index]!;
    const next = words[index + 1]!;
    const isLast = index === slots.length - 1;
    let end = isLast ? text.length - next.length : text.indexOf(next, from);
    while (end >= from && budget.tries > 0) {
      budget.tries -= 1;
      const value = read(text.slice(from, end), kind);
      if (value !== undefined && (isLast || fits(index + 1, end + next.length))) {
        values.set(name, value);
        return true;
      }
      // A path or a number that is none is not one when it is longer.
      if (isLast || (value === undefined && (kind === 'field' || kind === 'number'))) return false;
      end = text.indexOf(next, end + 1);
    }
    return false;
  };
  return fits(0, words[0]!.length) ? values : undefined;
}

/** Whether a text has the words of a sentence, one after the other: of most sentences it has not, and costs no try. */
function holdsInOrder(text: string, words: readonly string[]): boolean {
  if (!text.startsWith(words[0]!) || !text.endsWith(words.at(-1)!)) return false;
  let from = words[0]!.length;
  for (const next of words.slice(1, -1)) {
    const at = text.indexOf(next, from);
    if (at < 0) return false;
    from = at + next.length;
  }
  return from <= text.length - words.at(-1)!.length;
}
