import { allEndpoints } from '@app/api/endpoints';
import { expect, it } from 'vitest';
import { idFieldsOf, nameOf } from './fields.ts';
import { trialsOf } from './kinds.ts';
import { settled } from './settled.ts';

const fields = allEndpoints.flatMap((endpoint) => idFieldsOf(endpoint).map((field) => ({ endpoint, field })));

it('of every field that takes an id it is known what the id is of', () => {
  expect(fields.length).toBeGreaterThan(450);
  const unknown = fields.filter(({ endpoint, field }) => trialsOf(endpoint, field) === undefined);
  expect(unknown.map(({ endpoint, field }) => `${endpoint.name} ${nameOf(field)}`)).toEqual([]);
});

it('what the contract settles is about fields that there are', () => {
  const names = new Set(fields.map(({ endpoint, field }) => `${endpoint.name} ${nameOf(field)}`));
  expect(Object.keys(settled).filter((name) => !names.has(name))).toEqual([]);
});
