import { codes } from './codes.ts';
import { entries } from './entries.ts';
import { instruments } from './instruments.ts';
import { type Leaf, leafOf } from './leaves.ts';
import { parties } from './parties.ts';
import { remittances } from './remittances.ts';
import { statements } from './statements.ts';

/** An element that may stand in another, how often, and of which type it is. */
export interface Part {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly type: () => Structure;
}

/** What may stand in an element: a text, parts in their order, one of some parts, or anything. */
export interface Structure {
  readonly leaf?: Leaf;
  readonly parts?: readonly Part[];
  readonly isChoice?: boolean;
  readonly isAny?: boolean;
}

/**
 * The notation: `Name = Part Part …` is a sequence, `Name = Part | Part` a choice, `any` whatever is well-formed. A
 * part is `Element:Type`, exactly once; with `?` at most once, with `*` any number of times, with `+` once or more,
 * with `{0,10}` as often as it says. A line that begins with spaces goes on with the one before.
 */
const definitions = new Map(
  [statements, entries, parties, remittances, instruments]
    .flatMap((text) => text.trim().replaceAll(/\n\s+/g, ' ').split('\n'))
    .map((line) => line.split(' = ') as [string, string]),
);
const listed = new Map(
  codes
    .trim()
    .replaceAll(/\n\s+/g, ' ')
    .split('\n')
    .map((line) => line.split(' = '))
    .map(([name, values]) => [name!, new Set(values!.split(' '))]),
);

const known = new Map<string, Structure>();

/** The structure that a type of ISO 20022 stands for. */
export function structureOf(type: string): Structure {
  const found = known.get(type);
  if (found) return found;
  const definition = definitions.get(type);
  const made = definition === undefined ? { leaf: leafOf(type, listed) } : read(definition);
  known.set(type, made);
  return made;
}

function read(definition: string): Structure {
  if (definition === 'any') return { isAny: true };
  const isChoice = definition.includes(' | ');
  return { parts: definition.split(isChoice ? ' | ' : ' ').map(readPart), isChoice };
}

function readPart(text: string): Part {
  const [, name, type, often] = /^(\w+):(\w+)(.*)$/.exec(text)!;
  const [min, max] = bounds(often!);
  return { name: name!, min, max, type: () => structureOf(type!) };
}

function bounds(often: string): [number, number] {
  switch (often) {
    case '':
      return [1, 1];
    case '?':
      return [0, 1];
    case '*':
      return [0, Number.POSITIVE_INFINITY];
    case '+':
      return [1, Number.POSITIVE_INFINITY];
    default: {
      const [min, max] = often.slice(1, -1).split(',').map(Number);
      return [min!, max!];
    }
  }
}
