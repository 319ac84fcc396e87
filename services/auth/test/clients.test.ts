import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthService, obtainTokens, type Person, redirectUri, startAuth } from './harness.ts';

let service: AuthService;
let owner: Person;
beforeAll(async () => {
  service = await startAuth();
  owner = await service.person();
});
afterAll(() => service.stop());

const register = (body: unknown, path = '/v2/oauth/register') => service.call('POST', path, { body });
const create = (body: unknown, token: string | null = owner.token) =>
  service.call('POST', '/v2/oauth/clients', { body, ...(token === null ? {} : { token }) });
const valid = { client_name: 'Regneark', redirect_uris: [redirectUri] };

describe('dynamic registration', () => {
  it('needs no authentication and answers 201 with id and secret, once and not to be stored [REG-R01] [REG-R02] [REG-R17]', async () => {
    const answer = await register({ ...valid, scope: 'read' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body.client_id).toMatch(/^app_/);
    expect(Buffer.from(answer.body.client_secret, 'base64url')).toHaveLength(32);
    const rows = await service.db
      .raw`select secret_digest, owner_id from clients where client_id = ${answer.body.client_id}`;
    expect(rows[0]).toMatchObject({ owner_id: '2' });
    expect(rows[0]?.secret_digest.toString()).not.toContain(answer.body.client_secret);
  });

  it('echoes name, addresses, grant types and scope [REG-R29]', async () => {
    const { body } = await register({ ...valid, grant_types: ['authorization_code'], scope: 'read' });
    expect(body).toMatchObject({ ...valid, grant_types: ['authorization_code'], scope: 'read' });
  });

  it('says response types, method, time of issue and that the secret does not expire [REG-R03] [REG-R04] [REG-R05] [REG-R06]', async () => {
    const { body } = await register(valid);
    expect(body).toMatchObject({
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      client_secret_expires_at: 0,
    });
    expect(Number.isInteger(body.client_id_issued_at)).toBe(true);
    expect(Math.abs(body.client_id_issued_at - Date.now() / 1000)).toBeLessThan(60);
    expect(body.grant_types).toEqual(['authorization_code', 'refresh_token']);
  });

  it('without a scope gives both [SCP-R04]', async () => {
    expect((await register(valid)).body.scope).toBe('read write');
    expect((await register({ ...valid, scope: '  ' })).body.scope).toBe('read write');
  });

  it('takes arrays only, and refuses text where they are due [PPL-R16]', async () => {
    for (const [field, value, error] of [
      ['redirect_uris', redirectUri, 'invalid_redirect_uri'],
      ['redirect_uris', '', 'invalid_redirect_uri'],
      ['redirect_uris', { 0: redirectUri }, 'invalid_redirect_uri'],
      ['redirect_uris', [[redirectUri]], 'invalid_redirect_uri'],
      ['grant_types', 'authorization_code', 'invalid_client_metadata'],
      ['grant_types', 'authorization_code refresh_token', 'invalid_client_metadata'],
      ['response_types', 'code', 'invalid_client_metadata'],
    ] as const) {
      const answer = await register({ ...valid, [field]: value });
      expect([field, value, answer.status, answer.body.error]).toEqual([field, value, 400, error]);
    }
    const arrays = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };
    expect((await register({ ...valid, ...arrays })).status).toBe(201);
  });

  it('refuses client_credentials [REG-R07] [REG-R19]', async () => {
    for (const grant_types of [['client_credentials'], ['authorization_code', 'client_credentials']]) {
      const answer = await register({ ...valid, grant_types });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata']);
    }
  });

  it('refuses a missing or overlong name, unknown grants, response types and methods [REG-R20] [REG-R28]', async () => {
    const { client_name: _, ...nameless } = valid;
    for (const body of [
      nameless,
      { ...valid, client_name: ' ' },
      { ...valid, client_name: 7 },
      { ...valid, client_name: 'x'.repeat(201) },
      { ...valid, client_name: 'Bank\u202eofni' },
      { ...valid, grant_types: ['implicit'] },
      { ...valid, grant_types: [] },
      { ...valid, grant_types: { a: 1 } },
      { ...valid, response_types: ['token'] },
      { ...valid, token_endpoint_auth_method: 'private_key_jwt' },
    ]) {
      const answer = await register(body);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata']);
      expect(Object.keys(answer.body)).toEqual(['error', 'error_description']);
    }
  });

  it('takes a name of 200 characters and refuses an unknown scope', async () => {
    expect((await register({ ...valid, client_name: 'å'.repeat(200) })).status).toBe(201);
    const answer = await register({ ...valid, scope: 'admin' });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_scope']);
  });

  it.each([
    ['http://app.example/cb'],
    ['http://127.0.0.2/cb'],
    ['http://localhost.evil.example/cb'],
    ['ftp://app.example/cb'],
    ['/cb'],
  ])('refuses %s: neither https nor loopback [REG-R18]', async (uri) => {
    const answer = await register({ ...valid, redirect_uris: [redirectUri, uri] });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  it.each([
    ['app.example:/cb'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['https://app.example/cb#part'],
    ['https://user:secret@app.example/cb'],
    ['https://user@app.example/cb'],
    ['https://*.app.example/cb'],
    ['https://app.example/*'],
    ['https://app.example/a b'],
    ['https://app.example/\tb'],
    ['https://app.example/"b'],
    ["https://app.example/'b"],
    ['https://app.example/<b>'],
    ['https://app.example\\cb'],
    ['https:app.example'],
    ['https:///cb'],
    [`https://app.example/${'x'.repeat(2000)}`],
  ])('refuses %.40s: scheme, fragment, user info, wildcard, characters, length [REG-R27]', async (uri) => {
    const answer = await register({ ...valid, redirect_uris: [uri] });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  it('a person’s own client stands under the same rule for addresses [REG-R27]', async () => {
    for (const redirect_uris of [['https://app.example/"b'], 'https:app.example', ['https://app.example/a b']]) {
      const answer = await create({ client_name: 'x', redirect_uris });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri']);
    }
  });

  it('takes 20 addresses on https and the loopback, not none and not 21', async () => {
    const uris = [
      'http://127.0.0.1/cb',
      'http://[::1]:8080/cb',
      'http://localhost:3000',
      ...Array.from({ length: 17 }, (_, n) => `${redirectUri}/${n}`),
    ];
    expect((await register({ ...valid, redirect_uris: uris })).body.redirect_uris).toEqual(uris);
    for (const redirect_uris of [[], [...uris, 'https://b.example/'], undefined, 7, [7]]) {
      const answer = await register({ ...valid, redirect_uris });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri']);
    }
  });

  it('with method none gives no secret [REG-R21]', async () => {
    const { status, body } = await register({ ...valid, token_endpoint_auth_method: 'none' });
    expect([status, body.token_endpoint_auth_method, 'client_secret' in body]).toEqual([201, 'none', false]);
  });

  it('ignores what the server decides, and never fetches an address [REG-R26]', async () => {
    let visits = 0;
    const { createServer } = await import('node:http');
    const trap = createServer((_, response) => {
      visits++;
      response.end('{}');
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(trap.address() as { port: number }).port}/`;
    const { body } = await register({
      ...valid,
      client_id: 'mine',
      client_secret: 'mine',
      owner_id: 1,
      redirect_uris: [address],
      logo_uri: address,
      jwks_uri: address,
      client_uri: address,
      sector_identifier_uri: address,
    });
    expect([body.client_id === 'mine', body.client_secret === 'mine', 'logo_uri' in body]).toEqual([
      false,
      false,
      false,
    ]);
    await new Promise((resolve) => trap.close(resolve));
    expect(visits).toBe(0);
  });

  it('answers under the other prefix, and refuses a body that is not JSON in its own envelope', async () => {
    expect((await register(valid, '/public/v2/oauth/register')).status).toBe(201);
    const answer = await register('{');
    expect([answer.status, answer.body.error]).toEqual([415, 'invalid_request']);
    const broken = await service.call('POST', '/v2/oauth/register', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect([broken.status, broken.body.error]).toEqual([400, 'invalid_request']);
  });

  it('is done once per key, and the secret comes again', async () => {
    const keyed = () =>
      service.call('POST', '/v2/oauth/register', { body: valid, headers: { 'idempotency-key': 'reg-1' } });
    const [first, second] = [await keyed(), await keyed()];
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });
});

describe('registration by a person', () => {
  const body = {
    client_name: 'Lønn',
    redirect_uris: `${redirectUri} http://localhost/cb`,
    grant_types: 'authorization_code client_credentials',
    scope: 'read',
  };

  it('takes text, echoes it and gives id and secret; 201 [REG-R09] [REG-R10] [REG-R11] [TOK-R12] [LOG-R08]', async () => {
    const answer = await create(body);
    expect(answer.status).toBe(201);
    const { client_id, client_secret, ...echo } = answer.body;
    expect(echo).toEqual(body);
    expect([typeof client_id, typeof client_secret]).toEqual(['string', 'string']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('takes arrays too and echoes text', async () => {
    const answer = await create({
      ...body,
      redirect_uris: [redirectUri],
      grant_types: ['refresh_token', 'authorization_code'],
    });
    expect(answer.body).toMatchObject({ redirect_uris: redirectUri, grant_types: 'authorization_code refresh_token' });
  });

  it('may leave out addresses only when client_credentials is the only grant', async () => {
    expect((await create({ client_name: 'x', grant_types: 'client_credentials' })).status).toBe(201);
    for (const grant_types of ['client_credentials refresh_token', undefined]) {
      const answer = await create({ client_name: 'x', grant_types, redirect_uris: '' });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri']);
    }
    const secretless = await create({ grant_types: 'client_credentials', token_endpoint_auth_method: 'none' });
    expect([secretless.status, secretless.body.error]).toEqual([400, 'invalid_client_metadata']);
  });

  it('needs a session: no credential and a bad one are 401 invalid_token [REG-R08]', async () => {
    for (const answer of [
      await create(body, null),
      await create(body, 'x.y.z'),
      await service.call('GET', '/v2/oauth/clients'),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_token']);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    }
  });

  it('refuses an access token of any scope with 403 access_denied [REG-R25]', async () => {
    const client = await service.client(owner);
    const { access_token } = await obtainTokens(service, owner, client);
    for (const answer of [
      await create(body, access_token),
      await service.call('GET', '/v2/oauth/clients', { token: access_token }),
      await service.call('DELETE', `/v2/oauth/clients/${client.client_id}`, { token: access_token }),
    ])
      expect([answer.status, answer.body.error]).toEqual([403, 'access_denied']);
  });
});

describe('the list', () => {
  it('holds the caller’s own clients, without secrets [REG-R12] [REG-R13] [REG-R14] [REG-R15] [REG-R22]', async () => {
    const [kari, ola] = [await service.person(), await service.person()];
    const own = await service.client(kari, { client_name: 'Karis' });
    await service.client(ola);
    await register(valid);
    const { status, body } = await service.call('GET', '/v2/oauth/clients', { token: kari.token });
    expect(status).toBe(200);
    expect(body).toEqual({
      clients: [
        {
          client_id: own.client_id,
          client_name: 'Karis',
          redirect_uris: redirectUri,
          grant_types: 'authorization_code refresh_token client_credentials',
          scope: 'read write',
          created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
        },
      ],
    });
  });

  it('never shows dynamic clients, whoever asks [REG-R22]', async () => {
    const rows = await service.db.raw`select count(*)::int as n from clients where owner_id = 2`;
    expect(rows[0]?.n).toBeGreaterThan(0);
    const { body } = await service.call('GET', '/api/v2/oauth/clients', { token: owner.token });
    expect(body.clients.some((client: { client_name: string }) => client.client_name === valid.client_name)).toBe(
      false,
    );
  });
});

describe('deleting', () => {
  const remove = (id: string, token: string, prefix = '/v2') =>
    service.call('DELETE', `${prefix}/oauth/clients/${id}`, { token });

  it('answers {status, message} and informs everybody [REG-R16]', async () => {
    const client = await service.client(owner);
    const answer = await remove(client.client_id, owner.token);
    expect([answer.status, answer.body]).toEqual([200, { status: 'success', message: expect.any(String) }]);
    expect((await service.events('auth.client.deleted')).at(-1)?.payload).toEqual({
      client_id: client.client_id,
      user_id: owner.id,
    });
  });

  it('of an unknown, foreign, dynamic or deleted client is 404 invalid_client [REG-R23]', async () => {
    const stranger = await service.person();
    const foreign = await service.client(stranger);
    const dynamic = (await register(valid)).body;
    const gone = await service.client(owner);
    await remove(gone.client_id, owner.token);
    for (const id of ['app_unknown', '%00', foreign.client_id, dynamic.client_id, gone.client_id]) {
      const answer = await remove(id, owner.token);
      expect([answer.status, answer.body.error]).toEqual([404, 'invalid_client']);
    }
    expect((await service.token({ grant_type: 'client_credentials', ...foreign })).status).toBe(200);
  });

  it('ends its refresh tokens, and its access tokens are refused from then on [TKN-R36]', async () => {
    const client = await service.client(owner);
    const { access_token, refresh_token } = await obtainTokens(service, owner, client);
    expect((await service.call('GET', '/api/v2/users/me', { token: access_token })).status).toBe(200);
    await remove(client.client_id, owner.token);
    const refused = await service.call('GET', '/api/v2/users/me', { token: access_token });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'common.unauthorized']);
    const rows = await service.db.raw`select ended_because from refresh_families where client_id = ${client.client_id}`;
    expect(rows.map((row) => row.ended_because)).toEqual(['client_deleted']);
    expect(refresh_token).toBeTruthy();
  });

  it('works under /api/v2 like everything here [REG-R24]', async () => {
    const created = await service.call('POST', '/api/v2/oauth/clients', { token: owner.token, body: { ...valid } });
    expect(created.status).toBe(201);
    expect((await service.call('GET', '/api/v2/oauth/clients', { token: owner.token })).status).toBe(200);
    expect((await remove(created.body.client_id, owner.token, '/api/v2')).status).toBe(200);
  });
});
