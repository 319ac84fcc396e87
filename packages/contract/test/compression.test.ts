import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codingFor } from '../src/compress.ts';
import { createApi, endpoint, joinVary, Reply } from '../src/index.ts';
import { createMemoryStore, open, standard } from './fixture.ts';

const text = (bytes: number): string => 'Kaffe og kake på Røros. '.repeat(bytes).slice(0, bytes);
const base = { service: 'ledger', auth: 'public', envelope: standard, status: 200 } as const;
const query = z.object({ bytes: z.coerce.number() });
const answer = z.object({ text: z.string() });
const give = endpoint({
  ...base,
  name: 'answers.give',
  summary: 'Text',
  method: 'GET',
  path: '/give',
  query,
  output: answer,
});
const hide = endpoint({
  ...base,
  name: 'answers.hide',
  summary: 'Secret',
  method: 'GET',
  path: '/hide',
  query,
  output: answer,
  secret: true,
});
const make = endpoint({
  ...base,
  name: 'answers.make',
  summary: 'Text',
  method: 'POST',
  path: '/make',
  body: z.object({ bytes: z.int() }),
  output: answer,
});
const file = endpoint({
  ...base,
  name: 'answers.file',
  summary: 'A file',
  method: 'GET',
  path: '/file',
  query: z.object({ type: z.string() }),
  output: answer,
});

const api = createApi({
  access: open,
  idempotency: createMemoryStore(),
  publicBaseUrl: 'https://api.example',
  standard,
  log: { error: () => undefined },
  forwarded: () => ({ address: '192.0.2.1', dryRun: false }),
});
api.serve(give, async ({ query }) => ({ text: text(query.bytes) }));
api.serve(hide, async ({ query }) => ({ text: text(query.bytes) }));
api.serve(make, async ({ body }) => ({ text: text(body.bytes) }));
api.serve(
  file,
  async ({ query }) => new Reply(200, Buffer.from(text(5_000)), { ETag: 'W/"a"', Vary: 'Accept' }, query.type),
);
const server = createServer(express().disable('x-powered-by').use(api.router()));
beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Heard> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    httpRequest(
      { port, path, method, headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
      },
    )
      .on('error', reject)
      .end(body);
  });
}

const unpack = ({ headers, bytes }: Heard): string =>
  (headers['content-encoding'] === 'br'
    ? brotliDecompressSync(bytes)
    : headers['content-encoding'] === 'gzip'
      ? gunzipSync(bytes)
      : bytes
  ).toString();

describe('codingFor', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;Q=0.8, br;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=0.5, *;q=0', 'gzip'],
    ['identity', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=1.0', 'gzip'],
    ['deflate, zstd', undefined],
    ['gzip;q=x', undefined],
    ['gzip;q=2', undefined],
    [';;,=,q=1', undefined],
  ])('%j is answered with %s', (header, coding) => {
    expect(codingFor(header)).toBe(coding);
  });
});

it.each(['br', 'gzip'])(
  'an answer of 1 kB and more is compressed when %s is asked for, and says so [GENX-R58]',
  async (coding) => {
    for (const bytes of [1_000, 5_000, 300_000]) {
      const plain = await ask(`/give?bytes=${bytes}`);
      const packed = await ask(`/give?bytes=${bytes}`, { 'Accept-Encoding': coding });
      expect(packed.headers).toMatchObject({
        'content-encoding': coding,
        vary: 'Accept-Encoding',
        'content-length': `${packed.bytes.length}`,
      });
      expect(unpack(packed)).toBe(plain.bytes.toString());
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      // What caches must know of the one they must know of the other.
      expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    }
  },
);

it('a small answer, and what is compressed already, stays as it is [GENX-R58]', async () => {
  const all = { 'Accept-Encoding': 'br, gzip' };
  for (const path of [
    '/give?bytes=800',
    '/nothing',
    '/file?type=application/pdf',
    '/file?type=application/vnd.ms-excel',
  ]) {
    const { headers } = await ask(path, all);
    expect([path, headers['content-encoding']]).toEqual([path, undefined]);
  }
  for (const type of [
    'text/html',
    'text/csv',
    'application/json',
    'application/problem%2Bjson',
    'application/xml',
    'image/svg%2Bxml',
  ])
    expect((await ask(`/file?type=${type}`, all)).headers['content-encoding'], type).toBe('br');
});

it('an answer with a secret is never compressed, nor is a failure beside it [GENX-R58]', async () => {
  const { headers, bytes } = await ask('/hide?bytes=5000', { 'Accept-Encoding': 'br, gzip, identity;q=0' });
  expect([headers['content-encoding'], headers['content-length'], headers.vary]).toEqual([
    undefined,
    `${bytes.length}`,
    undefined,
  ]);
  const long = 'x'.repeat(3_000);
  expect(
    (await ask(`/hide?bytes=1&${long}=1&${long}=2`, { 'Accept-Encoding': 'br' })).headers['content-encoding'],
  ).toBeUndefined();
});

it('HEAD says what GET would, without its body [GENX-R58]', async () => {
  for (const accepted of ['br', 'identity']) {
    const [get, head] = [
      await ask('/give?bytes=5000', { 'Accept-Encoding': accepted }),
      await ask('/give?bytes=5000', { 'Accept-Encoding': accepted }, 'HEAD'),
    ];
    for (const name of ['content-encoding', 'content-length', 'vary', 'content-type'] as const)
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    expect(head.bytes).toHaveLength(0);
  }
});

it('a repeat with its key gets the same answer in the coding that it asks for [GENX-R58]', async () => {
  const send = (accepted: string) =>
    ask('/make', { 'Accept-Encoding': accepted, 'Idempotency-Key': 'once' }, 'POST', JSON.stringify({ bytes: 4_000 }));
  const [first, packed, plain] = [await send('gzip'), await send('br'), await send('identity')];
  expect([first, packed, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'br', undefined]);
  expect([packed.headers['idempotent-replayed'], unpack(packed), unpack(plain)]).toEqual([
    'true',
    unpack(first),
    unpack(first),
  ]);
});

it('what an answer says of its variants and its version is kept', async () => {
  const { headers } = await ask('/file?type=text/html', { 'Accept-Encoding': 'gzip' });
  expect([headers.vary, headers.etag]).toEqual(['Accept, Accept-Encoding', 'W/"a"']);
  expect(joinVary('Origin, accept-encoding', 'Accept-Encoding')).toBe('Origin, accept-encoding');
  expect(joinVary('*', 'Accept-Encoding')).toBe('*');
  expect(joinVary(undefined, 'Origin')).toBe('Origin');
});

it('many answers at once, of which some callers go away, are each their own', async () => {
  const { port } = server.address() as AddressInfo;
  for (let n = 0; n < 20; n++) {
    const gone = httpRequest({ port, path: '/give?bytes=200000', headers: { 'Accept-Encoding': 'br' } }).on(
      'error',
      () => undefined,
    );
    gone.end();
    setImmediate(() => gone.destroy());
  }
  const heard = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      ask(`/give?bytes=${1_100 + n * 997}`, { 'Accept-Encoding': n % 2 ? 'br' : 'gzip' }),
    ),
  );
  for (const [n, one] of heard.entries()) expect(JSON.parse(unpack(one)).text).toBe(text(1_100 + n * 997));
});
