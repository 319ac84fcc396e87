import { randomUUID } from 'node:crypto';
import { Auth } from '@app/rpc';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { digestOf, newSecret } from '../src/credentials/opaque.ts';
import { redeemCode } from '../src/tokens/codes.ts';
import {
  type AuthService,
  authorizeFields,
  authorizePath,
  locationOf,
  newVerifier,
  obtainCode,
  PASSWORD,
  type Person,
  readConsent,
  sessionCookie,
  startAuth,
} from './harness.ts';
import { codeOf, newEmail, startSignup } from './signup-harness.ts';

const NEW = 'Helt-nytt-passord-9';
let service: AuthService;
let admin: string;
beforeAll(async () => {
  service = await startAuth({ BOOTSTRAP_ADMIN_EMAIL: 'admin@books.test', BOOTSTRAP_ADMIN_PASSWORD: PASSWORD });
  admin = (await service.call('POST', '/v2/oauth/login', { body: { email: 'admin@books.test', password: PASSWORD } }))
    .body.token;
});
afterAll(() => service.stop());

/**
 * Sends what compares a password, and runs `change` after the comparison, before its result is settled and what follows
 * from it begins.
 */
async function meanwhile<T>(
  send: () => Promise<T>,
  change: () => Promise<unknown>,
  at: Pick<AuthService, 'db'> = service,
): Promise<T> {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begin = at.db.together.bind(at.db) as (...given: unknown[]) => Promise<unknown>;
  let isHeld = false;
  const held = vi.spyOn(at.db, 'together').mockImplementation(async (...given: unknown[]): Promise<never> => {
    // `change` itself begins others meanwhile.
    if (isHeld || !String(given.at(-1)).includes('password_failures')) return begin(...given) as Promise<never>;
    isHeld = true;
    reached.resolve();
    await released.promise;
    return begin(...given) as Promise<never>;
  });
  const answer = send();
  try {
    await Promise.race([reached.promise, answer.then(() => Promise.reject(new Error('No password was compared')))]);
    await change();
  } finally {
    released.resolve();
    held.mockRestore();
  }
  return answer;
}

/** What whoever knew the former password could go on with. */
async function heldBy({ id }: Pick<Person, 'id'>, at: Pick<AuthService, 'db'> = service) {
  const [row] = await at.db.raw`select
    (select count(*)::int from browser_sessions where user_id = ${id}) as sessions,
    (select count(*)::int from refresh_families where user_id = ${id} and ended_at is null) as families,
    (select count(*)::int from known_browsers where user_id = ${id}) as browsers`;
  return row;
}
const NOTHING = { sessions: 0, families: 0, browsers: 0 };

/** Sets a new password by a link as it is mailed. */
async function reset(
  { id, email }: Pick<Person, 'id' | 'email'>,
  at: Pick<AuthService, 'db' | 'call'> = service,
): Promise<void> {
  const token = newSecret();
  await at.db.raw`insert into mailed_links (user_id, kind, email, email_key, seed, token_digest, created_at, expires_at)
    values (${id}, 'password_reset', ${email}, ${email}, ${digestOf(id.toString())}, ${digestOf(token)}, now(), now() + interval '1 hour')`;
  expect((await at.call('POST', `/v2/oauth/password-reset/${token}`, { body: { password: NEW } })).status).toBe(204);
}
const change = async ({ token }: Person): Promise<void> => {
  const body = { password: NEW, current_password: PASSWORD };
  expect((await service.call('PATCH', '/api/v2/users/me', { token, body })).status).toBe(200);
  await service.call('POST', '/v2/oauth/logout', { token });
};
const deactivate = async ({ id }: Person): Promise<void> => {
  expect(
    (await service.call('PATCH', `/api/v2/users/${id}`, { token: admin, body: { is_active: false } })).status,
  ).toBe(200);
};
const changes = [
  ['a reset', (person: Person) => reset(person)],
  ['a change', change],
  ['a deactivation', deactivate],
] as const;

const body = ({ email }: Person) => ({ email, password: PASSWORD });
const logins = [
  ['by JSON', (person: Person) => service.call('POST', '/v2/oauth/login', { body: body(person) })],
  [
    'by JSON from a page',
    (person: Person) =>
      service.call('POST', '/v2/oauth/login', { body: body(person), headers: { 'sec-fetch-site': 'same-origin' } }),
  ],
  ['by form', (person: Person) => service.form('/v2/oauth/login', body(person))],
] as const;
const cases = changes.flatMap(([name, run]) => logins.map(([way, send]) => [name, way, run, send] as const));

describe('a password that is compared at the moment of', () => {
  it.each(cases)('%s begins nothing, %s: 401 as for a wrong one [PPL-R04]', async (_name, _way, run, send) => {
    const person = await service.person();
    const answer = await meanwhile(
      () => send(person),
      () => run(person),
    );
    expect([answer.status, answer.body]).toEqual([
      401,
      { error: 'invalid_grant', error_description: 'Invalid email or password' },
    ]);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await heldBy(person)).toEqual(NOTHING);
  });

  it('nothing begins its session as ever, each way', async () => {
    const person = await service.person();
    for (const [, send] of logins)
      expect(
        (
          await meanwhile(
            () => send(person),
            async () => {},
          )
        ).status,
      ).toBeLessThan(400);
    expect(await heldBy(person)).toEqual({ sessions: 1, families: 3, browsers: 2 });
  });

  it('a reset sets no other password', async () => {
    const person = await service.person();
    const theirs = { password: 'Tyvens-passord-4', current_password: PASSWORD };
    const answer = await meanwhile(
      () => service.call('PATCH', '/api/v2/users/me', { token: person.token, body: theirs }),
      () => reset(person),
    );
    expect([answer.status, answer.body.error.code]).toEqual([400, 'user.invalid_password']);
    const login = (password: string) =>
      service.call('POST', '/v2/oauth/login', { body: { email: person.email, password } });
    expect([(await login(theirs.password)).status, (await login(NEW)).status]).toEqual([401, 200]);
  });
});

describe('an invitation that is accepted', () => {
  const accept = ({ email }: Person, commandKey = randomUUID()) =>
    service.connect(Auth, 'organisation').RegisterInvitedUser({
      commandKey,
      email,
      password: PASSWORD,
      firstName: 'A',
      lastName: 'B',
      language: 'nob',
      clientAddress: '',
    });
  const refusal = { code: 'user.invalid_password', status: 400 };

  it.each(changes)('by a password compared at the moment of %s gives no session', async (_name, run) => {
    const person = await service.person();
    await expect(
      meanwhile(
        () => accept(person),
        () => run(person),
      ),
    ).rejects.toMatchObject(refusal);
    expect(await heldBy(person)).toEqual(NOTHING);
  });

  it('gives none when it is sent again after the change, nor at its moment', async () => {
    const [person, commandKey] = [await service.person(), randomUUID()];
    expect((await accept(person, commandKey)).created).toBe(false);
    await expect(
      meanwhile(
        () => accept(person, commandKey),
        () => reset(person),
      ),
    ).rejects.toMatchObject(refusal);
    await expect(accept(person, commandKey)).rejects.toMatchObject(refusal);
    expect(await heldBy(person)).toEqual(NOTHING);
  });
});

it('a signup that links its identity by a password compared at the moment of a reset makes neither link nor session', async () => {
  const signup = await startSignup();
  try {
    const email = newEmail();
    const command = {
      commandKey: randomUUID(),
      email,
      password: PASSWORD,
      firstName: 'A',
      lastName: 'B',
      language: 'nob',
      clientAddress: '',
    };
    const { user } = await signup.connect(Auth, 'organisation').RegisterInvitedUser(command);
    const person = { id: user!.id, email };
    const { signup_token, organizations } = await signup.enter(await signup.person());
    const completion = { signup_token, organization_id: organizations[0]?.id, email, password: PASSWORD };
    const answer = await meanwhile(
      () => signup.complete(completion),
      () => reset(person, signup),
      signup,
    );
    expect(codeOf(answer)).toBe('400 signup.incorrect_password');
    expect(await signup.db.raw`select 1 from identity_links where user_id = ${person.id}`).toHaveLength(0);
    expect(await heldBy(person, signup)).toEqual(NOTHING);
    expect((await signup.complete({ ...completion, password: NEW })).status).toBe(201);
  } finally {
    await signup.stop();
  }
});

/** Resolves once so many statements of this service's database wait for a lock. */
const waitForBlocked = (count: number) =>
  vi.waitFor(
    async () => {
      const [row] = await service.db.raw`select count(*)::int as waiting from pg_locks
        where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;
      expect(row!.waiting).toBeGreaterThanOrEqual(count);
    },
    { timeout: 60_000, interval: 20 },
  );

describe('a consent', () => {
  const openCodes = async ({ id }: Person): Promise<number> =>
    (await service.db.raw`select 1 from authorization_codes where user_id = ${id} and used_at is null`).length;
  /** A person before the consent page: gives what sends the answer. */
  async function asked() {
    const person = await service.person();
    const client = await service.client(person);
    const headers = sessionCookie(await service.browser(person));
    const page = await service.call('GET', authorizePath(authorizeFields(client, newVerifier().challenge)), {
      headers,
    });
    const csrf_token = readConsent(String(page.body)).token;
    const consent = () => service.form('/v2/oauth/authorize', { csrf_token, confirm: 'yes', write: 'on' }, { headers });
    return { person, clientId: client.client_id, consent };
  }

  it('at the moment of a reset, after the open codes are deleted, stores no code: it leads to the login [PPL-R04]', async () => {
    const { person, consent } = await asked();
    const released = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    // The reset deletes sessions after codes: here it waits for whoever holds the session.
    const holding = service.db.raw.begin(async (sql) => {
      await sql`select from browser_sessions where user_id = ${person.id} for key share`;
      isHeld.resolve();
      await released.promise;
    });
    await isHeld.promise;
    const resetting = reset(person);
    await waitForBlocked(1);
    const answering = consent();
    try {
      await waitForBlocked(2);
    } finally {
      released.resolve();
    }
    await Promise.all([holding, resetting]);
    const answer = await answering;
    expect([answer.status, locationOf(answer).pathname]).toEqual([302, '/public/v2/oauth/login']);
    expect([await openCodes(person), await heldBy(person)]).toEqual([0, NOTHING]);
  });

  it('that is under way when a reset comes is waited for, and its code is deleted [PPL-R04]', async () => {
    const { person, clientId, consent } = await asked();
    const released = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    // The consent takes its request out before it stores a code: here it waits for whoever holds the request.
    const holding = service.db.raw.begin(async (sql) => {
      await sql`select from authorization_requests where client_id = ${clientId} for update`;
      isHeld.resolve();
      await released.promise;
    });
    await isHeld.promise;
    const answering = consent();
    await waitForBlocked(1);
    const resetting = reset(person);
    try {
      await waitForBlocked(2);
    } finally {
      released.resolve();
    }
    await Promise.all([holding, resetting]);
    expect(locationOf(await answering).searchParams.get('code')).toBeTruthy();
    expect([await openCodes(person), await heldBy(person)]).toEqual([0, NOTHING]);
  });

  it.each(changes)('before %s is worth nothing after it: its code is gone', async (_name, run) => {
    const { person, consent } = await asked();
    expect(locationOf(await consent()).searchParams.get('code')).toBeTruthy();
    await run(person);
    expect(await openCodes(person)).toBe(0);
  });

  it.each(changes)('whose code is being redeemed at the moment of %s begins nothing that stays', async (_name, run) => {
    const person = await service.person();
    const client = await service.client(person);
    const { code } = await obtainCode(service, person, client);
    const released = Promise.withResolvers<void>();
    const isRedeemed = Promise.withResolvers<void>();
    const redeeming = service.db.write(async (tx) => {
      expect(await redeemCode({ executor: tx }, digestOf(code), digestOf(newSecret()), Date.now())).toBe(true);
      isRedeemed.resolve();
      await released.promise;
    });
    await isRedeemed.promise;
    const changing = run(person);
    try {
      await waitForBlocked(1);
    } finally {
      released.resolve();
    }
    await Promise.all([redeeming, changing]);
    const alive = await service.db.raw`
      select 1 from refresh_families where user_id = ${person.id} and client_id is not null and ended_at is null`;
    expect(alive).toHaveLength(0);
  });

  it('without a change gives its code as ever', async () => {
    const { person, consent } = await asked();
    expect(locationOf(await consent()).searchParams.get('code')).toBeTruthy();
    expect(await openCodes(person)).toBe(1);
  });
});
