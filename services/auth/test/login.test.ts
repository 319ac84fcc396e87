import { createSealer } from '@app/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signJwt } from '../src/keys/jwt.ts';
import { createKeyRing } from '../src/keys/key-ring.ts';
import {
  type AuthService,
  claimsOf,
  cookieValue,
  headerOf,
  issuer,
  PASSWORD,
  type Person,
  sessionCookie,
  startAuth,
} from './harness.ts';

const ADMIN = { BOOTSTRAP_ADMIN_EMAIL: 'Admin@Books.test', BOOTSTRAP_ADMIN_PASSWORD: 'Startpassord-7' };
let service: AuthService;
let person: Person;
beforeAll(async () => {
  service = await startAuth(ADMIN);
  person = await service.person();
  service.memberships(person.id, ['Nordlys AS']);
});
afterAll(() => service.stop());

const login = (email: string, password: string, path = '/v2/oauth/login') =>
  service.call('POST', path, { body: { email, password } });
const loginForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  service.form('/v2/oauth/login', { email: person.email, password: PASSWORD, ...fields }, { headers });
const me = (token: string) => service.call('GET', '/api/v2/users/me', { token });
/** Runs with the clock moved on. */
const later = async (seconds: number, work: () => Promise<void>): Promise<void> => {
  service.setClock(new Date(Date.now() + seconds * 1_000).toISOString());
  await work().finally(() => service.setClock(null));
};
const REFUSED = { error: 'invalid_grant', error_description: 'Invalid email or password' };

describe('by JSON', () => {
  it('answers token, type, lifetime and user [LOG-R04]', async () => {
    const answer = await login(person.email, PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.body).toEqual({
      token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      user: {
        self_url: `/api/v2/users/${person.id}`,
        id: person.id,
        first_name: 'Kari',
        last_name: 'Nordmann',
        email: person.email,
        email_verified: true,
        pending_email: null,
        profile_image_url: null,
        accounts: [
          {
            id: 1,
            account: { id: 100, unique_name: 'account-0', display_name: 'Nordlys AS' },
            role: { id: 3, name: 'CA' },
          },
        ],
        contracts: [],
        created_at: expect.stringMatching(/Z$/),
        last_login: expect.stringMatching(/Z$/),
        language: 'nob',
        has_identity_link: false,
        is_admin: false,
      },
    });
  });

  it('the token is a JWT of its own type with both scopes, good for API calls [LOG-R09]', async () => {
    const { body } = await login(person.email, PASSWORD);
    expect(headerOf(body.token)).toMatchObject({ typ: 'session+jwt', alg: 'ES256' });
    const claims = claimsOf(body.token);
    expect(claims).toMatchObject({
      iss: issuer,
      aud: issuer,
      sub: String(person.id),
      scope: 'read write',
      exp: Number(claims.iat) + 3600,
    });
    expect('client_id' in claims).toBe(false);
    expect((await service.call('GET', '/api/v2/users/me', { token: body.token })).status).toBe(200);
    expect((await service.call('PATCH', '/api/v2/users/me', { token: body.token, body: {} })).status).toBe(200);
  });

  it('waits for no connection of jobs and the relay, whether it is accepted or refused', async () => {
    const { raw } = service.db;
    const held = await Promise.all(Array.from({ length: raw.options.max }, () => raw.reserve()));
    try {
      expect((await login(person.email, PASSWORD)).status).toBe(200);
      expect((await login(person.email, 'Feil-passord-1')).status).toBe(401);
    } finally {
      for (const each of held) each.release();
    }
  });

  it('takes the address whatever its case, and not the password', async () => {
    expect((await login(` ${person.email.toUpperCase()} `, PASSWORD)).status).toBe(200);
    expect((await login(person.email, PASSWORD.toUpperCase())).status).toBe(401);
    expect((await login(person.email, ` ${PASSWORD}`)).status).toBe(401);
  });

  it('wrong password, unknown address, overlong password and deactivated user answer the same [LOG-R05] [LOG-R06]', async () => {
    const gone = await service.person();
    await service.db.raw`update users set is_active = false where id = ${gone.id}`;
    for (const [email, password] of [
      [person.email, 'Feil-passord-1'],
      ['nobody@books.test', PASSWORD],
      [person.email, PASSWORD.repeat(40)],
      [gone.email, PASSWORD],
      ['not an address', PASSWORD],
      ['kari\0@books.test', PASSWORD],
    ] as const) {
      const answer = await login(email, password);
      expect([answer.status, answer.body]).toEqual([401, REFUSED]);
    }
  });

  it('a missing or malformed field is 400 invalid_request [LOG-R07]', async () => {
    for (const body of [
      {},
      { email: person.email },
      { password: PASSWORD },
      { email: '', password: '' },
      { email: 7, password: {} },
      [],
    ]) {
      const answer = await service.call('POST', '/v2/oauth/login', { body });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    }
    const form = await service.form('/v2/oauth/login', { email: person.email });
    expect([form.status, form.body.error]).toEqual([400, 'invalid_request']);
  });

  it('another media type is refused, another prefix is not [LOG-R10]', async () => {
    const text = await service.call('POST', '/v2/oauth/login', {
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect([text.status, text.body.error]).toEqual([415, 'invalid_request']);
    expect((await login(person.email, PASSWORD, '/public/v2/oauth/login')).status).toBe(200);
    expect((await service.call('GET', '/public/v2/oauth/login')).status).toBe(200);
  });

  it('without organisation there is no user object to give: 503', async () => {
    service.world.isAway = true;
    const answer = await login(person.email, PASSWORD);
    service.world.isAway = false;
    expect([answer.status, answer.body.error]).toEqual([503, 'temporarily_unavailable']);
  });
});

describe('by form', () => {
  it('answers 302 to next with an HttpOnly session cookie [LOG-R01]', async () => {
    const answer = await loginForm({ next: '/v2/oauth/authorize?a=b%20c' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/v2/oauth/authorize?a=b%20c']);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=43200$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    '//evil.example',
    '///evil.example/x',
    '/\\evil.example',
    '\\evil',
    'https://evil.example',
    'javascript:alert(1)',
    'evil',
    '',
    '/%5Cevil.example',
    '/a\tb',
    '/\u0000',
    '/%2F/evil.example',
    '/%zz',
  ])('next %j leads to / [LOG-R02] [LOG-R03]', async (next) => {
    const answer = await loginForm({ next });
    if (next.includes('\u0000')) expect(answer.status).toBe(400);
    else expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
  });

  it('failure is 401 in JSON, and the form again for a person [LOG-R05]', async () => {
    const json = await loginForm({ password: 'Feil-passord-1' });
    expect([json.status, json.body]).toEqual([401, REFUSED]);
    const page = await loginForm({ password: 'Feil-passord-1', next: '/x?y="z' }, { accept: 'text/html,*/*;q=0.8' });
    expect([page.status, page.headers.get('content-type'), page.headers.get('set-cookie')]).toEqual([
      401,
      'text/html; charset=utf-8',
      null,
    ]);
    expect(page.body).toContain('role="alert"');
    expect(page.body).toContain(`value="${person.email}"`);
    expect(page.body).toContain('name="next" value="/x?y=&quot;z"');
    expect(page.body).not.toContain('Feil-passord-1');
  });

  it('gives a new session id each time and ends the one before', async () => {
    const first = await service.browser(person);
    const answer = await loginForm({}, sessionCookie(first));
    const second = cookieValue(answer.headers.get('set-cookie') ?? '', '__Host-session');
    expect(second).not.toBe(first);
    const rows = await service.db.raw`
      select session_digest = sha256(${first}::text::bytea) as is_first from browser_sessions where session_digest in (sha256(${first}::text::bytea), sha256(${second}::text::bytea))`;
    expect([...rows]).toEqual([{ is_first: false }]);
  });

  it('from another site is refused [PPL-R14]', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect((await loginForm({}, headers)).status).toBe(403);
    expect((await loginForm({}, { origin: issuer, 'sec-fetch-site': 'same-origin' })).status).toBe(302);
  });

  it('the cookie is no credential of resource endpoints, and ends after 12 hours [LOG-R12]', async () => {
    const value = await service.browser(person);
    for (const path of ['/api/v2/users/me', '/v2/oauth/clients', '/api/v2/oauth/admin/tokens'])
      expect((await service.call('GET', path, { headers: sessionCookie(value) })).status).toBe(401);
    const asBearer = await service.call('GET', '/api/v2/users/me', { token: value });
    expect(asBearer.status).toBe(401);
    const rows = await service.db
      .raw`select extract(epoch from expires_at - created_at)::int as seconds from browser_sessions where session_digest = sha256(${value}::text::bytea)`;
    expect(rows[0]?.seconds).toBe(12 * 3600);
  });

  it('the page is a form without script, under a strict policy', async () => {
    const page = await service.call('GET', '/v2/oauth/login?next=%2Fx', {
      headers: { 'accept-language': 'en-GB,nb;q=0.8' },
    });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    for (const text of [
      'lang="en"',
      'name="email"',
      'name="password"',
      'type="hidden" name="next" value="/x"',
      'Log in',
    ])
      expect(page.body).toContain(text);
    expect(page.body).not.toContain('<script');
    expect((await service.call('GET', '/v2/oauth/login?next=//evil')).body).toContain('name="next" value="/"');
    expect((await service.call('HEAD', '/v2/oauth/login')).status).toBe(200);
  });
});

describe('guessing', () => {
  const fail = async (email: string, times: number) => {
    for (let n = 0; n < times; n++) expect((await login(email, 'Feil-passord-1')).status).toBe(401);
  };
  const minutesFromNow = (minutes: number) => service.setClock(new Date(Date.now() + minutes * 60_000).toISOString());

  it('ten consecutive failures block the address for 15 minutes, even with the right password [LOG-R11]', async () => {
    const { email } = await service.person();
    try {
      await fail(email, 10);
      const right = await login(email, PASSWORD);
      expect([right.status, right.body]).toEqual([401, REFUSED]);
      expect((await service.form('/v2/oauth/login', { email: email.toUpperCase(), password: PASSWORD })).status).toBe(
        401,
      );
      minutesFromNow(14);
      expect((await login(email, PASSWORD)).status).toBe(401);
      minutesFromNow(16);
      expect((await login(email, PASSWORD)).status).toBe(200);
    } finally {
      service.setClock(null);
    }
  });

  it('nine failures do not, and a success starts the count anew', async () => {
    const { email } = await service.person();
    await fail(email, 9);
    expect((await login(email, PASSWORD)).status).toBe(200);
    await fail(email, 9);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('only failures within 15 minutes count, wherever the window lies', async () => {
    const { email } = await service.person();
    try {
      await fail(email, 1);
      minutesFromNow(10);
      await fail(email, 8);
      minutesFromNow(16);
      await fail(email, 1);
      expect((await login(email, PASSWORD)).status).toBe(200);
      minutesFromNow(20);
      await fail(email, 5);
      minutesFromNow(30);
      await fail(email, 5);
      expect((await login(email, PASSWORD)).status).toBe(401);
    } finally {
      service.setClock(null);
    }
  });

  it('an address without an account is counted alike, and stored as a digest', async () => {
    await fail('ghost@books.test', 10);
    const rows = await service.db
      .raw`select encode(counter, 'escape') as text, locked_until is not null as locked from password_failures`;
    expect(rows.some(({ locked }) => locked)).toBe(true);
    expect(rows.some(({ text }) => text.includes('ghost'))).toBe(false);
  });

  it('many at once get no more than ten guesses, also with keys, whose transactions are taken back', async () => {
    const { email } = await service.person();
    const guess = (n: number) =>
      service.call('POST', '/v2/oauth/login', {
        body: { email, password: 'Feil-passord-1' },
        headers: { 'idempotency-key': `g-${email}-${n}` },
      });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await login(email, PASSWORD)).status).toBe(401);
  });

  it('many right logins at once all succeed', async () => {
    const { email } = await service.person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, PASSWORD)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('reserved users', () => {
  it('the administrator is user 1, made on the first start, and is one everywhere [JOB-R01]', async () => {
    const { status, body } = await login('admin@books.test', ADMIN.BOOTSTRAP_ADMIN_PASSWORD);
    expect([status, body.user.id, body.user.is_admin]).toEqual([200, 1, true]);
    const account = service.world.account();
    const access = await service.running.composition.guard.account(
      { userId: 1, clientId: null, kind: 'session', scopes: new Set(['read', 'write']), isAdmin: true },
      account,
    );
    expect(access).toMatchObject({ exists: true, role: 'SA' });
    expect((await service.call('GET', '/api/v2/oauth/admin/tokens', { token: body.token })).status).toBe(200);
  });

  it('a later start changes nothing', async () => {
    const { bootstrapAdministrator } = await import('../src/users/bootstrap.ts');
    const { createPasswordHasher } = await import('../src/passwords/password-hash.ts');
    const { db, clock, logger } = service.running.composition;
    await bootstrapAdministrator(
      { db, clock, logger, passwords: createPasswordHasher() },
      { email: 'other@books.test', password: 'Annet-passord-8' },
    );
    expect((await login('other@books.test', 'Annet-passord-8')).status).toBe(401);
    expect((await login('admin@books.test', ADMIN.BOOTSTRAP_ADMIN_PASSWORD)).status).toBe(200);
  });

  it('system and assistant exist and cannot log in: the database holds no way in for them [JOB-R02]', async () => {
    const rows = await service.db.raw`select id::int, email, password_hash from users where id in (2, 3) order by id`;
    expect([...rows]).toEqual([
      { id: 2, email: null, password_hash: null },
      { id: 3, email: null, password_hash: null },
    ]);
    for (const id of [2, 3])
      await expect(
        service.db
          .raw`update users set email = 'x@books.test', email_key = 'x@books.test', password_hash = 'x' where id = ${id}`,
      ).rejects.toMatchObject({ constraint_name: 'users_reserved_cannot_log_in' });
  });
});

describe('logout', () => {
  it('clears the cookie with 204 and ends the session; also without one [LOG-R13]', async () => {
    const value = await service.browser(person);
    const answer = await service.call('POST', '/public/v2/oauth/logout', { headers: sessionCookie(value) });
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
    expect(answer.headers.getSetCookie()).toEqual([
      '__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
      'refresh_token=; Path=/v2/oauth/session; HttpOnly; Secure; SameSite=Strict; Max-Age=0',
      'refresh_token=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0',
      'session_id=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0',
    ]);
    expect(
      await service.db.raw`select 1 from browser_sessions where session_digest = sha256(${value}::text::bytea)`,
    ).toHaveLength(0);
    expect((await service.call('POST', '/v2/oauth/logout')).status).toBe(204);
  });

  it.each([
    ['its refresh token', (own: Person) => ({ headers: { cookie: `refresh_token=${own.refreshToken}` } })],
    [
      'the cookie that names it',
      (own: Person) => ({ headers: { cookie: `a=b; session_id=${claimsOf(own.token).sid}` } }),
    ],
    ['its session token', (own: Person) => ({ token: own.token })],
  ])(
    'ends the web application’s session by %s: neither cookie nor token is good any more [PPL-R07]',
    async (_what, shown) => {
      const [own, bystander] = [await service.person(), await service.person()];
      const refresh = ({ refreshToken }: Person) =>
        service.call('POST', '/v2/oauth/session/refresh', { headers: { cookie: `refresh_token=${refreshToken}` } });
      const renewed = await refresh(own);
      expect((await service.call('POST', '/v2/oauth/logout', shown(own))).status).toBe(204);
      expect((await refresh(own)).status).toBe(401);
      for (const token of [own.token, renewed.body.token]) {
        const answer = await me(token);
        expect([answer.status, answer.body.error.code]).toEqual([401, 'common.unauthorized']);
      }
      expect((await service.events('auth.user.changed')).at(-1)?.payload).toEqual({ user_id: own.id, is_active: true });
      expect([(await me(bystander.token)).status, (await refresh(bystander)).status]).toEqual([200, 200]);
    },
  );

  it('by the token of a login by JSON ends that session and no other [PPL-R07]', async () => {
    const own = await service.person();
    const [here, there] = [await login(own.email, PASSWORD), await login(own.email, PASSWORD)];
    expect(claimsOf(here.body.token).sid).not.toBe(claimsOf(there.body.token).sid);
    expect((await service.call('POST', '/public/v2/oauth/logout', { token: here.body.token })).status).toBe(204);
    expect([
      (await me(here.body.token)).status,
      (await me(there.body.token)).status,
      (await me(own.token)).status,
    ]).toEqual([401, 200, 200]);
    expect((await service.call('POST', '/v2/oauth/logout', { token: here.body.token })).status).toBe(204);
  });

  it('with credentials that are none of a session changes nothing', async () => {
    const { obtainTokens } = await import('./harness.ts');
    const own = await service.person();
    const { access_token, refresh_token } = await obtainTokens(service, own, await service.client(own));
    const forged = `${own.token.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`;
    for (const token of [access_token, forged, 'nonsense'])
      expect((await service.call('POST', '/v2/oauth/logout', { token })).status).toBe(204);
    const cookie = `refresh_token=${refresh_token}; session_id=${person.id}; session_id=00000000-0000-0000-0000-000000000000`;
    expect((await service.call('POST', '/v2/oauth/logout', { headers: { cookie } })).status).toBe(204);
    expect([(await me(own.token)).status, (await me(access_token)).status]).toEqual([200, 200]);
  });

  it('a session token of an earlier release, which names no session, lives until it expires', async () => {
    const own = await service.person();
    const keys = createKeyRing({
      ...service.running.composition,
      sealer: createSealer(service.env.DATA_ENCRYPTION_KEY!),
    });
    const { iss, aud, sub, scope, iat, exp, jti } = claimsOf(own.token);
    const token = signJwt(await keys.signer(), 'session+jwt', { iss, aud, sub, scope, iat, exp, jti });
    await service.call('POST', '/v2/oauth/logout', { token });
    expect((await me(token)).body.id).toBe(own.id);
    await later(3_600, async () => expect((await me(token)).status).toBe(401));
  });

  it('sessions that nothing renews are forgotten when their hour is over', async () => {
    const own = await service.person();
    await login(own.email, PASSWORD);
    const bare = () => service.db.raw`
      select 1 from refresh_families f where user_id = ${own.id} and not exists (select 1 from refresh_tokens t where t.family_id = f.id)`;
    await service.runJob('auth-cleanup');
    expect(await bare()).toHaveLength(1);
    await later(3_601, async () => void (await service.runJob('auth-cleanup')));
    expect(await bare()).toHaveLength(0);
    expect((await me(own.token)).status).toBe(200);
  });
});

describe('refreshing the session', () => {
  const refresh = (token: string, headers: Record<string, string> = {}) =>
    service.call('POST', '/v2/oauth/session/refresh', {
      headers: { ...(token ? { cookie: `a=b; refresh_token=${token}` } : {}), ...headers },
    });

  it('without a cookie or with an unknown one is 401 invalid_grant [LOG-R14]', async () => {
    for (const token of ['', 'x'.repeat(43), 'short']) {
      const answer = await refresh(token);
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_grant']);
    }
  });

  it('gives a session token and a rotated cookie; the old one is dead after ten seconds and kills the new [LOG-R15]', async () => {
    const own = await service.person();
    const answer = await refresh(own.refreshToken);
    expect([answer.status, answer.body]).toEqual([
      200,
      { token: expect.any(String), token_type: 'Bearer', expires_in: 3600 },
    ]);
    const [renewed, named, wide] = answer.headers.getSetCookie();
    expect(renewed).toMatch(
      /^refresh_token=[\w-]{43}; Path=\/v2\/oauth\/session; HttpOnly; Secure; SameSite=Strict; Max-Age=2592000$/,
    );
    const sid = claimsOf(answer.body.token).sid;
    expect(named).toBe(`session_id=${sid}; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=2592000`);
    expect(claimsOf(own.token).sid).toBe(sid);
    // The cookie of earlier releases, which went to every path.
    expect(wide).toBe('refresh_token=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0');
    expect((await service.call('GET', '/api/v2/users/me', { token: answer.body.token })).body.id).toBe(own.id);
    const third = await refresh(cookieValue(renewed ?? '', 'refresh_token'));
    expect(third.status).toBe(200);
    await later(11, async () => expect((await refresh(own.refreshToken)).status).toBe(401));
    expect((await refresh(cookieValue(third.headers.getSetCookie()[0] ?? '', 'refresh_token'))).status).toBe(401);
    for (const { token } of [own, answer.body, third.body]) expect((await me(token)).status).toBe(401);
  });

  it('two tabs that renew at once both stay signed in, and so do twenty [PPL-R08]', async () => {
    const own = await service.person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(own.refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const cookies = answers.map(({ headers }) => cookieValue(headers.getSetCookie()[0] ?? '', 'refresh_token'));
    expect(new Set(cookies).size).toBe(20);
    // Whichever cookie the browser kept, it renews the session, whatever the other tabs did before.
    for (const cookie of cookies) {
      const again = await refresh(cookie);
      expect([again.status, (await me(again.body.token)).body.id]).toEqual([200, own.id]);
    }
  });

  it('a cookie that was rotated is good once more for ten seconds in the same browser', async () => {
    const own = await service.person();
    expect((await refresh(own.refreshToken)).status).toBe(200);
    await later(9, async () => expect((await refresh(own.refreshToken)).status).toBe(200));
  });

  it.each([
    ['from another network', { address: '198.51.100.9' }],
    ['from another browser', { headers: { 'user-agent': 'Thief/1.0' } }],
  ])('a stolen cookie that the browser has rotated ends the session %s, even at once', async (_where, elsewhere) => {
    const own = await service.person();
    const mine = await refresh(own.refreshToken);
    const stolen = await service.call('POST', '/v2/oauth/session/refresh', {
      ...elsewhere,
      headers: { cookie: `refresh_token=${own.refreshToken}`, ...('headers' in elsewhere ? elsewhere.headers : {}) },
    });
    expect([stolen.status, stolen.body.error]).toEqual([401, 'invalid_grant']);
    expect((await refresh(cookieValue(mine.headers.getSetCookie()[0] ?? '', 'refresh_token'))).status).toBe(401);
    expect((await me(mine.body.token)).status).toBe(401);
    expect((await service.events('auth.user.changed')).at(-1)?.payload).toEqual({ user_id: own.id, is_active: true });
  });

  it('a thief who was first is thrown out when the browser comes', async () => {
    const own = await service.person();
    const cookie = `refresh_token=${own.refreshToken}`;
    const thief = await service.call('POST', '/v2/oauth/session/refresh', {
      address: '198.51.100.9',
      headers: { cookie },
    });
    expect(thief.status).toBe(200);
    expect((await refresh(own.refreshToken)).status).toBe(401);
    expect((await me(thief.body.token)).status).toBe(401);
  });

  it('the grace is no way around a logout', async () => {
    const own = await service.person();
    const { body } = await refresh(own.refreshToken);
    expect((await service.call('POST', '/v2/oauth/logout', { token: body.token })).status).toBe(204);
    expect((await refresh(own.refreshToken)).status).toBe(401);
  });

  it('the cookie of an earlier release is read behind the one for this path', async () => {
    const [own, before] = [await service.person(), await service.person()];
    const cookie = `refresh_token=${own.refreshToken}; refresh_token=${before.refreshToken}`;
    const { body } = await service.call('POST', '/v2/oauth/session/refresh', { headers: { cookie } });
    expect(claimsOf(body.token).sub).toBe(String(own.id));
  });

  it('a refresh token of an OAuth client is no session', async () => {
    const { obtainTokens } = await import('./harness.ts');
    const client = await service.client(person);
    const { refresh_token } = await obtainTokens(service, person, client);
    expect((await refresh(refresh_token)).status).toBe(401);
    expect((await service.token({ grant_type: 'refresh_token', ...client, refresh_token })).status).toBe(200);
  });
});

describe('over plain http', () => {
  it('the session cookie has no prefix and is not Secure', async () => {
    const plain = await startAuth({ PUBLIC_BASE_URL: 'http://127.0.0.1:8080' });
    try {
      const someone = await plain.person();
      const answer = await plain.form('/v2/oauth/login', { email: someone.email, password: PASSWORD });
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/),
        expect.stringMatching(/^known-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/),
      ]);
    } finally {
      await plain.stop();
    }
  });
});
