import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createApi, endpoint, Reply } from '../src/index.ts';
import { createMemoryStore, open, standard } from './fixture.ts';

const file = endpoint({
  name: 'answers.file',
  summary: 'A file',
  service: 'ledger',
  auth: 'public',
  method: 'GET',
  path: '/file',
  envelope: standard,
  status: 200,
  output: z.undefined(),
  alternatives: ['text/xml'],
  offered: ['text/xml', 'application/zip'],
});
const api = createApi({
  access: open,
  idempotency: createMemoryStore(),
  publicBaseUrl: 'https://api.example',
  standard,
  log: { error: () => undefined },
  forwarded: () => ({ address: '192.0.2.1', dryRun: false }),
});
api.serve(file, async ({ mediaType }) => new Reply(200, Buffer.from(mediaType), {}, 'text/plain'));
const app = express().use(api.router());

it('an answer that is never JSON is given in the forms that it offers, the first of them unless asked otherwise', async () => {
  const ask = async (accept: string) => {
    const { status, text, headers } = await request(app).get('/file').set('Accept', accept);
    return [status, status === 200 ? text : JSON.parse(text).error.code, headers.vary];
  };
  expect(await ask('*/*')).toEqual([200, 'text/xml', 'Accept']);
  expect(await ask('application/zip, text/xml;q=0.5')).toEqual([200, 'application/zip', 'Accept']);
  expect(await ask('application/json')).toEqual([406, 'common.not_acceptable', 'Accept']);
});
