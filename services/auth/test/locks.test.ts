import { Auth } from '@app/rpc';
import type { CallOptions } from '@app/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settleAttempt } from '../src/passwords/attempts.ts';
import { type AuthService, cookieValue, PASSWORD, type Person, startAuth } from './harness.ts';

const WRONG = 'Feil-passord-1';
let service: AuthService;
beforeAll(async () => {
  service = await startAuth();
});
afterAll(() => service.stop());
afterEach(() => service.setClock(null));

const login = (email: string, password: string, from: CallOptions = {}) =>
  service.call('POST', '/v2/oauth/login', { ...from, body: { email, password } });
const from = (address: string): CallOptions => ({ address });
const fail = async (email: string, times: number, where: CallOptions = {}) => {
  for (let n = 0; n < times; n++) expect((await login(email, WRONG, where)).status).toBe(401);
};
/** Wrong passwords as a login settles them, without the work of checking one. */
const settle = (email: string, times: number, address: string) =>
  Promise.all(
    Array.from({ length: times }, () =>
      settleAttempt(service.running.composition, email, { address, knownBrowser: undefined }, false),
    ),
  );
/** Ten guesses from each of so many networks. */
const guessEverywhere = async (email: string, networks: number) => {
  for (let n = 1; n <= networks; n++) await settle(email, 10, `198.18.${n}.5`);
};
const minutesFromNow = (minutes: number) => service.setClock(new Date(Date.now() + minutes * 60_000).toISOString());
/** A browser in which a person logged in by the form: its cookies. */
async function knownBrowser(person: Person): Promise<{ readonly cookie: string }> {
  const answer = await service.form('/v2/oauth/login', { email: person.email, password: PASSWORD });
  expect(answer.status).toBe(302);
  return {
    cookie: `__Host-known-browser=${cookieValue(answer.headers.get('set-cookie') ?? '', '__Host-known-browser')}`,
  };
}

describe('ten failures', () => {
  it('lock the address for their network and no other, right or wrong [PPL-R05] [LOG-R11]', async () => {
    const { email } = await service.person();
    await fail(email, 10, from('203.0.113.7'));
    for (const address of ['203.0.113.7', '203.0.113.250', '::ffff:203.0.113.9'])
      expect((await login(email, PASSWORD, from(address))).status).toBe(401);
    for (const address of ['203.0.114.7', '2001:db8::1'])
      expect((await login(email, PASSWORD, from(address))).status).toBe(200);
    // A login from elsewhere does not open the lock.
    expect((await login(email, PASSWORD)).status).toBe(401);
    minutesFromNow(16);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('count over a whole /64 and not over the next [PPL-R05]', async () => {
    const { email } = await service.person();
    for (let n = 0; n < 10; n++) await fail(email, 1, from(`2001:db8:0:1:${n}::${n}`));
    expect((await login(email, PASSWORD, from('2001:db8:0:1:ffff::1'))).status).toBe(401);
    expect((await login(email, PASSWORD, from('2001:db8:0:2::1'))).status).toBe(200);
  });

  it('that one network sends on and on do not lock the owner out elsewhere [PPL-R05]', async () => {
    const { email } = await service.person();
    await fail(email, 2, from('198.51.100.7'));
    await settle(email, 150, '198.51.100.7');
    expect((await login(email, PASSWORD, from('203.0.113.7'))).status).toBe(200);
  });

  it('are counted in a form, at an invitation and at a login alike', async () => {
    const { email } = await service.person();
    const rpc = service.connect(Auth, 'organisation');
    await fail(email, 5);
    for (let n = 0; n < 3; n++) await service.form('/v2/oauth/login', { email, password: WRONG });
    const command = {
      email,
      password: WRONG,
      firstName: 'A',
      lastName: 'B',
      language: 'nob',
      clientAddress: '203.0.113.99',
    };
    for (let n = 0; n < 2; n++)
      await expect(rpc.RegisterInvitedUser({ ...command, commandKey: `lock-${email}-${n}` })).rejects.toMatchObject({
        code: 'user.invalid_password',
      });
    expect((await login(email, PASSWORD)).status).toBe(401);
    await expect(
      rpc.RegisterInvitedUser({ ...command, password: PASSWORD, commandKey: `lock-${email}-right` }),
    ).rejects.toMatchObject({
      code: 'user.invalid_password',
    });
    const elsewhere = {
      ...command,
      password: PASSWORD,
      clientAddress: '192.0.2.1',
      commandKey: `lock-${email}-elsewhere`,
    };
    expect((await rpc.RegisterInvitedUser(elsewhere)).created).toBe(false);
  });
});

describe('a hundred failures from many networks', () => {
  it('lock the address for browsers that never logged in with it, and for no other [PPL-R05]', async () => {
    const [victim, neighbour] = [await service.person(), await service.person()];
    const [own, others] = [await knownBrowser(victim), await knownBrowser(neighbour)];
    await guessEverywhere(victim.email, 9);
    await fail(victim.email, 9, from('198.18.99.1'));
    expect((await login(victim.email, PASSWORD, from('203.0.113.7'))).status).toBe(200);
    await fail(victim.email, 1, from('198.18.98.1'));
    for (const headers of [
      {},
      others,
      { cookie: `__Host-known-browser=${'A'.repeat(43)}` },
      { cookie: `__Host-known-browser=${victim.id}` },
    ])
      expect((await login(victim.email, PASSWORD, { ...from('192.0.2.1'), headers })).status).toBe(401);
    expect((await login(victim.email, PASSWORD, { ...from('192.0.2.1'), headers: own })).status).toBe(200);
    expect((await login(neighbour.email, PASSWORD)).status).toBe(200);
    minutesFromNow(16);
    expect((await login(victim.email, PASSWORD, from('192.0.2.1'))).status).toBe(200);
  });

  it('spare a known browser ten guesses of its own: a stolen cookie is worth no more', async () => {
    const victim = await service.person();
    const { cookie } = await knownBrowser(victim);
    await guessEverywhere(victim.email, 10);
    for (let n = 0; n < 10; n++) await fail(victim.email, 1, { ...from(`100.64.${n}.1`), headers: { cookie } });
    expect((await login(victim.email, PASSWORD, { ...from('100.64.99.1'), headers: { cookie } })).status).toBe(401);
  });

  it('count for an address without an account too, and are stored as digests', async () => {
    await guessEverywhere('ghost@books.test', 10);
    const rows = await service.db
      .raw`select encode(counter, 'escape') as text from password_failures where locked_until is not null`;
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.some(({ text }) => text.includes('ghost') || text.includes('198.18'))).toBe(false);
  });
});

describe('parallel guesses', () => {
  /** Failures that are remembered and no lock has swallowed. */
  const countedForAddresses = async (): Promise<number> => {
    const [row] = await service.db.raw`
      select coalesce(sum(cardinality(failed_at)), 0)::int as counted from password_failures where email_digest is not null`;
    return row?.counted;
  };

  it('get no more tries than one after the other, whatever the replica: of a right one behind them nothing comes', async () => {
    const { email } = await service.person();
    const before = await countedForAddresses();
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(email, WRONG)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await login(email, PASSWORD)).status).toBe(401);
    // Ten of the forty were guesses; the rest met the lock, and brought the address no nearer to the lock of all.
    expect((await countedForAddresses()) - before).toBe(10);
  });

  it('from many networks at once settle one by one: a hundred are counted', async () => {
    const { email } = await service.person();
    const guesses = Array.from({ length: 120 }, (_, n) => settle(email, 1, `100.65.${n % 12}.1`));
    await Promise.all(guesses);
    expect((await login(email, PASSWORD, from('203.0.113.7'))).status).toBe(401);
  });
});

describe('the current password', () => {
  const change = (person: Person, current_password: string, token = person.token) =>
    service.call('PATCH', '/api/v2/users/me', { token, body: { password: 'Helt-nytt-passord-9', current_password } });

  it('guessed wrongly never locks the login, and is locked by itself after ten [PPL-R06]', async () => {
    const person = await service.person();
    for (let n = 0; n < 12; n++) expect((await change(person, WRONG)).body.error.code).toBe('user.invalid_password');
    expect((await change(person, PASSWORD)).body.error.code).toBe('user.invalid_password');
    expect((await login(person.email, PASSWORD)).status).toBe(200);
    minutesFromNow(16);
    const { body } = await login(person.email, PASSWORD);
    expect((await change(person, PASSWORD, body.token)).status).toBe(200);
  });

  it('is counted per client: what an application guesses keeps the person out of nothing [PPL-R06]', async () => {
    const { obtainTokens } = await import('./harness.ts');
    const person = await service.person();
    const [one, two] = [await service.client(person), await service.client(person)];
    const [first, second] = [await obtainTokens(service, person, one), await obtainTokens(service, person, two)];
    for (let n = 0; n < 10; n++) await change(person, WRONG, first.access_token);
    expect((await change(person, PASSWORD, first.access_token)).body.error.code).toBe('user.invalid_password');
    const moved = await service.call('PATCH', '/api/v2/users/me', {
      token: second.access_token,
      body: { email: `ny-${person.email}`, current_password: PASSWORD },
    });
    expect(moved.status).toBe(200);
    expect((await change(person, PASSWORD)).status).toBe(200);
  });

  it('is not looked at by the lock of the login', async () => {
    const person = await service.person();
    await fail(person.email, 10);
    expect((await change(person, PASSWORD)).status).toBe(200);
  });
});

describe('a known browser', () => {
  const known = async (id: number) =>
    (await service.db.raw`select browser_digest from known_browsers where user_id = ${id}`).length;

  it('gets its cookie at a login by form and at the first renewal, not from a program’s login', async () => {
    const person = await service.person();
    const form = await service.form('/v2/oauth/login', { email: person.email, password: PASSWORD });
    expect(form.headers.getSetCookie()[1]).toMatch(
      /^__Host-known-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=15552000$/,
    );
    expect((await login(person.email, PASSWORD)).headers.getSetCookie()).toEqual([]);
    const script = await login(person.email, PASSWORD, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(script.headers.getSetCookie()[0]).toMatch(/^__Host-known-browser=/);
    const renew = (cookie: string) => service.call('POST', '/v2/oauth/session/refresh', { headers: { cookie } });
    const renewed = await renew(`refresh_token=${person.refreshToken}`);
    const [token = '', , , id = ''] = renewed.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    expect(id).toMatch(/^__Host-known-browser=/);
    expect((await renew(`${token}; ${id}`)).headers.getSetCookie()).toHaveLength(3);
  });

  it('has a new id after each login; the one before, planted or stolen, is worth nothing, and other people stay known', async () => {
    const [one, two] = [await service.person(), await service.person()];
    const first = await knownBrowser(one);
    const answer = await service.form('/v2/oauth/login', { email: two.email, password: PASSWORD }, { headers: first });
    const cookie = `__Host-known-browser=${cookieValue(answer.headers.get('set-cookie') ?? '', '__Host-known-browser')}`;
    expect(cookie).not.toBe(first.cookie);
    for (const { email } of [one, two]) await guessEverywhere(email, 10);
    for (const { email } of [one, two]) {
      expect((await login(email, PASSWORD, { ...from('192.0.2.9'), headers: first })).status).toBe(401);
      expect((await login(email, PASSWORD, { ...from('192.0.2.9'), headers: { cookie } })).status).toBe(200);
    }
  });

  it('is forgotten at a change of the password, but for the one in use, and after 180 days', async () => {
    const person = await service.person();
    const [here] = [await knownBrowser(person), await knownBrowser(person), await knownBrowser(person)];
    expect(await known(person.id)).toBe(3);
    const body = { password: 'Helt-nytt-passord-9', current_password: PASSWORD };
    expect(
      (await service.call('PATCH', '/api/v2/users/me', { token: person.token, body, headers: here! })).status,
    ).toBe(200);
    expect(await known(person.id)).toBe(1);
    service.setClock(new Date(Date.now() + 181 * 24 * 3_600_000).toISOString());
    await service.runJob('auth-cleanup');
    expect(await known(person.id)).toBe(0);
  });

  it('is one of twenty at most', async () => {
    const person = await service.person();
    await service.db.raw`
      insert into known_browsers (browser_digest, user_id, last_login_at)
      select sha256(n::text::bytea), ${person.id}, now() - make_interval(hours => n) from generate_series(1, 25) n`;
    await knownBrowser(person);
    expect(await known(person.id)).toBe(20);
    // Those used last.
    const [row] = await service.db
      .raw`select min(last_login_at) > now() - interval '20 hours' as recent from known_browsers where user_id = ${person.id}`;
    expect(row?.recent).toBe(true);
  });
});

it('counts are forgotten after a day by the job', async () => {
  const { email } = await service.person();
  await fail(email, 1);
  service.setClock(new Date(Date.now() + 25 * 3_600_000).toISOString());
  await service.runJob('auth-cleanup');
  expect(await service.db.raw`select 1 from password_failures`).toHaveLength(0);
  expect(await service.db.raw`select 1 from login_attempts`).toHaveLength(0);
});
