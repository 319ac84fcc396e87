import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { beginSignup, completeSignup, exchangeSignupCode, signupCallback } from '@app/api/auth/signup';
import { gatewayEndpoints } from '@app/api/gateway/index';
import { Failure } from '@app/contract/failure';
import { Organisation } from '@app/rpc';
import {
  createTestDatabase,
  internalKeysOf,
  startTestService,
  stub,
  type TestDatabase,
  type TestService,
} from '@app/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { type RunningGateway, startGateway } from '../src/gateway.ts';
import { until } from './fixture.ts';

/** `POST /testing/companies` over the limits of signing up, with the steps of it played. */

const ERASED_AFTER = '2026-03-02T08:00:00Z';
const endpoints = [beginSignup, signupCallback, exchangeSignupCode, completeSignup, ...gatewayEndpoints];

let service: TestService;
let database: TestDatabase;
let gateway: RunningGateway;
let publicBaseUrl: string;
/** Stands at the public address, which is known before the gateway's own. */
const front = createTcpServer((socket) => {
  const onward = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => onward.destroy());
  onward.on('error', () => socket.destroy());
  socket.pipe(onward).pipe(socket);
});
const servers: Server[] = [];
let completed = 0;
let disposable: number[] = [];
let isOwnerAway = false;

/** The steps of signing up, and the identity provider between them. */
const signingUp = createServer((request, response) => {
  const { pathname } = new URL(request.url!, publicBaseUrl);
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  const sendTo = (url: string) => response.writeHead(302, { Location: url }).end();
  request.resume();
  if (pathname === '/idp') return sendTo(`${publicBaseUrl}${signupCallback.path}?code=1`);
  if (pathname === signupCallback.path) return sendTo(`${publicBaseUrl}/sign-up?signup_code=1`);
  if (pathname === beginSignup.path) return answer(200, { authorization_url: `${urlOf(signingUp)}/idp?` });
  if (pathname === exchangeSignupCode.path) {
    const organizations = [{ id: 1, organization_number: '391669783', already_registered: false }];
    return answer(200, { signup_token: 'token', organizations });
  }
  if (pathname !== completeSignup.path) return answer(200, { status: 'ok' });
  completed++;
  return answer(201, { token: 'session', user: { accounts: [{ account: { id: completed } }] } });
});

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return urlOf(server);
};

beforeAll(async () => {
  const organisation = stub(Organisation, {
    MakeDisposable: async ({ clientAccountId }) => {
      if (isOwnerAway) throw new Failure('common.service_unavailable', 503, 'away');
      disposable.push(clientAccountId);
      return { erasedAfter: ERASED_AFTER };
    },
  });
  service = await startTestService(
    { name: 'chat', migrations: 'services/gateway/test/things', register: () => ({}) },
    { others: { organisation: [organisation] } },
  );
  database = await createTestDatabase('gateway', join(import.meta.dirname, '..', 'migrations'));
  publicBaseUrl = await listen(front);
  gateway = await startGateway(
    readConfig({
      ...service.env,
      ...internalKeysOf('gateway'),
      DATABASE_URL: database.url,
      HTTP_PORT: '0',
      OPS_PORT: '0',
      LOG_LEVEL: 'silent',
      PUBLIC_BASE_URL: publicBaseUrl,
      AUTH_HTTP_URL: await listen(signingUp),
      SANDBOX_BASE_URL: publicBaseUrl,
      NATS_URL: inject('natsUrl'),
      RATE_LIMIT_SCALE: '1',
    }),
    { endpoints, natsPrefix: service.natsPrefix },
  );
  await gateway.opened;
  await until(async () => (await fetch(`${publicBaseUrl}/health/live`)).status === 200, 'the gateway answers');
});
afterAll(async () => {
  for (const server of servers) server.close();
  await gateway?.stop();
  await service?.stop();
  await database?.drop();
});
beforeEach(() => {
  [completed, disposable, isOwnerAway] = [0, [], false];
});

const make = async () => {
  const answer = await fetch(`${publicBaseUrl}/testing/companies`, { method: 'POST' });
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown> & { error?: { code: string } },
  };
};

it('companies are made twenty times an hour for all callers together, and more with the hour [JOB-R05]', async () => {
  // One that nobody can mark to be erased is shown to nobody, and counts.
  isOwnerAway = true;
  const lost = await make();
  expect([lost.status, lost.body.error?.code, lost.body.token]).toEqual([503, 'common.service_unavailable', undefined]);
  isOwnerAway = false;
  const made: unknown[] = [];
  while (made.length < 19) {
    const { status, body } = await make();
    expect([status, body]).toMatchObject([201, { organization_number: '391669783', erased_after: ERASED_AFTER }]);
    made.push(body.client_account_id);
  }
  expect(disposable).toEqual(made);

  const refused = await make();
  expect([refused.status, refused.body.error?.code]).toEqual([429, 'common.rate_limited']);
  expect([completed, disposable.length]).toEqual([20, 19]);

  const now = Temporal.Now.instant().add({ minutes: 61 }).toString();
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${publicBaseUrl}/testing/clock`, { method: 'PUT', headers, body: JSON.stringify({ now }) });
  expect((await make()).status).toBe(201);
});
