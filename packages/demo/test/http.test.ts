import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { CallRefused, createCaller } from '../src/http.ts';

/** Answers what is next in the row, or closes the connection, and notes the keys that it was asked under. */
const answers: (readonly [status: number, code: string] | 'lost')[] = [];
const keys: (string | undefined)[] = [];
const server = createServer((request, response) => {
  keys.push(request.headers['idempotency-key'] as string | undefined);
  const answer = answers.shift() ?? [201, ''];
  if (answer === 'lost') return response.destroy();
  const [status, code] = answer;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code } }));
});

async function callerOn(): Promise<ReturnType<typeof createCaller>> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return createCaller(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
  keys.length = 0;
});

it('who has no token yet sends again what nobody could carry out, or somebody still does, under the same key', async () => {
  answers.push([503, 'common.service_unavailable'], [409, 'common.idempotency_in_progress']);
  const api = await callerOn();
  await api.send('POST', '/api/v2/auth/signup', { signup_token: 'x' });
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(new Set(keys).size).toBe(1);
});

it('what was sent while the other side closed the connection is sent again, under the same key, and no more than twice', async () => {
  const api = await callerOn();
  await api.send('POST', '/api/v2/items', {});
  answers.push('lost', 'lost');
  await api.send('POST', '/api/v2/items', {});
  expect(keys).toHaveLength(4);
  expect(new Set(keys.slice(1)).size).toBe(1);
  answers.push('lost', 'lost', 'lost');
  await expect(api.send('POST', '/api/v2/items', {})).rejects.toThrow();
  expect(keys).toHaveLength(7);
});

it('a refusal is told at once, in the words of the API', async () => {
  answers.push([409, 'client_account.has_postings']);
  const api = await callerOn();
  const refused = api.send('POST', '/api/v2/journal-entries', {});
  await expect(refused).rejects.toThrow(CallRefused);
  await expect(refused).rejects.toMatchObject({ status: 409, code: 'client_account.has_postings' });
  expect(keys).toHaveLength(1);
});
