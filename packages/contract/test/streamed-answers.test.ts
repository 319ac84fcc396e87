import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBrotliDecompress } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createApi, disposition, endpoint, Failure, streamed } from '../src/index.ts';
import { createMemoryStore, open, standard } from './fixture.ts';

const LINE = `${'Kaffe og kake på Røros. '.repeat(40)}\n`;
const query = z.object({ lines: z.coerce.number(), fail: z.coerce.number().optional() });
const base = { service: 'ledger', auth: 'public', envelope: standard, status: 200, output: z.unknown() } as const;
const give = endpoint({ ...base, name: 'answers.stream', summary: 'Lines', method: 'GET', path: '/lines', query });
const make = endpoint({
  ...base,
  name: 'answers.make',
  summary: 'Lines',
  method: 'POST',
  path: '/make',
  body: z.object({ lines: z.int() }),
});

const errors: object[] = [];
/** What became of the lines of the last answer. */
let made: { count: number; readonly ended: Promise<void> };

function linesOf(count: number, fail?: number): AsyncIterable<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { count: 0, ended: promise };
  made = state;
  async function* lines() {
    try {
      for (; state.count < count; state.count++) {
        if (state.count === fail) throw new Error('no more lines');
        yield LINE;
      }
    } finally {
      resolve();
    }
  }
  return lines();
}

const options = {
  access: open,
  idempotency: createMemoryStore(),
  publicBaseUrl: 'https://api.example',
  standard,
  log: { error: (fields) => void errors.push(fields) },
  forwarded: () => ({ address: '192.0.2.1', dryRun: false }),
} satisfies Parameters<typeof createApi>[0];
const api = createApi(options);
api.serve(give, async ({ query }) =>
  streamed('text/plain; charset=utf-8', linesOf(query.lines, query.fail), { Vary: 'Accept' }),
);
api.serve(make, async ({ body }) => streamed('text/plain; charset=utf-8', linesOf(body.lines)));
const server = createServer(express().disable('x-powered-by').use(api.router()));
beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const begin = async (
  path: string,
  options: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<IncomingMessage> => {
  const outgoing = httpRequest({ port: (server.address() as AddressInfo).port, path, agent: false, ...options });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
};

async function read(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('an answer that is made while it is sent', () => {
  it('arrives whole, however long', async () => {
    const response = await begin('/lines?lines=20000');
    expect(response.headers).toMatchObject({ 'transfer-encoding': 'chunked', vary: 'Accept, Accept-Encoding' });
    expect(response.headers['content-length']).toBeUndefined();
    expect((await read(response)) === LINE.repeat(20_000)).toBe(true);
  });

  it('is compressed on its way', async () => {
    const response = await begin('/lines?lines=5000', { headers: { 'Accept-Encoding': 'br' } });
    expect(response.headers['content-encoding']).toBe('br');
    expect((await read(response.pipe(createBrotliDecompress()))) === LINE.repeat(5_000)).toBe(true);
  });

  it('says its length when it is short', async () => {
    const response = await begin('/lines?lines=3');
    expect(response.headers['content-length']).toBe(String(Buffer.byteLength(LINE) * 3));
    expect(await read(response)).toBe(LINE.repeat(3));
  });

  it('is a failure when its first part cannot be made', async () => {
    const response = await begin('/lines?lines=20000&fail=10');
    expect(response.statusCode).toBe(500);
    expect(JSON.parse(await read(response)).error.code).toBe('common.internal_error');
  });

  it('breaks off when a later part cannot be made, so that nobody takes it for whole, and is logged', async () => {
    errors.length = 0;
    const response = await begin('/lines?lines=20000&fail=5000');
    expect(response.statusCode).toBe(200);
    await expect(read(response)).rejects.toThrow('aborted');
    expect(errors).toMatchObject([{ operation: 'answers.stream', err: { message: 'no more lines' } }]);
  });

  it('is made no faster than it is read, and no further when its reader leaves', async () => {
    errors.length = 0;
    const response = await begin('/lines?lines=2000000');
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.length).toBeGreaterThan(0);
    response.pause();
    const before = made;
    response.destroy();
    await before.ended;
    expect(before.count).toBeLessThan(200_000);
    expect(errors).toEqual([]);
  });

  it('ends with its time, however steadily it is read', async () => {
    const hasty = createApi({ ...options, longestStreamMillis: 100 });
    hasty.serve(give, async ({ query }) => streamed('text/plain; charset=utf-8', linesOf(query.lines)));
    const own = createServer(express().use(hasty.router()));
    await once(own.listen(0, '127.0.0.1'), 'listening');
    const outgoing = httpRequest({ port: (own.address() as AddressInfo).port, path: '/lines?lines=1000000000' });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    await expect(read(response)).rejects.toThrow('aborted');
    await made.ended;
    own.close();
  });

  it('breaks off when its reader loses access, asked four times a second, which is a refusal and no fault', async () => {
    errors.length = 0;
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked: string[] = [];
    const refused: string[] = [];
    let standing: Failure | undefined;
    const assertStill = async () => {
      asked.push(standing?.code ?? 'allowed');
      if (standing) throw standing;
    };
    const guarded = createApi({
      ...options,
      access: { ...open, authenticate: async (...who) => ({ ...(await open.authenticate(...who)), assertStill }) },
      refused: (_, { code }) => void refused.push(code),
    });
    guarded.serve(give, async ({ query }) => streamed('text/plain; charset=utf-8', linesOf(query.lines)));
    const own = createServer(express().use(guarded.router()));
    await once(own.listen(0, '127.0.0.1'), 'listening');
    const outgoing = httpRequest({ port: (own.address() as AddressInfo).port, path: '/lines?lines=1000000000' });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const end = read(response).then(
      () => 'whole',
      ({ message }: Error) => message,
    );
    await expect.poll(() => made.count).toBeGreaterThan(1_000);
    expect(asked).toEqual([]);
    const askAgain = async () => {
      const before = asked.length;
      vi.advanceTimersByTime(250);
      await expect.poll(() => asked.length).toBe(before + 1);
    };
    await askAgain();
    // Nobody there to say so is no refusal, for a while.
    standing = new Failure('common.service_unavailable', 503, 'away');
    await askAgain();
    await askAgain();
    standing = new Failure('common.forbidden', 403, 'removed');
    await askAgain();
    expect(await end).toBe('aborted');
    const away = 'common.service_unavailable';
    expect(asked).toEqual(['allowed', away, away, 'common.forbidden']);
    await made.ended;
    expect([refused, errors]).toEqual([['common.forbidden'], []]);
    own.close();
  });

  it('has no body for HEAD, and is not made', async () => {
    const response = await begin('/lines?lines=2000000', { method: 'HEAD' });
    expect(response.statusCode).toBe(200);
    expect(await read(response)).toBe('');
    await made.ended;
    expect(made.count).toBeLessThan(1_000);
  });

  it('is a mistake of an operation whose answers are kept for a repeat', async () => {
    const outgoing = httpRequest({
      port: (server.address() as AddressInfo).port,
      path: '/make',
      method: 'POST',
      agent: false,
    });
    outgoing.setHeader('Content-Type', 'application/json').end('{"lines":2000}');
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(500);
    await made.ended;
  });
});

it('names a file in both forms of RFC 6266', () => {
  expect(disposition('inline', 'Ærlig "1".html')).toBe(
    `inline; filename="_rlig _1_.html"; filename*=UTF-8''%C3%86rlig%20%221%22.html`,
  );
});
