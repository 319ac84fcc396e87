/**
 * A sentence with places for values: `{name}` takes any text, `{name:kind}` only what its kind allows. English and
 * Norwegian name the same values, in any order.
 */
export interface Sentence {
  /** The words around the values: one more than there are values. */
  readonly words: readonly string[];
  readonly slots: readonly Slot[];
  readonly norwegian: readonly Part[];
  /** Letters that are not values: of several sentences that fit a text, the one with most says most about it. */
  readonly weight: number;
}

/** `kind` is `text` (a sentence of the catalogue itself), `number`, `field` (a path), or the name of a vocabulary. */
interface Slot {
  readonly name: string;
  readonly kind: string | undefined;
}

/** Words as they are, or the value of that name. */
type Part = { readonly words: string } | { readonly value: string };

const SLOT = /\{(\w+)(?::(\w+))?\}/;

/** @throws Error for two values without a word between them: nobody could say where one ends */
export function readSentence(english: string, norwegian: string): Sentence {
  const pieces = english.split(SLOT);
  const words = pieces.filter((_, index) => index % 3 === 0);
  const slots = words.slice(1).map((_, index) => ({ name: pieces[index * 3 + 1]!, kind: pieces[index * 3 + 2] }));
  if (words.slice(1, -1).includes('')) throw new Error(`Two values stand side by side in "${english}"`);
  return { words, slots, norwegian: partsOf(norwegian), weight: words.join('').length };
}

/** Of what splits at a value, every third piece is its kind, which the Norwegian sentence does not say. */
const partsOf = (norwegian: string): readonly Part[] =>
  norwegian
    .split(SLOT)
    .flatMap((piece, index): readonly Part[] =>
      index % 3 === 2 ? [] : [index % 3 === 0 ? { words: piece } : { value: piece }],
    );

/** The Norwegian sentence with its values. */
export const fill = ({ norwegian }: Sentence, values: ReadonlyMap<string, string>): string =>
  norwegian.map((part) => ('words' in part ? part.words : (values.get(part.value) ?? ''))).join('');
