import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthService,
  claimsOf,
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

const refresh = (token: string, more: Record<string, string> = {}, who = client) =>
  service.token({ ...refreshFields(who, token), ...more });
const outcome = async (answer: ReturnType<typeof refresh>) => {
  const { status, body } = await answer;
  return [status, body.error, body.error_description];
};
const INVALID = [400, 'invalid_grant', 'Invalid refresh token'];
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

describe('refreshing', () => {
  it('gives the same shape with the next refresh token [TKN-R21] [TOK-R06]', async () => {
    const { refresh_token } = await obtainTokens(service, person, client);
    const { status, body } = await refresh(refresh_token);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
      scope: 'read write',
    });
    expect(body.refresh_token).not.toBe(refresh_token);
    expect(claimsOf(body.access_token)).toMatchObject({ sub: String(person.id), client_id: client.client_id });
  });

  it('without a scope keeps the granted one; a part narrows the access token only [TKN-R22] [TKN-R23] [TKN-R30]', async () => {
    const { refresh_token } = await obtainTokens(service, person, client);
    const narrow = await refresh(refresh_token, { scope: 'read' });
    expect([narrow.body.scope, claimsOf(narrow.body.access_token).scope]).toEqual(['read', 'read']);
    const whole = await refresh(narrow.body.refresh_token);
    expect([whole.body.scope, claimsOf(whole.body.access_token).scope]).toEqual(['read write', 'read write']);
  });

  it('keeps the resource as audience', async () => {
    const resource = 'https://r.example/';
    const { refresh_token } = await obtainTokens(service, person, client, { resource });
    const first = await refresh(refresh_token);
    expect(claimsOf(first.body.access_token).aud).toBe(resource);
    expect(claimsOf((await refresh(first.body.refresh_token, { resource })).body.access_token).aud).toBe(resource);
  });
});

describe('refuses', () => {
  it('a missing token [TKN-R17]', async () => {
    expect(await outcome(refresh(''))).toEqual([400, 'invalid_grant', 'Refresh token is required']);
  });

  it('an unknown token, an access token, and a rotated one [TKN-R18] [TOK-R07]', async () => {
    const { refresh_token, access_token } = await obtainTokens(service, person, client);
    await refresh(refresh_token);
    for (const token of ['unknown', access_token, refresh_token])
      expect(await outcome(refresh(token))).toEqual(INVALID);
  });

  it('a token unused for 30 days, and any token of a family after 180 days [TKN-R18]', async () => {
    const idle = await obtainTokens(service, person, client);
    let { refresh_token } = await obtainTokens(service, person, client);
    try {
      service.setClock(daysFromNow(29));
      ({ refresh_token } = (await refresh(refresh_token)).body);
      service.setClock(daysFromNow(31));
      expect(await outcome(refresh(idle.refresh_token))).toEqual(INVALID);
      for (const day of [58, 87, 116, 145, 174, 179]) {
        service.setClock(daysFromNow(day));
        const { status, body } = await refresh(refresh_token);
        expect([day, status]).toEqual([day, 200]);
        refresh_token = body.refresh_token;
      }
      service.setClock(daysFromNow(181));
      expect(await outcome(refresh(refresh_token))).toEqual(INVALID);
    } finally {
      service.setClock(null);
    }
  });

  it('the token of another client, and neither consumes nor harms it [TKN-R19]', async () => {
    const { refresh_token } = await obtainTokens(service, person, client);
    const other = await service.client(person);
    expect(await outcome(refresh(refresh_token, {}, other))).toEqual([
      400,
      'invalid_grant',
      'Refresh token was issued to another client',
    ]);
    const next = await refresh(refresh_token);
    expect(next.status).toBe(200);
    expect(await outcome(refresh(refresh_token, {}, other))).toEqual(INVALID);
    expect((await refresh(next.body.refresh_token)).status).toBe(200);
  });

  it('a scope beyond the grant and another resource, and consumes nothing [TKN-R25] [TKN-R29]', async () => {
    const { refresh_token } = await obtainTokens(service, person, client, { scope: 'read' });
    for (const scope of ['write', 'read write', 'admin'])
      expect((await outcome(refresh(refresh_token, { scope }))).slice(0, 2)).toEqual([400, 'invalid_scope']);
    for (const resource of ['https://r.example/', 'relative'])
      expect((await outcome(refresh(refresh_token, { resource }))).slice(0, 2)).toEqual([400, 'invalid_target']);
    expect((await refresh(refresh_token, { client_secret: 'wrong' })).status).toBe(401);
    expect((await refresh(refresh_token)).body.scope).toBe('read');
  });

  it('every token of a deactivated user', async () => {
    const gone = await service.person();
    const { refresh_token } = await obtainTokens(service, gone, client);
    await service.db.raw`update users set is_active = false where id = ${gone.id}`;
    expect(await outcome(refresh(refresh_token))).toEqual(INVALID);
  });
});

describe('a rotated token shown again', () => {
  it('revokes its whole family, the newest token included, and no other family [TKN-R27]', async () => {
    const [stolen, other] = [await obtainTokens(service, person, client), await obtainTokens(service, person, client)];
    const second = (await refresh(stolen.refresh_token)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    expect(await outcome(refresh(stolen.refresh_token))).toEqual(INVALID);
    expect(await outcome(refresh(third))).toEqual(INVALID);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  it('does so also when the refused request has a key, whose transaction is taken back', async () => {
    const { refresh_token } = await obtainTokens(service, person, client);
    const { body } = await refresh(refresh_token);
    const again = await service.token(refreshFields(client, refresh_token), {
      headers: { 'idempotency-key': 'reuse' },
    });
    expect(again.body.error_description).toBe('Invalid refresh token');
    expect(await outcome(refresh(body.refresh_token))).toEqual(INVALID);
  });
});

it.each([false, true])('of 20 parallel refreshes exactly one succeeds; with keys: %s [TKN-R28]', async (keyed) => {
  const { refresh_token } = await obtainTokens(service, person, client);
  const take = (n: number) =>
    service.token(
      refreshFields(client, refresh_token),
      keyed ? { headers: { 'idempotency-key': `r-${refresh_token.slice(0, 9)}-${n}` } } : {},
    );
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => take(n)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const losers = answers.filter(({ status }) => status !== 200);
  expect(new Set(losers.map(({ status, body }) => `${status} ${body.error_description}`))).toEqual(
    new Set(['400 Invalid refresh token']),
  );
});
