import { expect, it } from 'vitest';
import { catalogue } from '../src/catalogue/index.ts';
import { norwegian } from '../src/norwegian.ts';
import { readSentence } from '../src/sentence.ts';
import { vocabularies } from '../src/vocabularies.ts';

const sentences = Object.entries(catalogue).map(([english, text]) => ({ english, ...readSentence(english, text) }));

it('a sentence names the same values in both languages', () => {
  const differing = sentences
    .filter(({ slots, norwegian: parts }) => {
      const values = parts.flatMap((part) => ('value' in part ? [part.value] : []));
      return (
        slots
          .map(({ name }) => name)
          .toSorted()
          .join() !== values.toSorted().join()
      );
    })
    .map(({ english }) => english);
  expect(differing).toEqual([]);
});

it('a kind of value is one that is known', () => {
  const known = new Set(['text', 'number', 'field', ...Object.keys(vocabularies)]);
  expect(sentences.flatMap(({ slots }) => slots.filter(({ kind }) => kind && !known.has(kind)))).toEqual([]);
});

it('no Norwegian text is the English one, and none is empty', () => {
  expect(Object.entries(catalogue).filter(([english, text]) => english === text || text.trim() === '')).toEqual([]);
});

/** A value of the kind, and the same in Norwegian. */
function sampleOf(kind: string | undefined, index: number): readonly [string, string] {
  if (kind === undefined) return [`Ærlig & Sønn ${index}`, `Ærlig & Sønn ${index}`];
  if (kind === 'number') return [`4${index}`, `4${index}`];
  if (kind === 'field') return [`lines.${index}.debit`, `lines.${index}.debit`];
  if (kind === 'text') return ['is required', 'er påkrevd'];
  return Object.entries(vocabularies[kind]!)[0]!;
}

it('every sentence is found again by what it says, with its values', () => {
  const missed = sentences.flatMap(({ english, words, slots, norwegian: parts }) => {
    const samples = slots.map(({ kind }, index) => sampleOf(kind, index));
    const said = words.map((word, index) => word + (samples[index]?.[0] ?? '')).join('');
    const values = new Map(slots.map(({ name }, index) => [name, samples[index]![1]]));
    const wanted = parts.map((part) => ('words' in part ? part.words : values.get(part.value))).join('');
    // What begins with the place of an entry is no fault of a field.
    const isFault = /^\p{Ll}/u.test(said) && !said.startsWith('entries.');
    const pairs: readonly (readonly [string, string])[] = [
      [said, wanted],
      ...(isFault ? ([[`lines.0.x ${said} (and 2 more)`, `lines.0.x ${wanted} (og 2 til)`]] as const) : []),
      ...(isFault ? ([[`entries.1.x: ${said}`, `entries.1.x: ${wanted}`]] as const) : []),
    ];
    return pairs.flatMap(([text, form]) => (norwegian(text) === form ? [] : [{ english, form, got: norwegian(text) }]));
  });
  expect(missed).toEqual([]);
});
