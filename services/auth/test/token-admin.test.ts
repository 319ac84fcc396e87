import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthService,
  obtainTokens,
  type Person,
  type RegisteredClient,
  refreshFields,
  startAuth,
} from './harness.ts';

const ADMIN = { email: 'admin@books.test', password: 'Startpassord-7' };
let service: AuthService;
let admin: string;
let person: Person;
let client: RegisteredClient;
beforeAll(async () => {
  service = await startAuth({ BOOTSTRAP_ADMIN_EMAIL: ADMIN.email, BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password });
  admin = (await service.call('POST', '/v2/oauth/login', { body: ADMIN })).body.token;
  person = await service.person();
  client = await service.client(person);
});
afterAll(() => service.stop());

const list = (query = '', token = admin, prefix = '/api/v2') =>
  service.call('GET', `${prefix}/oauth/admin/tokens${query}`, { token });
const revoke = (body: unknown, token = admin) => service.call('POST', '/v2/oauth/admin/tokens/revoke', { token, body });
const isAlive = async (token: string, who = client) => (await service.token(refreshFields(who, token))).status === 200;

it('needs an administrator: others get 400 access_denied, before anything else is looked at [OADM-R01] [OADM-R02]', async () => {
  const { access_token } = await obtainTokens(service, person, client);
  for (const token of [person.token, access_token])
    for (const answer of [await list('', token), await list('?user_id=x', token), await revoke({}, token)])
      expect([answer.status, answer.body.error]).toEqual([400, 'access_denied']);
  expect((await service.call('GET', '/api/v2/oauth/admin/tokens')).status).toBe(401);
  expect((await list('', admin, '/v2')).status).toBe(200);
});

describe('the list', () => {
  it('holds refresh tokens only, with these fields and no token [OADM-R03]', async () => {
    const own = await service.person();
    await service.client(own);
    const { refresh_token } = await obtainTokens(service, own, client);
    const { body } = await list(`?user_id=${own.id}`);
    expect(body).toEqual({
      tokens: [
        {
          id: expect.any(Number),
          user_id: own.id,
          client_id: client.client_id,
          client_name: 'Timer',
          scope: 'read write',
          revoked: false,
          expires_at: expect.any(Number),
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        },
      ],
    });
    expect(body.tokens[0].expires_at).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 3600);
    expect(JSON.stringify(body)).not.toContain(refresh_token);
  });

  it('hides revoked and expired ones unless active_only is something other than true [OADM-R04]', async () => {
    const own = await service.person();
    const { refresh_token } = await obtainTokens(service, own, client);
    await obtainTokens(service, own, client);
    await service.token(refreshFields(client, refresh_token));
    const of = async (query: string) =>
      (await list(`?user_id=${own.id}${query}`)).body.tokens.map(({ revoked }: { revoked: boolean }) => revoked);
    expect(await of('')).toEqual([false, false]);
    expect(await of('&active_only=true')).toEqual([false, false]);
    for (const value of ['false', '0', 'TRUE']) expect(await of(`&active_only=${value}`)).toEqual([true, false, false]);
    service.setClock(new Date(Date.now() + 31 * 24 * 3_600_000).toISOString());
    const later = (await service.call('POST', '/v2/oauth/login', { body: ADMIN })).body.token;
    const after = await list(`?user_id=${own.id}`, later);
    const all = await list(`?user_id=${own.id}&active_only=false`, later);
    service.setClock(null);
    expect([after.body.tokens.length, all.body.tokens.length]).toEqual([0, 3]);
  });

  it('is filtered by user and by client, and says Unknown for a client that is gone [OADM-R05] [OADM-R06]', async () => {
    const [own, other] = [await service.person(), await service.person()];
    const second = await service.client(own);
    await obtainTokens(service, own, client);
    await obtainTokens(service, own, second);
    await obtainTokens(service, other, second);
    const count = async (query: string) => (await list(query)).body.tokens.length;
    expect(await count(`?user_id=${own.id}`)).toBe(2);
    expect(await count(`?client_id=${second.client_id}`)).toBe(2);
    expect(await count(`?user_id=${own.id}&client_id=${second.client_id}`)).toBe(1);
    await service.call('DELETE', `/v2/oauth/clients/${second.client_id}`, { token: own.token });
    expect(await count(`?client_id=${second.client_id}`)).toBe(0);
    const { body } = await list(`?client_id=${second.client_id}&active_only=false`);
    expect(
      body.tokens.map((token: { client_name: string; revoked: boolean }) => [token.client_name, token.revoked]),
    ).toEqual([
      ['Unknown', true],
      ['Unknown', true],
    ]);
  });

  it('a user_id that is not an integer is 400 invalid_request [OADM-R07]', async () => {
    for (const id of ['abc', '1.5', '-1', '1e3', '99999999999999999999']) {
      const answer = await list(`?user_id=${id}`);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    }
  });
});

describe('revoking', () => {
  it('by token_id revokes that one and leaves others [OADM-R08]', async () => {
    const own = await service.person();
    const [first, second] = [await obtainTokens(service, own, client), await obtainTokens(service, own, client)];
    const { tokens } = (await list(`?user_id=${own.id}`)).body;
    const answer = await revoke({ token_id: tokens[0].id });
    expect([answer.status, answer.body]).toEqual([200, { status: 'success', revoked: 1 }]);
    expect([await isAlive(first.refresh_token), await isAlive(second.refresh_token)]).toEqual([false, true]);
    expect((await revoke({ token_id: tokens[0].id })).body.revoked).toBe(0);
  });

  it('by user_id revokes all of the user, web sessions too [OADM-R09]', async () => {
    const own = await service.person();
    const tokens = [await obtainTokens(service, own, client), await obtainTokens(service, own, client)];
    expect((await revoke({ user_id: own.id })).body).toEqual({ status: 'success', revoked: 2 });
    for (const { refresh_token } of tokens) expect(await isAlive(refresh_token)).toBe(false);
    const session = await service.call('POST', '/v2/oauth/session/refresh', {
      headers: { cookie: `refresh_token=${own.refreshToken}` },
    });
    expect(session.status).toBe(401);
  });

  it('by client_id revokes all of the client [OADM-R10]', async () => {
    const [own, other] = [await service.person(), await service.person()];
    const second = await service.client(own);
    const kept = await obtainTokens(service, own, client);
    const gone = [await obtainTokens(service, own, second), await obtainTokens(service, other, second)];
    expect((await revoke({ client_id: second.client_id })).body.revoked).toBe(2);
    for (const { refresh_token } of gone) expect(await isAlive(refresh_token, second)).toBe(false);
    expect(await isAlive(kept.refresh_token)).toBe(true);
  });

  it('with none or several selectors, or malformed ones, is 400 invalid_request [OADM-R11]', async () => {
    for (const body of [
      {},
      { token_id: 1, user_id: 1 },
      { user_id: 1, client_id: 'x' },
      { token_id: null },
      { user_id: 'abc' },
      { client_id: 7 },
    ]) {
      const answer = await revoke(body);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    }
  });

  it('an unknown token_id is 404 invalid_request', async () => {
    for (const token_id of [999_999_999, 0]) {
      const answer = await revoke({ token_id });
      expect([answer.status, answer.body.error]).toEqual([404, 'invalid_request']);
    }
  });
});
