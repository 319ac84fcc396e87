import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApi, endpoint, type IdempotencyStore, type Method, PathTree } from '../src/index.ts';
import { open, standard } from './fixture.ts';

const named = (name: string, method: Method | readonly Method[], path: string, aliases: readonly string[] = []) =>
  endpoint({
    ...{ name, summary: name, service: 'auth', method, path, aliases, auth: 'public', envelope: standard, status: 200 },
    params: z.looseObject({}),
    output: z.object({ name: z.string(), params: z.record(z.string(), z.string()) }),
  });

const endpoints = [
  named('getThing', 'GET', '/things/{id}', ['/old-things/{id}/']),
  named('changeThing', ['PUT', 'PATCH'], '/things/{thing}'),
  named('countThings', 'POST', '/things/count'),
  named('listThings', 'GET', '/things/'),
  named('getPart', 'GET', '/things/{id}/parts/{part}'),
  named('getFirst', 'GET', '/things/first/parts/{part}'),
  named('getFile', 'GET', '/files/{name}.pdf'),
];

const app = express();
const server = createServer(app);
let port = 0;

beforeAll(async () => {
  const api = createApi({
    access: open,
    idempotency: {} as IdempotencyStore,
    publicBaseUrl: 'https://books.example',
    standard,
    log: { error: () => undefined },
    forwarded: () => ({ address: '192.0.2.1', dryRun: false }),
  });
  for (const each of endpoints)
    api.serve(each, async ({ params }) => ({ name: each.name, params: params as Record<string, string> }));
  app.use(api.router());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => server.close());

/** Paths as they are, which `fetch` would tidy. */
const ask = (method: string, path: string) =>
  new Promise<{ readonly status: number; readonly allow: string | undefined; readonly body: unknown }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port, method, path }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            allow: response.headers.allow,
            body: text === '' ? undefined : JSON.parse(text),
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );

describe('a request reaches the endpoint that is declared for it', () => {
  it.each([
    ['GET', '/things/7', 'getThing', { id: '7' }],
    ['GET', '/things/7/', 'getThing', { id: '7' }],
    ['GET', '/things/7?id=8', 'getThing', { id: '7' }],
    ['GET', '/things/a%20b%2Fc', 'getThing', { id: 'a b/c' }],
    ['GET', '/things/__proto__', 'getThing', { id: '__proto__' }],
    ['GET', '/things/count', undefined, undefined],
    ['GET', '/old-things/7', 'getThing', { id: '7' }],
    ['PATCH', '/things/7', 'changeThing', { thing: '7' }],
    ['POST', '/things/count', 'countThings', {}],
    ['GET', '/things', 'listThings', {}],
    ['GET', '/things/', 'listThings', {}],
    ['GET', '/things/7/parts/8', 'getPart', { id: '7', part: '8' }],
    ['GET', '/things/first/parts/8', 'getFirst', { part: '8' }],
    ['GET', '/things/first', 'getThing', { id: 'first' }],
    ['GET', '/files/a.pdf', 'getFile', { name: 'a' }],
  ])('%s %s', async (method, path, name, params) => {
    const { status, body } = await ask(method, path);
    if (name === undefined) expect(status).toBe(405);
    else expect(body).toEqual({ name, params });
  });

  it.each([
    ['/things/%E0%A4%A', 'what cannot be read'],
    ['/Things/7', 'other letters'],
    ['/things//parts/8', 'nothing where a parameter stands'],
    ['/things/7//', 'two slashes at the end'],
    ['/things/7/parts', 'the beginning of another'],
    ['/nothing', 'nobody has'],
  ])('404 for %s: %s', async (path) => {
    expect(await ask('GET', path)).toMatchObject({ status: 404, body: { error: { code: 'common.not_found' } } });
  });

  it('HEAD as GET, without a body; another method is told which there are', async () => {
    expect(await ask('HEAD', '/things/7')).toEqual({ status: 200, allow: undefined, body: undefined });
    expect(await ask('DELETE', '/things/7')).toMatchObject({ status: 405, allow: expect.stringContaining('GET') });
  });
});

it('of many paths one is found without looking at the others', () => {
  const tree = new PathTree<string>();
  for (let n = 0; n < 1_000; n++) tree.at(`/a${n}/{id}`, () => `a${n}`);
  expect(tree.find('/a999/7')).toEqual({ value: 'a999', parameters: ['7'] });
  expect([tree.find('/a999'), tree.find('/a999/'), tree.find('/a999/7/')]).toEqual([undefined, undefined, undefined]);
  expect(tree.at('/a7/{other}/', () => 'new')).toBe('a7');
});
