import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { endpoint, invalidField, JsonSyntaxError, parseJson, validate } from '@app/contract';
import { standard } from '@app/contract/test/fixture';
import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createFixture } from './things.ts';

const { app } = createFixture();
const server = createServer(app);
beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

it('half of a surrogate pair is refused, wherever it stands; whole pairs and escaped backslashes are not', () => {
  for (const text of ['"\\ud800"', '{"a":["x\\uDFFFy"]}', '{"\\udc00":1}', '"\\ude00\\ud83d"', '"\\\\ud83d\\ude00"'])
    expect(() => parseJson(text), text).toThrow(JsonSyntaxError);
  expect(parseJson('{"\\ud83d\\ude00":"\\uD83D\\uDE00"}')).toEqual({ '😀': '😀' });
  expect(parseJson('"\\\\ud800"')).toBe('\\ud800');
});

it('a field that never fails a request is neither bounded nor looked at for halves; its neighbours are', () => {
  const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
  const lenient = 'extra';
  expect(parseJson('{"extra":{"\\ud800":"\\udc00"},"a":"b"}', { lenient })).toEqual({
    extra: { '\ud800': '\udc00' },
    a: 'b',
  });
  expect(() => parseJson(`{"extra":${deep}}`, { lenient })).not.toThrow();
  for (const text of ['{"extra":1,"a":"\\ud800"}', `{"a":${deep}}`, '["\\ud800"]', '{"extra":'])
    expect(() => parseJson(text, { lenient }), text).toThrow(JsonSyntaxError);
});

it('a failure about one field names it in its sentence', () => {
  expect(invalidField('cancellation_reason', 'is required to cancel a posted entry').message).toBe(
    'cancellation_reason: is required to cancel a posted entry',
  );
  expect(invalidField('user_id', 'User 7 has no access').message).toBe('User 7 has no access');
  expect(invalidField('date', 'is 2026-01-31, but').details).toEqual({
    fields: [{ field: 'date', message: 'is 2026-01-31, but' }],
  });
});

it('a field of another type is reported in the words of JSON', () => {
  const schema = z.object({ list: z.array(z.object({ name: z.string() })), flag: z.boolean() });
  const faultsOf = (value: unknown): unknown => {
    try {
      return validate(schema, value, 'body');
    } catch (failure) {
      return (failure as { details: { fields: unknown } }).details.fields;
    }
  };
  expect(faultsOf({ list: ['a', { name: 1 }], flag: 'yes' })).toEqual([
    { field: 'list.0', message: 'must be a JSON object' },
    { field: 'list.1.name', message: 'must be text' },
    { field: 'flag', message: 'must be true or false' },
  ]);
});

it('the operation of a public endpoint may pass on what it was called with', async () => {
  const open = endpoint({
    name: 'things.open',
    summary: 'For anybody',
    service: 'ledger',
    method: 'POST',
    path: '/api/v2/open',
    auth: 'public',
    envelope: standard,
    status: 200,
    output: z.object({ names: z.array(z.string()) }),
  });
  const { api } = createFixture();
  api.serve(open, async ({ body: _body, ...call }) => ({ names: Object.keys({ ...call }) }));
  const response = await request(express().use(api.router())).post('/api/v2/open');
  expect([
    response.status,
    response.body.names.includes('requestId'),
    response.body.names.includes('principal'),
  ]).toEqual([200, true, false]);
});

/** Sends bytes and then a body that nobody waits for, and reads what comes back. */
async function push(head: string, body: Buffer): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  // What is still sent after the answer is refused by the machine.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.write(head);
  socket.write(body);
  await closed;
  return answer;
}

it('who is refused before the body was read still gets to read why, and the connection is closed', async () => {
  const megabytes = 3 * 1024 * 1024;
  const answer = await push(
    `POST /api/v2/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${megabytes}\r\n\r\n`,
    Buffer.alloc(megabytes, 32),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer).toContain('"code":"common.unauthorized"');
});

it('a body without a length is refused at its limit, on a connection that is still there', async () => {
  const piece = Buffer.alloc(1024 * 1024, 32);
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
  const answer = await push(
    'POST /api/v2/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    Buffer.concat(Array.from({ length: 12 }, () => chunk)),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('"code":"common.payload_too_large"');
});
