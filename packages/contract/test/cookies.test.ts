import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type ApiOptions,
  createApi,
  type EndpointOptions,
  empty,
  endpoint,
  type IdempotencyStore,
} from '../src/index.ts';
import { open, standard } from './fixture.ts';

const OWN = 'https://books.example';
const WEB_APP = 'https://app.example';

const seen: (string | undefined)[] = [];
const logged: unknown[] = [];
const options: ApiOptions = {
  access: open,
  idempotency: {} as IdempotencyStore,
  publicBaseUrl: OWN,
  webApp: WEB_APP,
  standard,
  log: { error: (fields) => void logged.push(fields) },
  forwarded: () => ({ address: '192.0.2.1', dryRun: false }),
};

type Changes = Partial<EndpointOptions<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodUndefined>>;
const post = (path: string, changes: Changes) =>
  endpoint({
    name: `test${path}`,
    summary: path,
    service: 'auth',
    method: 'POST',
    path,
    auth: 'public',
    envelope: standard,
    status: 204,
    output: z.undefined(),
    ...changes,
  });
const form = { body: z.looseObject({}), bodyOptional: true, bodyType: 'application/x-www-form-urlencoded' } as const;
const endpoints = {
  page: post('/page', { ...form, forPeople: true }),
  bare: post('/bare', { cookies: true }),
  json: post('/json', { cookies: true, body: z.looseObject({}), bodyOptional: true }),
  either: post('/either', { ...form, bodyType: 'form-or-json', forPeople: true }),
  bearer: post('/bearer', { auth: 'session', cookies: true, body: z.looseObject({}), bodyOptional: true }),
  token: post('/token', form),
};

const server = createServer();
beforeAll(async () => {
  const api = createApi(options);
  for (const one of Object.values(endpoints))
    api.serve(one, async ({ headers }) => {
      seen.push(headers.cookie);
      return empty(204);
    });
  api.serve(post('/forgotten', {}), async () => empty(204, { 'Set-Cookie': 'a=b' }));
  server.on('request', express().use(api.router()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

const FORM = 'application/x-www-form-urlencoded';
async function send(name: keyof typeof endpoints | 'forgotten', from: Record<string, string>, type?: string) {
  seen.length = 0;
  const { port } = server.address() as AddressInfo;
  const { status } = await fetch(`http://127.0.0.1:${port}/${name}`, {
    method: 'POST',
    headers: { cookie: 'session=1', authorization: 'Bearer x', ...(type ? { 'content-type': type } : {}), ...from },
    ...(type ? { body: type === FORM ? 'a=b' : '{}' } : {}),
  });
  return [status, ...seen];
}

const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'same-origin' },
  { origin: `${OWN}.evil.example` },
  { origin: OWN.replace('https', 'http') },
  { origin: `${OWN}:8443` },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: OWN, 'sec-fetch-site': 'same-site' },
];
const own: Record<string, string>[] = [
  {},
  { origin: OWN },
  { origin: OWN, 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
];

describe('what uses a cookie', () => {
  it.each(foreign)(
    'is refused from %j: a page’s form, and a call without a body, whatever type it claims [PPL-R14]',
    async (from) => {
      for (const type of [FORM, undefined]) expect(await send('page', from, type)).toEqual([403]);
      for (const type of [undefined, 'text/plain', 'application/json'])
        expect(await send('bare', from, type)).toEqual([403]);
      expect(await send('either', from, FORM)).toEqual([403]);
    },
  );

  it.each(own)('is taken from %j, with its cookie', async (from) => {
    for (const name of ['page', 'either'] as const) expect(await send(name, from, FORM)).toEqual([204, 'session=1']);
    expect(await send('bare', from)).toEqual([204, 'session=1']);
    for (const name of ['json', 'bearer', 'either'] as const)
      expect(await send(name, from, 'application/json')).toEqual([204, 'session=1']);
  });

  it.each(foreign)('knows no cookie from %j where no form can be the sender: JSON, a bearer token', async (from) => {
    for (const name of ['json', 'either', 'bearer'] as const)
      expect(await send(name, from, 'application/json')).toEqual([204, undefined]);
  });

  it('the web application may call with cookies and send no form', async () => {
    for (const site of ['same-site', 'cross-site']) {
      const from = { origin: WEB_APP, 'sec-fetch-site': site };
      expect(await send('bare', from)).toEqual([204, 'session=1']);
      for (const name of ['json', 'either', 'bearer'] as const)
        expect(await send(name, from, 'application/json')).toEqual([204, 'session=1']);
      for (const name of ['page', 'either'] as const) expect(await send(name, from, FORM)).toEqual([403]);
    }
  });
});

describe('what declares no cookie', () => {
  it('sees none, and answers whoever asks', async () => {
    for (const from of [...foreign, ...own]) expect(await send('token', from, FORM)).toEqual([204, undefined]);
  });

  it('cannot set one: forgetting the declaration is a mistake that shows', async () => {
    expect(await send('forgotten', {})).toEqual([500]);
    expect(String((logged.at(-1) as { err: Error }).err)).toContain('sets a cookie');
  });
});
