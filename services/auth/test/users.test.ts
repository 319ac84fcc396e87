import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthService,
  obtainTokens,
  PASSWORD,
  type Person,
  refreshFields,
  sessionCookie,
  startAuth,
} from './harness.ts';

const ADMIN = { email: 'admin@books.test', password: 'Startpassord-7' };
let service: AuthService;
let admin: string;
beforeAll(async () => {
  service = await startAuth({ BOOTSTRAP_ADMIN_EMAIL: ADMIN.email, BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password });
  admin = (await service.call('POST', '/v2/oauth/login', { body: ADMIN })).body.token;
});
afterAll(() => service.stop());

const me = (token: string, query = '') => service.call('GET', `/api/v2/users/me${query}`, { token });
const change = (person: Person, body: unknown, headers: Record<string, string> = {}) =>
  service.call('PATCH', '/api/v2/users/me', { token: person.token, body, headers });
const login = async (email: string, password: string) =>
  (await service.call('POST', '/v2/oauth/login', { body: { email, password } })).status;

describe('GET /users/me', () => {
  it('gives the caller with accounts and contracts [USR-R01]', async () => {
    const person = await service.person();
    service.memberships(person.id, ['Nordlys AS', 'Fjord AS']);
    const { status, body } = await me(person.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: person.id,
      self_url: `/api/v2/users/${person.id}`,
      email: person.email,
      language: 'nob',
      contracts: [],
    });
    expect(body.accounts.map((link: { account: { display_name: string } }) => link.account.display_name)).toEqual([
      'Nordlys AS',
      'Fjord AS',
    ]);
  });

  it('embeds the relations that are named, both by default', async () => {
    const person = await service.person();
    const relations = async (query: string) =>
      Object.keys((await me(person.token, query)).body).filter((key) => ['accounts', 'contracts'].includes(key));
    expect(await relations('')).toEqual(['accounts', 'contracts']);
    expect(await relations('?with=accounts')).toEqual(['accounts']);
    expect(await relations('?with=contracts;unknown')).toEqual(['contracts']);
    expect(await relations('?with=unknown')).toEqual([]);
  });

  it('works with read alone and refuses no credential', async () => {
    const person = await service.person();
    const client = await service.client(person);
    const { access_token } = await obtainTokens(service, person, client, { scope: 'read' });
    expect((await me(access_token)).status).toBe(200);
    expect((await service.call('GET', '/api/v2/users/me')).body.error.code).toBe('common.unauthorized');
  });
});

describe('PATCH /users/me', () => {
  it('changes names and language, only what is sent [USR-R02]', async () => {
    const person = await service.person();
    const first = await change(person, { first_name: ' Åse ', language: 'eng', is_admin: true, id: 1 });
    expect(first.body).toMatchObject({
      id: person.id,
      first_name: 'Åse',
      last_name: 'Nordmann',
      language: 'eng',
      is_admin: false,
    });
    expect((await change(person, { last_name: 'Berg' })).body).toMatchObject({ first_name: 'Åse', last_name: 'Berg' });
    expect((await service.events('auth.user.changed')).at(-1)?.payload).toEqual({
      user_id: person.id,
      is_active: true,
    });
    for (const body of [
      { language: 'sve' },
      { first_name: 7 },
      { first_name: 'x'.repeat(101) },
      { email: 'not an address' },
    ]) {
      const answer = await change(person, body);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'common.validation_error']);
    }
  });

  it('a new address needs the current password and changes nothing before its link is opened [USR-R03] [USR-R05]', async () => {
    const person = await service.person();
    const email = `ny-${person.email}`;
    for (const body of [{ email }, { email, current_password: 'Feil-passord-1' }]) {
      const answer = await change(person, body);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'user.invalid_password']);
    }
    const answer = await change(person, { email, current_password: PASSWORD });
    expect(answer.body).toMatchObject({ email: person.email, email_verified: true, pending_email: email });
    expect([await login(email, PASSWORD), await login(person.email, PASSWORD)]).toEqual([401, 200]);
  });

  it('an address of another user, whatever its case, is 409 user.email_taken [USR-R04]', async () => {
    const [person, other] = [await service.person(), await service.person()];
    const answer = await change(person, { email: other.email.toUpperCase(), current_password: PASSWORD });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'user.email_taken']);
    const same = await change(person, { email: person.email.toUpperCase(), current_password: PASSWORD });
    expect(same.body).toMatchObject({ email: person.email.toUpperCase(), email_verified: true });
  });

  it('a new password needs the current one and must not be weak [USR-R05] [USR-R06]', async () => {
    const person = await service.person();
    const password = 'Helt-nytt-passord-9';
    for (const body of [
      { password },
      { password, current_password: '' },
      { password, current_password: 'Feil-passord-1' },
    ])
      expect((await change(person, body)).body.error.code).toBe('user.invalid_password');
    const local = person.email.split('@')[0]!;
    for (const weak of [
      'kort-1',
      'alllowercase',
      '12345678',
      'Password123',
      'passord1',
      `X-${local}-9`,
      'Aa1-'.repeat(33),
    ]) {
      const answer = await change(person, { password: weak, current_password: PASSWORD });
      expect([weak, answer.status, answer.body.error.code]).toEqual([weak, 400, 'user.weak_password']);
    }
    expect((await change(person, { password, current_password: PASSWORD })).status).toBe(200);
    expect([await login(person.email, password), await login(person.email, PASSWORD)]).toEqual([200, 401]);
  });

  it('a new password ends every other refresh token and browser session, not the ones in use', async () => {
    const person = await service.person();
    const client = await service.client(person);
    const { refresh_token } = await obtainTokens(service, person, client);
    const [here, elsewhere] = [await service.browser(person), await service.browser(person)];
    await change(
      person,
      { password: 'Helt-nytt-passord-9', current_password: PASSWORD },
      { cookie: `__Host-session=${here}` },
    );
    expect((await service.token(refreshFields(client, refresh_token))).body.error_description).toBe(
      'Invalid refresh token',
    );
    const kept = await service.call('POST', '/v2/oauth/session/refresh', {
      headers: { cookie: `refresh_token=${person.refreshToken}` },
    });
    expect(kept.status).toBe(200);
    const rows = await service.db
      .raw`select session_digest = sha256(${here}::text::bytea) as is_here from browser_sessions where user_id = ${person.id}`;
    expect([...rows]).toEqual([{ is_here: true }]);
    expect(elsewhere).not.toBe(here);
  });

  it('a new password ends the tokens of every other session, not the one that asks [PPL-R07]', async () => {
    const person = await service.person();
    const others = await Promise.all(
      [0, 1].map(() => service.call('POST', '/v2/oauth/login', { body: { email: person.email, password: PASSWORD } })),
    );
    const [here, there] = others.map(({ body }) => body.token as string);
    const own = { ...person, token: here! };
    expect((await change(own, { password: 'Helt-nytt-passord-9', current_password: PASSWORD })).status).toBe(200);
    expect([(await me(here!)).status, (await me(there!)).status, (await me(person.token)).status]).toEqual([
      200, 401, 401,
    ]);
    const cookie = `refresh_token=${person.refreshToken}`;
    expect((await service.call('POST', '/v2/oauth/session/refresh', { headers: { cookie } })).status).toBe(401);
  });

  it('a token that may only read may not [SCP-R02]', async () => {
    const person = await service.person();
    const client = await service.client(person);
    const { access_token } = await obtainTokens(service, person, client, { scope: 'read' });
    const answer = await service.call('PATCH', '/api/v2/users/me', { token: access_token, body: { first_name: 'X' } });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'common.insufficient_scope']);
    expect(answer.headers.get('www-authenticate')).toContain('scope="write"');
  });
});

describe('GET /users/{id}', () => {
  it('gives the public part to who shares a client account; others get 404 user.not_found [USR-R07]', async () => {
    const [kari, ola, stranger] = [
      await service.person(),
      await service.person({ firstName: 'Ola' }),
      await service.person(),
    ];
    const account = service.world.account();
    service.world.grant(kari.id, account, 'CA');
    service.world.grant(ola.id, account, 'EM');
    service.world.grant(stranger.id, service.world.account(), 'CA');
    const seen = await service.call('GET', `/api/v2/users/${ola.id}`, { token: kari.token });
    expect([seen.status, seen.body]).toEqual([
      200,
      {
        id: ola.id,
        first_name: 'Ola',
        last_name: 'Nordmann',
        full_name: 'Ola Nordmann',
        created_at: expect.any(String),
        profile_image_url: null,
        last_login: null,
      },
    ]);
    for (const id of [stranger.id, 987_654, 'x', 0, 2]) {
      const answer = await service.call('GET', `/api/v2/users/${id}`, { token: kari.token });
      expect([id, answer.status, answer.body.error.code]).toEqual([id, 404, 'user.not_found']);
    }
    expect((await service.call('GET', `/api/v2/users/${stranger.id}`, { token: stranger.token })).status).toBe(200);
    expect((await service.call('GET', `/api/v2/users/${stranger.id}`, { token: admin })).status).toBe(200);
  });
});

describe('PATCH /users/{id}', () => {
  const setActive = (id: number | string, body: unknown, token = admin) =>
    service.call('PATCH', `/api/v2/users/${id}`, { token, body });

  it('needs role SA and deactivates and reactivates a user, whose tokens are refused meanwhile [USR-R08] [TKN-R37]', async () => {
    const person = await service.person();
    const client = await service.client(person);
    const { access_token, refresh_token } = await obtainTokens(service, person, client);
    const cookie = await service.browser(person);
    const denied = await setActive(person.id, { is_active: false }, (await service.person()).token);
    expect([denied.status, denied.body.error.code]).toEqual([403, 'common.forbidden']);

    const answer = await setActive(person.id, { is_active: false });
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id: person.id, is_active: false })]);
    expect('email' in answer.body).toBe(false);
    expect((await service.events('auth.user.changed')).at(-1)?.payload).toEqual({
      user_id: person.id,
      is_active: false,
    });
    for (const token of [person.token, access_token]) expect((await me(token)).status).toBe(401);
    expect((await service.token(refreshFields(client, refresh_token))).body.error_description).toBe(
      'Invalid refresh token',
    );
    expect(await login(person.email, PASSWORD)).toBe(401);
    expect(await service.db.raw`select 1 from browser_sessions where user_id = ${person.id}`).toHaveLength(0);
    expect(sessionCookie(cookie)).toBeTruthy();

    expect((await setActive(person.id, { is_active: true })).body.is_active).toBe(true);
    expect([(await me(access_token)).status, await login(person.email, PASSWORD)]).toEqual([200, 200]);
    expect((await service.token(refreshFields(client, refresh_token))).body.error_description).toBe(
      'Invalid refresh token',
    );
  });

  it('refuses whoever is not SA before it looks for the user, whatever the id and the body', async () => {
    const [person, other] = [await service.person(), await service.person()];
    const answers = await Promise.all(
      [other.id, person.id, 1, 2, 987_654, 0, 'x', '1e3', '99999999999999999999'].flatMap((id) =>
        [{ is_active: false }, {}, { is_active: 'no' }].map((body) => setActive(id, body, person.token)),
      ),
    );
    for (const { status, body } of answers)
      expect({ ...body.error, status, request_id: '' }).toEqual({
        ...answers[0]!.body.error,
        status: 403,
        request_id: '',
      });
    expect((await me(other.token)).status).toBe(200);
  });

  it('refuses unknown users, other values and the users that the platform acts as', async () => {
    const person = await service.person();
    for (const id of [987_654, 'x', 0, '1e3'])
      expect((await setActive(id, { is_active: false })).body.error.code).toBe('user.not_found');
    for (const body of [{}, { is_active: 'no' }, { is_active: null }])
      expect((await setActive(person.id, body)).body.error.code).toBe('common.validation_error');
    for (const id of [2, 3])
      expect((await setActive(id, { is_active: false })).body.error.code).toBe('common.forbidden');
  });

  /** Another administrator; there is no way to appoint one but the database. */
  const administrator = async () => {
    const person = await service.person();
    await service.db.raw`update users set is_admin = true where id = ${person.id}`;
    return person;
  };
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof setActive>>) =>
    `${status} ${body.error?.code ?? body.is_active}`;

  it('an administrator deactivates neither itself nor the last active one [CTL-R16]', async () => {
    expect(codeOf(await setActive(1, { is_active: false }))).toBe('409 user.last_administrator');
    const other = await administrator();
    expect(codeOf(await setActive(1, { is_active: false }))).toBe('409 user.last_administrator');
    expect((await me(admin)).status).toBe(200);
    expect(codeOf(await setActive(other.id, { is_active: false }))).toBe('200 false');
    expect(codeOf(await setActive(other.id, { is_active: false }))).toBe('200 false');
    expect(codeOf(await setActive(1, { is_active: true }))).toBe('200 true');
  });

  it('of administrators who deactivate each other at the same moment one is left [CTL-R16]', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, other] = [await administrator(), await administrator()];
      await service.db.raw`update users set is_admin = id in (${one.id}, ${other.id}) where is_admin`;
      const outcomes = await Promise.all([
        setActive(other.id, { is_active: false }, one.token),
        setActive(one.id, { is_active: false }, other.token),
      ]);
      await service.db.raw`update users set is_admin = true where id = 1`;
      expect(outcomes.map(codeOf).sort()).toEqual([
        '200 false',
        expect.stringMatching(/^(409 user.last_administrator|401 common.unauthorized)$/),
      ]);
      const left = await service.db.raw`select id from users where id in (${one.id}, ${other.id}) and is_active`;
      expect(left).toHaveLength(1);
    }
  });
});
