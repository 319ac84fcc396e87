import { namesOf } from './same-words.ts';

/** Something that the search finds, with its words in small letters. */
export interface Entry<T> {
  readonly what: T;
  /** What it is called: title, path, code, and words that stand for it. */
  readonly called: string;
  /** Everything else that it says. */
  readonly says: string;
  /** Added to its rank: of two that fit equally the guide comes before the call. */
  readonly lead: number;
}

const CALLED = 10;
const SAYS = 1;
/** A word that was searched itself counts more than one that means the same. */
const ITSELF = 2;
/** Within another word, as `vat` in `deactivate`, it counts little, and a word that means the same not at all. */
const WITHIN = 0.2;

/** Entries that hold every word of a query, or another word for it; the best first. */
export function find<T>(entries: readonly Entry<T>[], words: readonly string[]): readonly T[] {
  if (words.length === 0) return [];
  const wanted = words.map(namesOf);
  return entries
    .map((entry) => ({ entry, ranks: wanted.map((names) => rankOf(entry, names)) }))
    .filter(({ ranks }) => ranks.every((rank) => rank > 0))
    .map(({ entry, ranks }) => ({ what: entry.what, rank: ranks.reduce((sum, rank) => sum + rank, entry.lead) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ what }) => what);
}

const rankOf = ({ called, says }: Entry<unknown>, names: readonly string[]): number =>
  Math.max(
    ...names.map((name, index) => {
      const isItself = index === 0;
      const within = isItself && (called.includes(name) || says.includes(name)) ? WITHIN : 0;
      const whole = beginsWord(called, name) ? CALLED : beginsWord(says, name) ? SAYS : 0;
      return Math.max(whole * (isItself ? ITSELF : 1), within);
    }),
  );

/** Does a word of the text begin with this? */
function beginsWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (at === 0 || !/[\p{L}\d]/u.test(text[at - 1]!)) return true;
  return false;
}

/** The words of a query, in small letters. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
