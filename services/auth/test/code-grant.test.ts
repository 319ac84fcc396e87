import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthService,
  claimsOf,
  codeFields,
  obtainCode,
  obtainTokens,
  type Person,
  type RegisteredClient,
  redirectUri,
  refreshFields,
  startAuth,
} from './harness.ts';

let service: AuthService;
let person: Person;
let client: RegisteredClient;
let cookie: string;
beforeAll(async () => {
  service = await startAuth();
  person = await service.person();
  client = await service.client(person);
  cookie = await service.browser(person);
});
afterAll(() => service.stop());

const code = (fields: Record<string, string> = {}) => obtainCode(service, person, client, { fields, cookie });
const refused = async (fields: Record<string, string | undefined>) => {
  const answer = await service.token(fields);
  return [answer.status, answer.body.error, answer.body.error_description];
};

describe('redeeming a code', () => {
  it('gives access token, refresh token, type, lifetime and scope [TKN-R20] [TOK-R05]', async () => {
    const { code: value, verifier } = await code();
    const { status, body } = await service.token(codeFields(client, value, verifier));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
      scope: 'read write',
    });
    expect(claimsOf(body.access_token)).toMatchObject({
      sub: String(person.id),
      client_id: client.client_id,
      scope: 'read write',
    });
    expect(Buffer.from(body.refresh_token, 'base64url')).toHaveLength(32);
  });

  it('by a public client takes PKCE and no secret [TKN-R04]', async () => {
    const metadata = { client_name: 'Offentlig', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
    const open = (await service.call('POST', '/v2/oauth/register', { body: metadata })).body;
    const { code: value, verifier } = await obtainCode(service, person, open, { cookie });
    const { client_secret: _, ...fields } = codeFields(open, value, verifier);
    expect((await service.token(fields)).status).toBe(200);
  });

  it('codes and refresh tokens are stored as digests only', async () => {
    const { code: value, verifier } = await code();
    const { body } = await service.token(codeFields(client, value, verifier));
    const rows = await service.db.raw`
      select encode(code_digest, 'escape') as text from authorization_codes union all select encode(token_digest, 'escape') from refresh_tokens`;
    for (const { text } of rows)
      expect([text.includes(value), text.includes(body.refresh_token)]).toEqual([false, false]);
  });
});

describe('refuses in the order of the error table', () => {
  it('a missing code [TKN-R08]', async () => {
    const { code: value, verifier } = await code();
    const { code: _, ...fields } = codeFields(client, value, verifier);
    expect(await refused({ ...fields, redirect_uri: undefined })).toEqual([
      400,
      'invalid_grant',
      'Authorization code is required',
    ]);
  });

  it('an unknown code [TKN-R09]', async () => {
    expect(await refused({ ...codeFields(client, 'unknown', 'v'), redirect_uri: undefined })).toEqual([
      400,
      'invalid_grant',
      'Invalid authorization code',
    ]);
  });

  it('an expired code, 60 seconds after its issue [TKN-R10] [AUZ-R19] [AUZ-R24]', async () => {
    // Five seconds are left for the one that comes early.
    const [late, early] = [await code(), await code()];
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    try {
      service.setClock(at(55));
      expect((await service.token(codeFields(client, early.code, early.verifier))).status).toBe(200);
      service.setClock(at(61));
      const other = await service.client(person);
      for (const who of [client, other])
        expect(await refused(codeFields(who, late.code, late.verifier))).toEqual([
          400,
          'invalid_grant',
          'Authorization code expired',
        ]);
    } finally {
      service.setClock(null);
    }
  });

  it('the code of another client, and leaves it to its owner [TKN-R11]', async () => {
    const { code: value, verifier } = await code();
    const other = await service.client(person);
    expect(await refused({ ...codeFields(other, value, verifier), redirect_uri: 'https://wrong.example/' })).toEqual([
      400,
      'invalid_grant',
      'Authorization code was issued to another client',
    ]);
    expect((await service.token(codeFields(client, value, verifier))).status).toBe(200);
  });

  it('another redirect address, and a missing one [TKN-R12]', async () => {
    const { code: value, verifier } = await code();
    for (const redirect_uri of [`${redirectUri}/`, undefined])
      expect(await refused({ ...codeFields(client, value, verifier), redirect_uri, code_verifier: undefined })).toEqual(
        [400, 'invalid_grant', 'Redirect URI mismatch'],
      );
    expect((await service.token(codeFields(client, value, verifier))).status).toBe(200);
  });

  it('a missing verifier [TKN-R13]', async () => {
    const { code: value, verifier } = await code({ resource: 'https://r.example/' });
    expect(await refused({ ...codeFields(client, value, verifier), code_verifier: undefined })).toEqual([
      400,
      'invalid_grant',
      'Code verifier is required',
    ]);
  });

  it('a wrong verifier [TKN-R14]', async () => {
    const { code: value, verifier } = await code({ resource: 'https://r.example/' });
    for (const code_verifier of [`${verifier}x`, 'short', 'x'.repeat(129), `${verifier.slice(0, -1)}é`])
      expect(await refused({ ...codeFields(client, value, verifier), code_verifier })).toEqual([
        400,
        'invalid_grant',
        'Code verifier is invalid',
      ]);
  });

  it('a missing resource, then another one [TKN-R15] [TKN-R16]', async () => {
    const resource = 'https://r.example/';
    const { code: value, verifier } = await code({ resource });
    const fields = codeFields(client, value, verifier);
    expect(await refused(fields)).toEqual([400, 'invalid_grant', 'Resource parameter is required']);
    expect(await refused({ ...fields, resource: 'https://r.example' })).toEqual([
      400,
      'invalid_grant',
      'Resource parameter mismatch',
    ]);
    const answer = await service.token({ ...fields, resource });
    expect(claimsOf(answer.body.access_token).aud).toBe(resource);
    const without = await code();
    expect(await refused({ ...codeFields(client, without.code, without.verifier), resource })).toEqual([
      400,
      'invalid_grant',
      'Resource parameter mismatch',
    ]);
  });
});

describe('a code used twice', () => {
  it('is refused, and the refresh family issued from it is revoked [AUZ-R18] [AUZ-R23]', async () => {
    const { code: value, verifier } = await code();
    const first = await service.token(codeFields(client, value, verifier));
    const untouched = await obtainTokens(service, person, client);
    expect(await refused({ ...codeFields(client, value, verifier), code_verifier: 'whatever' })).toEqual([
      400,
      'invalid_grant',
      'Invalid authorization code',
    ]);
    expect(await refused(refreshFields(client, first.body.refresh_token))).toEqual([
      400,
      'invalid_grant',
      'Invalid refresh token',
    ]);
    expect((await service.token(refreshFields(client, untouched.refresh_token))).status).toBe(200);
  });

  it('is known for a replay long after it expired, also when the request has a key', async () => {
    const { code: value, verifier } = await code();
    const first = await service.token(codeFields(client, value, verifier));
    try {
      service.setClock(new Date(Date.now() + 48 * 3_600_000).toISOString());
      await service.runJob('auth-cleanup');
      const again = await service.token(codeFields(client, value, verifier), {
        headers: { 'idempotency-key': 'replay' },
      });
      expect(again.body.error_description).toBe('Invalid authorization code');
      expect(await refused(refreshFields(client, first.body.refresh_token))).toEqual([
        400,
        'invalid_grant',
        'Invalid refresh token',
      ]);
    } finally {
      service.setClock(null);
      cookie = await service.browser(person);
    }
  });

  it('by another client changes nothing', async () => {
    const { code: value, verifier } = await code();
    const first = await service.token(codeFields(client, value, verifier));
    const other = await service.client(person);
    expect((await refused(codeFields(other, value, verifier)))[2]).toBe(
      'Authorization code was issued to another client',
    );
    expect((await service.token(refreshFields(client, first.body.refresh_token))).status).toBe(200);
  });

  it.each([false, true])('of 20 parallel redemptions exactly one succeeds; with keys: %s [AUZ-R29]', async (keyed) => {
    const { code: value, verifier } = await code();
    const redeem = (n: number) =>
      service.token(
        codeFields(client, value, verifier),
        keyed ? { headers: { 'idempotency-key': `race-${value.slice(0, 9)}-${n}` } } : {},
      );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => redeem(n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(new Set(losers.map(({ status, body }) => `${status} ${body.error_description}`))).toEqual(
      new Set(['400 Invalid authorization code']),
    );
    const families = await service.db.raw`
      select f.ended_because, count(t.id)::int as tokens from refresh_families f join refresh_tokens t on t.family_id = f.id
      join authorization_codes c on c.family_id = f.id where c.code_digest = sha256(${value}::text::bytea) group by f.id`;
    expect([...families]).toEqual([{ ended_because: 'reuse', tokens: 1 }]);
  });
});

describe('a keyed redemption', () => {
  it('that is repeated gets the same tokens, and they work', async () => {
    const { code: value, verifier } = await code();
    const redeem = () =>
      service.token(codeFields(client, value, verifier), {
        headers: { 'idempotency-key': `once-${value.slice(0, 9)}` },
      });
    const [first, second] = [await redeem(), await redeem()];
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await service.token(refreshFields(client, first.body.refresh_token))).status).toBe(200);
  });
});

it('a user who was deactivated meanwhile gets nothing for a code', async () => {
  const gone = await service.person();
  const { code: value, verifier } = await obtainCode(service, gone, client);
  await service.db.raw`update users set is_active = false where id = ${gone.id}`;
  expect(await refused(codeFields(client, value, verifier))).toEqual([
    400,
    'invalid_grant',
    'Invalid authorization code',
  ]);
});
