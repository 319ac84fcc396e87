import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AuthService,
  obtainTokens,
  type Person,
  type RegisteredClient,
  refreshFields,
  startAuth,
} from './harness.ts';

let service: AuthService;
let person: Person;
let client: RegisteredClient;
beforeAll(async () => {
  service = await startAuth();
  person = await service.person();
  client = await service.client(person);
});
afterAll(() => service.stop());

const revoke = (fields: Record<string, string>, headers: Record<string, string> = {}, path = '/v2/oauth/revoke') =>
  service.form(path, fields, { headers });
const isAlive = async (token: string) => (await service.token(refreshFields(client, token))).status === 200;

it('a refresh token of the client is revoked, with its whole family [REV-R03] [REV-R06]', async () => {
  const { refresh_token } = await obtainTokens(service, person, client);
  const next = (await service.token(refreshFields(client, refresh_token))).body.refresh_token;
  const answer = await revoke({ ...client, token: refresh_token });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(await isAlive(next)).toBe(false);
});

it('by Basic as well, and under both prefixes [REV-R08] [REV-R09]', async () => {
  const basic = {
    authorization: `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`,
  };
  for (const [path, fields, headers] of [
    ['/v2/oauth/revoke', {}, basic],
    ['/public/v2/oauth/revoke', client, {}],
  ] as const) {
    const { refresh_token } = await obtainTokens(service, person, client);
    expect((await revoke({ ...fields, token: refresh_token }, headers, path)).status).toBe(200);
    expect(await isAlive(refresh_token)).toBe(false);
  }
});

it('a wrong hint does not stop the lookup [REV-R05]', async () => {
  for (const token_type_hint of ['access_token', 'nonsense']) {
    const { refresh_token } = await obtainTokens(service, person, client);
    await revoke({ ...client, token: refresh_token, token_type_hint });
    expect(await isAlive(refresh_token)).toBe(false);
  }
});

it('an unknown token is 200 {} [REV-R04]', async () => {
  const answer = await revoke({ ...client, token: 'unknown' });
  expect([answer.status, answer.body]).toEqual([200, {}]);
});

it('the token of another client stays valid, and the answer does not show it [REV-R07]', async () => {
  const { refresh_token } = await obtainTokens(service, person, client);
  const answer = await revoke({ ...(await service.client(person)), token: refresh_token });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(await isAlive(refresh_token)).toBe(true);
});

it('an access token is 200 without effect [TOK-R04]', async () => {
  const { access_token } = await obtainTokens(service, person, client);
  expect((await revoke({ ...client, token: access_token, token_type_hint: 'access_token' })).status).toBe(200);
  expect((await service.call('GET', '/api/v2/users/me', { token: access_token })).status).toBe(200);
});

it('a web session’s refresh token is nobody’s to revoke here', async () => {
  await revoke({ ...client, token: person.refreshToken });
  const answer = await service.call('POST', '/v2/oauth/session/refresh', {
    headers: { cookie: `refresh_token=${person.refreshToken}` },
  });
  expect(answer.status).toBe(200);
});

it('a missing token is 400 invalid_request, after the client [REV-R01]', async () => {
  for (const fields of [{ ...client }, { ...client, token: '' }]) {
    const answer = await revoke(fields);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  }
  expect((await revoke({})).status).toBe(401);
});

it('bad client credentials are 401 invalid_client [REV-R02]', async () => {
  const { refresh_token: token } = await obtainTokens(service, person, client);
  for (const fields of [
    { token },
    { token, client_id: client.client_id },
    { token, ...client, client_secret: 'x' },
    { token, client_id: 'app_x' },
  ]) {
    const answer = await revoke(fields as Record<string, string>);
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  }
  expect(await isAlive(token)).toBe(true);
});
