import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthService,
  claimsOf,
  headerOf,
  issuer,
  type Person,
  type RegisteredClient,
  startAuth,
} from './harness.ts';

let service: AuthService;
let owner: Person;
let client: RegisteredClient;
beforeAll(async () => {
  service = await startAuth();
  owner = await service.person();
  client = await service.client(owner);
});
afterAll(() => service.stop());

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
const credentials = 'client_credentials';

describe('client authentication', () => {
  it('works by secret in the form, under both prefixes [TKN-R02] [TKN-R40] [TKN-R01]', async () => {
    for (const path of ['/v2/oauth/token', '/public/v2/oauth/token'])
      expect((await service.form(path, { grant_type: credentials, ...client })).status).toBe(200);
  });

  it('works by Basic, both halves form-encoded, whatever the case of the word [TKN-R03]', async () => {
    const answer = await service.token(
      { grant_type: credentials },
      { headers: basic(client.client_id, client.client_secret) },
    );
    expect(answer.status).toBe(200);
    const { authorization } = basic(client.client_id, client.client_secret);
    const encoded = Buffer.from(`%61${client.client_id.slice(1)}:${client.client_secret}`).toString('base64');
    for (const header of [authorization.replace('Basic', 'bAsIc'), `Basic ${encoded}`])
      expect((await service.token({ grant_type: credentials }, { headers: { authorization: header } })).status).toBe(
        200,
      );
  });

  it('missing or wrong is 401 invalid_client [TKN-R05]', async () => {
    const cases: [Record<string, string>, Record<string, string>?][] = [
      [{}],
      [{ client_id: client.client_id }],
      [{ client_id: client.client_id, client_secret: '' }],
      [{ client_id: client.client_id, client_secret: `${client.client_secret}x` }],
      [{ client_id: 'app_unknown', client_secret: client.client_secret }],
      [{}, basic(client.client_id, 'wrong')],
      [{}, basic('app_unknown', 'wrong')],
      [{}, basic('\0', 'x')],
      [{}, { authorization: 'Basic %%%' }],
      [{}, { authorization: 'Basic' }],
      [{}, { authorization: `Basic ${Buffer.from('nocolon').toString('base64')}` }],
      [{}, { authorization: `Basic ${Buffer.from('%zz:x').toString('base64')}` }],
      [{ client_id: 'app_other' }, basic(client.client_id, client.client_secret)],
    ];
    for (const [fields, headers] of cases) {
      const answer = await service.token({ grant_type: credentials, ...fields }, headers ? { headers } : {});
      expect([answer.status, answer.body.error], JSON.stringify([fields, headers])).toEqual([401, 'invalid_client']);
      expect(answer.headers.get('www-authenticate')).toBe(headers ? 'Basic realm="oauth"' : null);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('by two methods at once is 400 invalid_request [TKN-R34]', async () => {
    const answer = await service.token(
      { grant_type: credentials, ...client },
      { headers: basic(client.client_id, client.client_secret) },
    );
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });

  it('comes before the grant: a stranger learns nothing of the rest', async () => {
    const answer = await service.token({ grant_type: 'nonsense', client_id: 'app_unknown' });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });

  it('ignores credentials in the query', async () => {
    const answer = await service.form(`/v2/oauth/token?${new URLSearchParams({ ...client })}`, {
      grant_type: credentials,
    });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });

  it('a public client sends its id alone, and a secret for it is 401 invalid_client [TKN-R39]', async () => {
    const body = { client_name: 'p', redirect_uris: ['https://p.example/'], token_endpoint_auth_method: 'none' };
    const { client_id } = (await service.call('POST', '/v2/oauth/register', { body })).body;
    const alone = await service.token({ grant_type: 'authorization_code', client_id });
    expect([alone.status, alone.body.error_description]).toEqual([400, 'Authorization code is required']);
    for (const options of [{ headers: basic(client_id, 'any') }, {}]) {
      const answer = await service.token(
        { grant_type: 'authorization_code', client_id, ...(options.headers ? {} : { client_secret: 'any' }) },
        options,
      );
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    }
  });

  it('keeps when a client was last used', async () => {
    const fresh = await service.client(owner);
    await service.token({ grant_type: credentials, ...fresh });
    const rows = await service.db.raw`select last_used_at from clients where client_id = ${fresh.client_id}`;
    expect(rows[0]?.last_used_at).toBeInstanceOf(Date);
  });
});

describe('the request', () => {
  it('with an unknown grant type is 400 unsupported_grant_type, without one invalid_request [TKN-R07]', async () => {
    for (const [grant_type, error] of [
      ['password', 'unsupported_grant_type'],
      ['', 'invalid_request'],
      [undefined, 'invalid_request'],
    ]) {
      const answer = await service.token({ grant_type, ...client });
      expect([answer.status, answer.body.error]).toEqual([400, error]);
      expect(answer.body.error_description).toBeTruthy();
    }
  });

  it('with a grant type that the client lacks is 400 unauthorized_client [TKN-R06]', async () => {
    const narrow = await service.client(owner, { grant_types: 'authorization_code' });
    for (const grant_type of [credentials, 'refresh_token']) {
      const answer = await service.token({ grant_type, ...narrow });
      expect([answer.status, answer.body.error]).toEqual([400, 'unauthorized_client']);
    }
  });

  it('with a repeated parameter is 400 invalid_request [TKN-R31]', async () => {
    const fields = new URLSearchParams({ grant_type: credentials, ...client });
    for (const more of ['&grant_type=client_credentials', '&scope=read&scope=read', `&client_id=${client.client_id}`]) {
      const answer = await service.form('/v2/oauth/token', `${fields}${more}`);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    }
  });

  it('that is not a form is 400 invalid_request, and nested names are no parameters [TKN-R01]', async () => {
    const json = await service.call('POST', '/v2/oauth/token', { body: { grant_type: credentials, ...client } });
    expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
    const nested = await service.form('/v2/oauth/token', `grant_type=${credentials}&client_id[x]=${client.client_id}`);
    expect([nested.status, nested.body.error]).toEqual([401, 'invalid_client']);
  });

  it('larger than 64 KiB is 413 in the OAuth envelope', async () => {
    const answer = await service.token({ grant_type: credentials, ...client, scope: 'x'.repeat(70_000) });
    expect([answer.status, answer.body.error]).toEqual([413, 'invalid_request']);
  });

  it('with another method is 405 in the OAuth envelope', async () => {
    const answer = await service.call('GET', '/v2/oauth/token');
    expect([answer.status, answer.body.error, answer.headers.get('allow')]).toEqual([405, 'invalid_request', 'POST']);
  });
});

describe('client_credentials', () => {
  it('gives access token, type, lifetime and scope, no refresh token [TKN-R24] [TKN-R41] [TOK-R03] [TOK-R08] [TOK-R10]', async () => {
    const answer = await service.token({ grant_type: credentials, ...client });
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read write',
    });
    expect([answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    const families = await service.db.raw`select 1 from refresh_families where client_id = ${client.client_id}`;
    expect(families).toHaveLength(0);
  });

  it('the token is a JWT of the owner, with exactly the claims of the contract [TOK-R02] [TOK-R09] [TKN-R32]', async () => {
    const { body } = await service.token({ grant_type: credentials, ...client });
    expect(headerOf(body.access_token)).toEqual({ typ: 'at+jwt', alg: 'ES256', kid: expect.any(String) });
    const claims = claimsOf(body.access_token);
    expect(claims).toEqual({
      iss: issuer,
      sub: String(owner.id),
      aud: issuer,
      client_id: client.client_id,
      scope: 'read write',
      iat: expect.any(Number),
      exp: Number(claims.iat) + 3600,
      jti: expect.any(String),
    });
  });

  it('the token verifies against the published keys [TKN-R38]', async () => {
    const { body } = await service.token({ grant_type: credentials, ...client });
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', service.httpUrl));
    const { payload } = await jwtVerify(body.access_token, keys, {
      issuer,
      audience: issuer,
      typ: 'at+jwt',
      algorithms: ['ES256'],
    });
    expect(payload.client_id).toBe(client.client_id);
  });

  it('acts for the owner on API calls by the Authorization header [TOK-R01] [TOK-R13]', async () => {
    const { body } = await service.token({ grant_type: credentials, ...client });
    const me = await service.call('GET', '/api/v2/users/me', { token: body.access_token });
    expect([me.status, me.body.id]).toEqual([200, owner.id]);
  });

  it('tokens in the query or the body are not read [TKN-R33]', async () => {
    const { body } = await service.token({ grant_type: credentials, ...client });
    const inQuery = await service.call('GET', `/api/v2/users/me?access_token=${body.access_token}`);
    const inBody = await service.call('PATCH', '/api/v2/users/me', { body: { access_token: body.access_token } });
    expect([inQuery.status, inBody.status]).toEqual([401, 401]);
  });

  it('the scope may be a part of the registered one, not more [TKN-R26]', async () => {
    const reader = await service.client(owner, { scope: 'read' });
    expect((await service.token({ grant_type: credentials, ...client, scope: 'read' })).body.scope).toBe('read');
    expect((await service.token({ grant_type: credentials, ...reader })).body.scope).toBe('read');
    for (const scope of ['write', 'read write', 'write:accounting', 'admin', 'read admin']) {
      const answer = await service.token({ grant_type: credentials, ...reader, scope });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_scope']);
    }
    expect((await service.token({ grant_type: credentials, ...reader, scope: ' ' })).body.scope).toBe('read');
  });

  it('a resource becomes the audience [TKN-R42] [TOK-R11]', async () => {
    const resource = 'https://other.example/api?x=1';
    const { body } = await service.token({ grant_type: credentials, ...client, resource });
    expect(claimsOf(body.access_token).aud).toBe(resource);
    for (const bad of ['relative', '/path', 'https://a.example/#x', 'https://a.example/ b', '#']) {
      const answer = await service.token({ grant_type: credentials, ...client, resource: bad });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_target']);
    }
  });

  it('a token is refused outside its audience and taken inside it [TKN-R35]', async () => {
    for (const [resource, status] of [
      [issuer, 200],
      [`${issuer}/api/v2`, 200],
      [`${issuer}/mcp`, 200],
      [`${issuer}/`, 401],
      ['https://other.example', 401],
    ] as const) {
      const { body } = await service.token({ grant_type: credentials, ...client, resource });
      const answer = await service.call('GET', '/api/v2/users/me', { token: body.access_token });
      expect([resource, answer.status]).toEqual([resource, status]);
      if (status === 401) expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  });

  it('the owner must be active, for new tokens and old ones [TKN-R37]', async () => {
    const person = await service.person();
    const own = await service.client(person);
    const { body } = await service.token({ grant_type: credentials, ...own });
    await service.db.raw`update users set is_active = false where id = ${person.id}`;
    const again = await service.token({ grant_type: credentials, ...own });
    expect([again.status, again.body.error]).toEqual([401, 'invalid_client']);
    for (const token of [body.access_token, person.token]) {
      const refused = await service.call('GET', '/api/v2/users/me', { token });
      expect([refused.status, refused.body.error.code]).toEqual([401, 'common.unauthorized']);
    }
  });
});

describe('many at once', () => {
  it('get each its own answer, unknown clients among them, with and without keys', async () => {
    const other = await service.client(owner, { scope: 'read' });
    const ask = async (n: number) => {
      const who = [client, other, { client_id: 'app_unknown', client_secret: 'x' }, { ...client, client_secret: 'x' }][
        n % 4
      ]!;
      const { status, body } = await service.token(
        { grant_type: credentials, ...who },
        n % 8 < 4 ? {} : { headers: { 'idempotency-key': `many-${n}` } },
      );
      return status === 200 ? [claimsOf(body.access_token).client_id, body.scope] : [status];
    };
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => ask(n)));
    const expected = [[client.client_id, 'read write'], [other.client_id, 'read'], [401], [401]];
    expect(answers).toEqual(answers.map((_, n) => expected[n % 4]));
  });
});

describe('idempotency keys', () => {
  it('give the stored token again, sealed at rest, and only to who proves the same', async () => {
    const options = { headers: { ...basic(client.client_id, client.client_secret), 'idempotency-key': 'token-1' } };
    const first = await service.token({ grant_type: credentials }, options);
    const second = await service.token({ grant_type: credentials }, options);
    expect([second.headers.get('idempotent-replayed'), second.body]).toEqual(['true', first.body]);
    const stranger = await service.token(
      { grant_type: credentials },
      { headers: { ...basic(client.client_id, 'wrong'), 'idempotency-key': 'token-1' } },
    );
    expect(stranger.status).toBe(401);
    const stored = await service.db.raw`select encode(body, 'escape') as body from idempotency_keys`;
    expect(stored.some((row) => row.body.includes('access_token'))).toBe(false);
  });

  it('with another body are refused in the words of OAuth', async () => {
    const options = { headers: { 'idempotency-key': 'token-2' } };
    await service.token({ grant_type: credentials, ...client }, options);
    const other = await service.token({ grant_type: credentials, ...client, scope: 'read' }, options);
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_mismatch']);
  });
});
