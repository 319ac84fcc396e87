import { allEndpoints } from '@app/api/endpoints';
import { standard } from '@app/api/envelopes';
import { endpoint, type Method } from '@app/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createRoutes } from './routes.ts';

const make = (name: string, method: Method | Method[], path: string, aliases: string[] = []) =>
  endpoint({
    name,
    summary: name,
    service: 'ledger',
    method,
    path,
    aliases,
    envelope: standard,
    status: 200,
    output: z.object({}),
  });
const match = createRoutes([
  make('a.get', 'GET', '/a/{id}'),
  make('a.change', ['PUT', 'POST'], '/a/{id}'),
  make('a.depreciate', 'POST', '/a/depreciate'),
  make('a.create', 'POST', '/a/', ['/b']),
  make('a.list', 'GET', '/a'),
  make('x.literal', 'GET', '/x/y/{id}'),
  make('x.other', 'GET', '/x/{id}/z'),
]);
const name = (method: string, path: string) => {
  const found = match(method, path);
  return found.kind === 'endpoint' ? found.endpoint.name : found.kind === 'method' ? found.allow.join(',') : 'none';
};

it('finds the endpoint of method and path, aliases and a declared slash at the end included', () => {
  expect([
    name('GET', '/a/1'),
    name('PUT', '/a/1'),
    name('POST', '/a/1'),
    name('POST', '/a'),
    name('POST', '/b'),
    name('GET', '/a'),
  ]).toEqual(['a.get', 'a.change', 'a.change', 'a.create', 'a.create', 'a.list']);
});

it('takes HEAD for GET', () => {
  expect([name('HEAD', '/a'), name('HEAD', '/b')]).toEqual(['a.list', 'POST']);
});

it('literal segments win over parameters', () => {
  expect([
    name('POST', '/a/depreciate'),
    name('GET', '/a/depreciate'),
    name('GET', '/x/y/1'),
    name('GET', '/x/y/z'),
    name('GET', '/x/1/z'),
  ]).toEqual(['a.depreciate', 'POST', 'x.literal', 'x.literal', 'x.other']);
});

it('states the methods that an address takes', () => {
  expect([name('DELETE', '/a/1'), name('PATCH', '/a'), name('delete', '/a')]).toEqual([
    'GET,HEAD,PUT,POST',
    'POST,GET,HEAD',
    'POST,GET,HEAD',
  ]);
});

it('letters’ case counts, and so does every segment', () => {
  expect(['/A/1', '/a/1/2', '/x', '/x/y', '/a/{id}/', '/a/'].map((path) => name('GET', path))).toEqual([
    'none',
    'none',
    'none',
    'none',
    'none',
    'none',
  ]);
});

it('a method and path that are declared twice are a mistake', () => {
  expect(() => createRoutes([make('a.one', 'GET', '/a/{id}'), make('a.two', 'GET', '/a/{other}')])).toThrow(
    /a\.one.*a\.two/,
  );
});

it('the whole API makes one route table, and what changes something takes the write scope', () => {
  expect(() => createRoutes(allEndpoints)).not.toThrow();
  const odd = allEndpoints.filter(
    ({ auth, scope, methods }) => auth !== 'public' && scope !== (methods.includes('GET') ? 'read' : 'write'),
  );
  // On the tool endpoint every call is a POST: there each tool asks for its own scope.
  expect(odd.map((each) => each.name)).toEqual(['tools.call']);
});
