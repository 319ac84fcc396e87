import { allEndpoints } from '@app/api/endpoints';
import { BatchEntryIn } from '@app/api/ledger/journal-entry-batch';
import { Failure, type FieldFault, validate } from '@app/contract';
import { inputSchemaOf } from '@app/contract/json-schema';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { norwegian } from '../src/norwegian.ts';

type Printed = Readonly<Record<string, unknown>>;
type Path = readonly string[];

const long = 'x'.repeat(5_000);

/** Values that some schema or other refuses, each for a reason of its own. */
const hostile: readonly unknown[] = [
  ...[undefined, null, true, 0, -1, 1.5, 1e300, Number.NaN, [], {}, [null], [{}], [[]], [1, 1], ['a', 'a']],
  ...['', ' ', 'x', '0', '-1', '1.5', '1e5', 'true', 'null', '\u0000', long, 'a@b', 'ingrid@nordlys.example', '1;2;x'],
  ...['2026-02-30', '2026-13-01', '3026-01-01', '2026-01-31T25:00:00Z', '99999999999999', '0.0000001', '1.123456789'],
  ...['12345678901', '123456789', '010190', '#12', 'NOKK', 'project:x', 'asc desc', '../x', 'https://x y'],
  { '\u0000': 1, a: { b: 1 }, c: '\u0000', d: 1e300, e: long },
  Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, index])),
  Array.from({ length: 1_100 }, () => ({})),
  Array.from({ length: 30 }, () => 'https://x.example'),
];

/** Where the fields of a printed schema are, those of the first item of a list included. */
function* pathsOf(schema: Printed, path: Path = []): Generator<Path> {
  if (path.length > 6) return;
  yield path;
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Printed>))
    yield* pathsOf(field, [...path, name]);
  if (typeof schema.items === 'object') yield* pathsOf(schema.items as Printed, [...path, '0']);
  for (const part of [schema.anyOf, schema.oneOf, schema.allOf].flat() as (Printed | undefined)[])
    if (part) yield* [...pathsOf(part, path)].filter((inner) => inner.length > path.length);
}

/** A copy of the value with another one at the path; objects and lists on the way there are made. */
function changedAt(value: unknown, [name, ...rest]: Path, to: unknown): unknown {
  if (name === undefined) return to;
  if (name === '0') {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [changedAt(first, rest, to), ...others];
  }
  const object = typeof value === 'object' && value !== null ? value : {};
  return { ...object, [name]: changedAt((object as Printed)[name], rest, to) };
}

/** Every text that a schema says of hostile values at each of its fields. */
function textsOf(schema: z.ZodType, example: unknown, part: 'query' | 'body'): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const path of new Set([...pathsOf(inputSchemaOf(schema))].map((names) => names.join('\n'))))
    for (const value of hostile)
      try {
        validate(schema, changedAt(example, path === '' ? [] : path.split('\n'), value), part);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        texts.add(error.message);
        for (const { message } of (error.details?.fields ?? []) as readonly FieldFault[]) texts.add(message);
      }
  return texts;
}

it('whatever a declaration says of a value has its Norwegian form', () => {
  const missing = new Map<string, string>();
  let count = 0;
  const look = (name: string, texts: ReadonlySet<string>) => {
    count += texts.size;
    for (const text of texts) if (norwegian(text) === undefined) missing.set(text.slice(0, 300), name);
  };
  for (const { name, query, body, example } of allEndpoints) {
    if (query) look(name, textsOf(query, example?.query ?? {}, 'query'));
    if (body) look(name, textsOf(body, example?.body ?? {}, 'body'));
  }
  look('an entry of a batch', textsOf(BatchEntryIn, {}, 'body'));
  expect([...missing]).toEqual([]);
  expect(count).toBeGreaterThan(1_000);
});
