import { expect, it } from 'vitest';
import { z } from 'zod';
import { documentationFaultsOf } from '../src/documentation.ts';
import { endpoint } from '../src/index.ts';
import { standard } from './fixture.ts';

const Thing = z.object({
  id: z.int().describe('Id of the thing.'),
  amount: z.string().nullable().describe('Amount in kroner, debit positive.'),
});

const declared = {
  name: 'things.change',
  summary: 'Change a thing',
  description: 'Its parts are replaced.',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/things/{id}',
  envelope: standard,
  params: z.object({ id: z.string().regex(/^\d+$/).describe('Id of the thing.') }),
  query: z.object({ kind: z.enum(['a', 'b']).optional().describe('Kind of the thing.') }),
  body: z.object({
    parts: z.array(z.object({ name: z.string().describe('Name of the part.') })).describe('Its parts.'),
  }),
  status: 200,
  output: Thing,
} as const;
const example = { params: { id: 3 }, body: { parts: [{ name: 'lid' }] }, answer: { id: 3, amount: '1.00' } };

const faults = (change: object) => documentationFaultsOf([endpoint({ ...declared, example, ...change } as never)]);

it('an endpoint whose fields are described and whose example fits has no fault', () => {
  expect(faults({})).toEqual([]);
  expect(faults({ output: z.undefined(), example: { params: { id: 3 }, body: example.body } })).toEqual([]);
});

it.each([
  ['a path parameter', { params: z.object({ id: z.string() }) }, 'path.id has no description'],
  ['a query parameter', { query: z.object({ kind: z.string().optional() }) }, 'query.kind has no description'],
  [
    'a field in a list of the body',
    { body: z.object({ parts: z.array(z.object({ name: z.string() })).describe('Its parts.') }) },
    'body.parts.name has',
  ],
  [
    'a field of the answer',
    { output: Thing.extend({ note: z.string().optional() }) },
    'answer.note has no description',
  ],
  [
    'a field of a choice of answers',
    { output: z.union([Thing, z.object({ gone: z.boolean() })]) },
    'answer.gone has no description',
  ],
])('%s without a description is a fault', (_, change, text) => {
  expect(faults(change)).toEqual([expect.stringContaining(text)]);
});

it('a call without a description is a fault, unless it is no part of the document', () => {
  expect(faults({ description: undefined })).toEqual(['things.change has no description']);
  expect(faults({ description: undefined, hidden: true })).toEqual([]);
});

it('a description is a sentence of at most 300 characters', () => {
  expect(faults({ output: Thing.extend({ id: z.int().describe('seconds') }) })).toEqual([
    expect.stringContaining('is not a sentence'),
  ]);
  expect(faults({ output: Thing.extend({ id: z.int().describe(`${'X'.repeat(301)}.`) }) })).toEqual([
    expect.stringContaining('300 characters'),
  ]);
});

it.each([
  ['no example', undefined, 'has no example'],
  ['no body', { params: { id: 3 }, answer: example.answer }, 'no example of its body'],
  ['no answer', { params: { id: 3 }, body: example.body }, 'no example of its answer'],
  ['a path that is refused', { ...example, params: { id: 'x' } }, 'the example path is refused'],
  ['a query that is refused', { ...example, query: { kind: 'c' } }, 'the example query is refused'],
  ['a body that is refused', { ...example, body: { parts: [{ name: 1 }] } }, 'the example body is refused'],
  ['an answer that is refused', { ...example, answer: { id: '3', amount: null } }, 'the example answer is refused'],
  [
    'a field nobody declares',
    { ...example, body: { parts: [{ name: 'lid', size: 1 }] } },
    'body.parts[0] has the field size',
  ],
  ['a parameter nobody declares', { ...example, query: { sort: 'a' } }, 'has the field sort'],
])('an example with %s is a fault', (_, changed, text) => {
  expect(faults({ example: changed }).join('\n')).toContain(text);
});

it('pages that are no part of the document need no example, and their fields a description', () => {
  expect(faults({ hidden: true, example: undefined })).toEqual([]);
  expect(faults({ hidden: true, example: undefined, params: z.object({ id: z.string() }) })).toHaveLength(1);
});
