import { catalogue } from './catalogue/index.ts';
import { type Budget, newBudget, valuesOf } from './match.ts';
import { fill, readSentence, type Sentence } from './sentence.ts';
import { vocabularies } from './vocabularies.ts';

/** Texts above this stay English: they hold a value of thousands of characters, and nobody reads them. */
const LONGEST = 8_000;

/** Sentences within sentences: the place, the fault, the words in it. */
const DEEPEST = 5;

const fixed = new Map<string, string>();
/** Sentences with values by the letter they begin with; those that begin with a value under the empty text. */
const byBeginning = new Map<string, Sentence[]>();

for (const [english, norwegian] of Object.entries(catalogue)) {
  const sentence = readSentence(english, norwegian);
  if (sentence.slots.length === 0) fixed.set(english, norwegian);
  else {
    const beginning = sentence.words[0]!.charAt(0);
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), sentence]);
  }
}
for (const sentences of byBeginning.values()) sentences.sort((a, b) => b.weight - a.weight);

/** A text of ours in Norwegian (bokmål), its values as they are; undefined for a text that is none of the catalogue. */
export const norwegian = (english: string): string | undefined =>
  english.length > LONGEST ? undefined : translate(english, 0, newBudget());

function translate(english: string, depth: number, budget: Budget): string | undefined {
  const whole = fixed.get(english);
  if (whole !== undefined || depth === DEEPEST) return whole;
  return (
    fitting(byBeginning.get(english.charAt(0)), english, depth, budget) ??
    fitting(byBeginning.get(''), english, depth, budget)
  );
}

function fitting(
  sentences: readonly Sentence[] = [],
  english: string,
  depth: number,
  budget: Budget,
): string | undefined {
  for (const sentence of sentences) {
    const values = valuesOf(sentence, english, (value, kind) => readValue(value, kind, depth, budget), budget);
    if (values) return fill(sentence, values);
  }
  return undefined;
}

function readValue(value: string, kind: string | undefined, depth: number, budget: Budget): string | undefined {
  switch (kind) {
    case undefined:
      return value;
    case 'number':
      return /^-?\d+$/.test(value) ? value : undefined;
    case 'field':
      return /^[^\s":;,]+$/.test(value) ? value : undefined;
    case 'text':
      return translate(value, depth + 1, budget);
    default:
      return vocabularies[kind]?.[value];
  }
}
