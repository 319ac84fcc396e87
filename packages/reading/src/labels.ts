import type { Line } from './text.ts';

/** What is printed beside a value, and how surely it means that value, 0 to 1. */
export interface Label {
  readonly words: RegExp;
  readonly weight: number;
}

/** A label that stands somewhere. */
export interface Found {
  readonly line: Line;
  readonly weight: number;
  /** The places in the line where it begins, and behind it. */
  readonly start: number;
  readonly end: number;
}

/**
 * A label of words that are written folded (small, `a` for `å`). Between words there may be any space, dot or hyphen, and
 * in front no other word may go on.
 */
export const label = (weight: number, ...words: readonly string[]): Label => ({
  words: new RegExp(
    `(?<![a-z0-9])(?:${words.map((each) => each.replace(/ /g, '[\\s.:/-]*')).join('|')})(?![a-z])`,
    'g',
  ),
  weight,
});

/** Every place where one of the labels stands; of labels at the same place the heaviest, then the longest. */
export function findLabels(lines: readonly Line[], labels: readonly Label[]): readonly Found[] {
  const found: Found[] = [];
  for (const line of lines)
    for (const { words, weight } of labels)
      for (const match of line.folded.matchAll(words))
        found.push({ line, weight, start: match.index, end: match.index + match[0].length });
  return found;
}
