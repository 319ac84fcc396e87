import { createHash, randomUUID } from 'node:crypto';
import { unavailable } from '@app/contract/failure';
import { Auth } from '@app/rpc';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeAddress } from '../src/credentials/addresses.ts';
import {
  codeOf,
  type Entry,
  newEmail,
  newNumber,
  PASSWORD,
  type SignupService,
  startSignup,
} from './signup-harness.ts';

let service: SignupService;
beforeAll(async () => {
  service = await startSignup();
});
beforeEach(() => {
  service.setClock(null);
  service.organisation.before = undefined;
  service.organisation.after = undefined;
  service.organisation.isAway = false;
});
afterAll(() => service.stop());

const later = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** A new person at the last step, with what completes it. */
async function entered(numbers: readonly string[] = [newNumber()]) {
  const pid = await service.person(numbers);
  const entry = await service.enter(pid);
  return { pid, numbers, entry, body: bodyOf(entry) };
}

const bodyOf = (entry: Entry) => ({
  signup_token: entry.signup_token,
  organization_id: entry.organizations[0]!.id,
  email: newEmail(),
  password: PASSWORD,
});

/** A user made by an invitation: with e-mail and password, without an identity. */
async function invited(): Promise<{ readonly id: number; readonly email: string }> {
  const email = newEmail();
  const command = {
    commandKey: randomUUID(),
    email,
    password: PASSWORD,
    firstName: 'Kari',
    lastName: 'Nordmann',
    language: 'nob',
    clientAddress: '',
  };
  const { user } = await service.connect(Auth, 'organisation').RegisterInvitedUser(command);
  return { id: user!.id, email };
}

const login = (email: string, password = PASSWORD) =>
  service.call('POST', '/v2/oauth/login', { body: { email, password } });

/** As the link that was mailed to the address does. */
const prove = (email: string) => service.db.raw`update users set email_verified = true where email_key = ${email}`;

/** Rows that a refused completion must not leave. */
async function countRows() {
  const [row] = await service.db
    .raw`select (select count(*)::int from users) as users, (select count(*)::int from identity_links) as links,
    (select count(*)::int from use_cases where name = 'sign_up' and state <> 'refused') as registrations, (select count(*)::int from refresh_families) as families`;
  return row;
}

describe('a new user', () => {
  it('is made with the client account, logged in, and informed [SGN-R27] [SGN-R28] [SGN-R33] [SGN-R34] [SGN-R36]', async () => {
    const { body, numbers } = await entered();
    const answer = await service.complete(body);
    expect(answer.status).toBe(201);
    const account = service.organisation.accounts.get(numbers[0]!)!;
    expect(answer.body).toEqual({
      token: expect.any(String),
      status: true,
      message: 'User created successfully',
      user: {
        self_url: `/api/v2/users/${answer.body.user.id}`,
        id: expect.any(Number),
        first_name: 'Åse',
        last_name: 'Bjørnstad',
        email: body.email,
        email_verified: false,
        pending_email: null,
        profile_image_url: null,
        accounts: [
          {
            id: account.id + 10_000,
            account: { id: account.id, unique_name: `account-${account.id}`, display_name: `Firma ${numbers[0]} AS` },
            role: { id: 3, name: 'CA' },
          },
        ],
        contracts: [],
        created_at: expect.any(String),
        last_login: expect.any(String),
        language: 'nob',
        has_identity_link: true,
        is_admin: false,
      },
    });
    expect(account.ownerId).toBe(answer.body.user.id);
    const asked = service.organisation.asked.filter(({ userId }) => userId === account.ownerId);
    expect(asked).toEqual([
      { commandKey: expect.any(String), userId: account.ownerId, organizationId: body.organization_id },
    ]);
    const me = await service.call('GET', '/api/v2/users/me', { token: answer.body.token });
    expect(me.body.id).toBe(answer.body.user.id);
    expect(await service.events('auth.user.changed')).toContainEqual(
      expect.objectContaining({ payload: { user_id: answer.body.user.id, is_active: true } }),
    );
  });

  it('gets a refresh_token cookie that no script reads and that refreshes the session [SGN-R30]', async () => {
    const { answer } = await service.signUp();
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^refresh_token=[\w-]{43}; /);
    expect(cookie.split('; ')).toEqual(expect.arrayContaining(['HttpOnly', 'Secure', 'Path=/', 'SameSite=Strict']));
    const refreshed = await service.call('POST', '/v2/oauth/session/refresh', {
      headers: { cookie: cookie.split(';')[0]! },
    });
    expect(refreshed.status).toBe(200);
  });

  it('can log in with e-mail and password afterwards', async () => {
    const { email } = await service.signUp();
    expect((await login(email)).status).toBe(200);
  });

  it('gets the language that the browser prefers', async () => {
    const { body } = await entered();
    const { body: done } = await service.complete(body, { headers: { 'accept-language': 'en-GB,en;q=0.9' } });
    expect(done.user.language).toBe('eng');
  });

  it('cannot use the session again: it is deleted [SGN-R31]', async () => {
    const { body, entry } = await entered([newNumber(), newNumber()]);
    expect((await service.complete(body)).status).toBe(201);
    expect(codeOf(await service.complete(body))).toBe('400 signup.invalid_token');
    expect(codeOf(await service.complete({ ...body, organization_id: entry.organizations[1]!.id }))).toBe(
      '400 signup.invalid_token',
    );
    const digest = createHash('sha256').update(body.signup_token).digest();
    expect(await service.db.raw`select 1 from signup_sessions where token_digest = ${digest}`).toHaveLength(0);
  });
});

describe('refusals, in the order in which they are asked', () => {
  it.each([
    ['signup_token', { signup_token: undefined }, '[SGN-R15]'],
    ['signup_token', { signup_token: '' }, '[SGN-R15]'],
    ['signup_token', { signup_token: 7 }, '[SGN-R15]'],
    ['organization_id', { organization_id: undefined }, '[SGN-R16]'],
    ['organization_id', { organization_id: null }, '[SGN-R16]'],
    ['email', { email: undefined }, '[SGN-R19]'],
    ['email', { email: '  ' }, '[SGN-R19]'],
    ['password', { password: undefined }, '[SGN-R20]'],
    ['password', { password: '' }, '[SGN-R20]'],
  ])('%s is required: %j %s', async (field, change, _rule) => {
    const { body } = await entered();
    const answer = await service.complete({ ...body, ...change });
    expect(codeOf(answer)).toBe('400 signup.missing_fields');
    expect(answer.body.error.details.fields).toEqual([{ field, message: 'is required' }]);
    expect((await service.complete(body)).status).toBe(201);
  });

  it('names every missing field at once, also without a body [SGN-R15] [SGN-R16] [SGN-R35]', async () => {
    const answer = await service.call('POST', '/api/v2/auth/signup');
    expect(codeOf(answer)).toBe('400 signup.missing_fields');
    expect(answer.body.error.details.fields.map(({ field }: { field: string }) => field)).toEqual([
      'signup_token',
      'organization_id',
    ]);
    const { body } = await entered();
    const second = await service.complete({ ...body, email: null, password: null });
    expect(second.body.error.details.fields.map(({ field }: { field: string }) => field)).toEqual([
      'email',
      'password',
    ]);
  });

  it.each(['abc', '1e2', -1, 0, 1.5, true, [1], { id: 1 }])(
    'an organization_id that is none is a validation error: %j',
    async (value) => {
      const { body } = await entered();
      expect(codeOf(await service.complete({ ...body, organization_id: value }))).toBe('400 common.validation_error');
    },
  );

  it('takes organization_id as digits too', async () => {
    const { body } = await entered();
    expect((await service.complete({ ...body, organization_id: String(body.organization_id) })).status).toBe(201);
  });

  it('an unknown token', async () => {
    const { body } = await entered();
    expect(codeOf(await service.complete({ ...body, signup_token: 'unknown', organization_id: 999_999 }))).toBe(
      '400 signup.invalid_token',
    );
  });

  it('the code of the address is no token', async () => {
    const code = await service.arrive(await service.person());
    expect(codeOf(await service.complete({ signup_token: code, organization_id: 1 }))).toBe('400 signup.invalid_token');
  });

  it('a token older than 15 minutes [SGN-R14]', async () => {
    const [early, late] = [await entered(), await entered()];
    service.setClock(later(14 * 60 + 50));
    expect((await service.complete(early.body)).status).toBe(201);
    service.setClock(later(15 * 60 + 1));
    expect(codeOf(await service.complete(late.body))).toBe('400 signup.invalid_token');
  });

  it('an organization that is none of the person’s, before address and password [SGN-R17]', async () => {
    const [{ body }, other] = [await entered(), await entered()];
    const stolen = { ...body, organization_id: other.body.organization_id, email: '', password: '' };
    expect(codeOf(await service.complete(stolen))).toBe('400 signup.organization_not_authorized');
  });

  it('an organization that has a client account, before address and password [SGN-R18]', async () => {
    const { body, numbers } = await entered();
    service.organisation.accounts.set(numbers[0]!, { id: 4, ownerId: 999_999, name: 'Først AS' });
    expect(codeOf(await service.complete({ ...body, email: '', password: '' }))).toBe(
      '400 signup.organization_already_registered',
    );
  });

  it.each([
    'nobody',
    'a@b',
    'a\0b@books.test',
    'a\u001fb@books.test',
    'a b@books.test',
    '@books.test',
    `${'x'.repeat(250)}@books.test`,
  ])('an address that is none, before the password is looked at: %s', async (email) => {
    const { body } = await entered();
    const answer = await service.complete({ ...body, email, password: 'x' });
    expect(codeOf(answer)).toBe('400 signup.invalid_email');
    expect(answer.body.error.details.fields[0].field).toBe('email');
  });

  it.each(['Kort-1', 'barebokstaver', `${'lang'.repeat(33)}-1`, 'Password1'])(
    'a weak password: %s [SGN-R21]',
    async (password) => {
      const { body } = await entered();
      const before = await countRows();
      const answer = await service.complete({ ...body, password });
      expect(codeOf(answer)).toBe('400 signup.weak_password');
      expect(await countRows()).toEqual(before);
    },
  );

  it('a password with the name part of the address in it [SGN-R21]', async () => {
    const { body } = await entered();
    const password = `1-${body.email.split('@')[0]!.toUpperCase()}`;
    expect(codeOf(await service.complete({ ...body, password }))).toBe('400 signup.weak_password');
  });

  it('an address that a user with another identity has proven, whatever the password and its case [SGN-R22]', async () => {
    const { email } = await service.signUp();
    await prove(email);
    const { body } = await entered();
    for (const attempt of [{ email }, { email: email.toUpperCase() }, { email, password: 'Feil-passord-9' }])
      expect(codeOf(await service.complete({ ...body, ...attempt }))).toBe('400 signup.email_linked_to_other_identity');
  });

  it('leaves nothing: no user, no link, no registration, no session', async () => {
    const { email } = await service.signUp();
    await prove(email);
    const { body } = await entered();
    const before = await countRows();
    await service.complete({ ...body, email });
    expect(await countRows()).toEqual(before);
  });
});

describe('linking an e-mail address that has a user', () => {
  it('needs the right password, and adds the organization to that user [SGN-R26] [SGN-R29]', async () => {
    const user = await invited();
    const { body, numbers } = await entered();
    const answer = await service.complete({ ...body, email: user.email.toUpperCase() });
    expect(answer.status).toBe(201);
    expect(answer.body.message).toBe('Organization added successfully');
    expect(answer.body.user).toMatchObject({
      id: user.id,
      email: user.email,
      first_name: 'Kari',
      has_identity_link: true,
    });
    expect(service.organisation.accounts.get(numbers[0]!)!.ownerId).toBe(user.id);
  });

  it('refuses a wrong password, and links nothing [SGN-R23] [SGN-R26]', async () => {
    const user = await invited();
    const { body } = await entered();
    const before = await countRows();
    const answer = await service.complete({ ...body, email: user.email, password: 'Feil-passord-9' });
    expect(codeOf(answer)).toBe('400 signup.incorrect_password');
    expect(answer.body.error.details.fields[0].field).toBe('password');
    expect(await countRows()).toEqual(before);
    expect((await service.complete({ ...body, email: user.email })).status).toBe(201);
  });

  it('answers as for a wrong password while the address is locked', async () => {
    const user = await invited();
    const { body } = await entered();
    for (let guess = 0; guess < 10; guess++)
      await service.complete({ ...body, email: user.email, password: `Feil-passord-${guess}` });
    expect(codeOf(await service.complete({ ...body, email: user.email }))).toBe('400 signup.incorrect_password');
    expect((await login(user.email)).status).toBe(401);
  });

  it('does not link a user who is not active', async () => {
    const user = await invited();
    await service.db.raw`update users set is_active = false where id = ${user.id}`;
    const { body } = await entered();
    expect(codeOf(await service.complete({ ...body, email: user.email }))).toBe('400 signup.incorrect_password');
  });
});

describe('a user known by identity', () => {
  it('needs only token and organization, is logged in, and keeps the address [SGN-R25] [SGN-R29] [SGN-R38]', async () => {
    const first = await service.signUp();
    const added = newNumber();
    await service.control(`/persons/${first.pid}`, {
      given_name: 'Åse',
      family_name: 'Bjørnstad',
      organizations: [first.organizationNumber, added],
    });
    await service.control(`/organizations/${added}`, { name: 'Ny AS' });
    const entry = await service.enter(first.pid);
    expect(entry.is_existing_user).toBe(true);
    expect(entry.organizations.map((one) => one.already_registered)).toEqual([true, false]);
    const answer = await service.complete({
      signup_token: entry.signup_token,
      organization_id: entry.organizations[1]!.id,
      email: 'not an address',
      password: 'x',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.message).toBe('Organization added successfully');
    expect(answer.body.user).toMatchObject({ id: first.answer.body.user.id, email: first.email });
    expect(answer.body.user.accounts).toHaveLength(2);
    expect(answer.headers.get('set-cookie')).toContain('refresh_token=');
    expect((await service.call('GET', '/api/v2/users/me', { token: answer.body.token })).status).toBe(200);
  });

  it('is refused when not active', async () => {
    const first = await service.signUp();
    await service.db.raw`update users set is_active = false where id = ${first.answer.body.user.id}`;
    const added = newNumber();
    await service.control(`/persons/${first.pid}`, { given_name: 'Å', family_name: 'B', organizations: [added] });
    await service.control(`/organizations/${added}`, { name: 'Ny AS' });
    const entry = await service.enter(first.pid);
    const answer = await service.complete({
      signup_token: entry.signup_token,
      organization_id: entry.organizations[0]!.id,
    });
    expect(codeOf(answer)).toBe('400 signup.identity_already_registered');
  });

  it('who was not known at the exchange is refused with another address, and taken with the same one [SGN-R24]', async () => {
    const [one, two, three] = [newNumber(), newNumber(), newNumber()];
    const pid = await service.person([one, two, three]);
    const [early, other, same] = [await service.enter(pid), await service.enter(pid), await service.enter(pid)];
    const email = newEmail();
    const done = await service.complete({ ...bodyOf(early), email });
    expect(done.status).toBe(201);
    const second = {
      signup_token: other.signup_token,
      organization_id: other.organizations[1]!.id,
      password: PASSWORD,
    };
    expect(codeOf(await service.complete({ ...second, email: newEmail() }))).toBe(
      '400 signup.identity_already_registered',
    );
    const third = {
      signup_token: same.signup_token,
      organization_id: same.organizations[2]!.id,
      email,
      password: 'anything',
    };
    const answer = await service.complete(third);
    expect(answer.status).toBe(201);
    expect(answer.body.user.id).toBe(done.body.user.id);
  });
});

describe('races', () => {
  it('of twenty who complete one session one succeeds, and there is one user, link and account [SGN-R31]', async () => {
    const { body, numbers } = await entered();
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.complete(body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    for (const answer of answers) if (answer.status === 400) expect(answer.body.error.code).toMatch(/^signup\./);
    const users = await service.db.raw`select id from users where email = ${body.email}`;
    expect(users).toHaveLength(1);
    expect(
      service.organisation.asked.filter(({ organizationId }) => organizationId === body.organization_id),
    ).toHaveLength(1);
    expect(service.organisation.accounts.get(numbers[0]!)!.ownerId).toBe(Number(users[0]!.id));
  });

  it('of two persons for one organization one succeeds, and of the other nothing is left', async () => {
    const number = newNumber();
    const [a, b] = [await entered([number]), await entered([number])];
    const answers = await Promise.all([service.complete(a.body), service.complete(b.body)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400]);
    const loser = answers[0]!.status === 400 ? a : b;
    expect(codeOf(answers.find(({ status }) => status === 400)!)).toBe('400 signup.organization_already_registered');
    expect(await service.db.raw`select 1 from users where email = ${loser.body.email}`).toHaveLength(0);
    expect((await service.enter(loser.pid)).is_existing_user).toBe(false);
  });

  it('two persons may name one e-mail address, which neither has proven [PPL-R02]', async () => {
    const [a, b] = [await entered(), await entered()];
    const answers = await Promise.all([
      service.complete(a.body),
      service.complete({ ...b.body, email: a.body.email.toUpperCase() }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.user.email_verified])).toEqual([
      [201, false],
      [201, false],
    ]);
    expect(answers[0]!.body.user.id).not.toBe(answers[1]!.body.user.id);
  });

  it('a signup with an address that is proven at that moment gets it or is refused, and never shares it', async () => {
    for (let round = 0; round < 5; round++) {
      const { email } = await service.signUp();
      const { body } = await entered();
      const [answer] = await Promise.all([
        service.complete({ ...body, email }),
        service.db.write(async (tx) => {
          const [{ id }] = (await service.db
            .raw`select id::int from users where email_key = ${email} and is_active`) as unknown as [{ id: number }];
          await takeAddress(tx, email, id, new Date());
          await tx.execute(sql`update users set email_verified = true where id = ${id}`);
        }),
      ]);
      const named = await service.db.raw`select email_verified from users where email_key = ${email}`;
      expect([...named]).toEqual([{ email_verified: true }]);
      expect([201, 400]).toContain(answer.status);
    }
  });

  it('of two persons who link one user one succeeds', async () => {
    const user = await invited();
    const [a, b] = [await entered(), await entered()];
    const answers = await Promise.all([a, b].map(({ body }) => service.complete({ ...body, email: user.email })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400]);
    expect(codeOf(answers.find(({ status }) => status === 400)!)).toBe('400 signup.email_linked_to_other_identity');
  });

  it('of two sessions of one person with two addresses one succeeds', async () => {
    const pid = await service.person([newNumber(), newNumber()]);
    const [a, b] = [await service.enter(pid), await service.enter(pid)];
    const second = { ...bodyOf(b), organization_id: b.organizations[1]!.id };
    const answers = await Promise.all([service.complete(bodyOf(a)), service.complete(second)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400]);
    expect(codeOf(answers.find(({ status }) => status === 400)!)).toBe('400 signup.identity_already_registered');
  });
});

describe('a refusal by organisation after the intent was stored', () => {
  it('takes user and link back, and the person can go on with another company [SGN-R18]', async () => {
    const [taken, free] = [newNumber(), newNumber()];
    const { body, entry } = await entered([taken, free]);
    const before = await countRows();
    service.organisation.before = async () => {
      service.organisation.accounts.set(taken, { id: 9, ownerId: 999_999, name: 'Raskere AS' });
    };
    expect(codeOf(await service.complete(body))).toBe('400 signup.organization_already_registered');
    service.organisation.before = undefined;
    expect(await countRows()).toEqual(before);
    const answer = await service.complete({ ...body, organization_id: entry.organizations[1]!.id });
    expect(answer.status).toBe(201);
  });

  it('takes only the link back from a user who was there before', async () => {
    const user = await invited();
    const number = newNumber();
    const { body } = await entered([number]);
    service.organisation.before = async () => {
      service.organisation.accounts.set(number, { id: 10, ownerId: 999_999, name: 'Raskere AS' });
    };
    expect(codeOf(await service.complete({ ...body, email: user.email }))).toBe(
      '400 signup.organization_already_registered',
    );
    expect(await service.db.raw`select 1 from identity_links where user_id = ${user.id}`).toHaveLength(0);
    expect((await login(user.email)).status).toBe(200);
  });
});

describe('with an Idempotency-Key', () => {
  it('a repeat gets the same answer and cookie, and nothing happens twice', async () => {
    const { body } = await entered();
    const headers = { 'idempotency-key': `complete ${body.email}` };
    const first = await service.complete(body, { headers });
    const again = await service.complete(body, { headers });
    expect(first.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(again.headers.get('set-cookie')).toBe(first.headers.get('set-cookie'));
    expect(
      service.organisation.asked.filter(({ organizationId }) => organizationId === body.organization_id),
    ).toHaveLength(1);
    expect(codeOf(await service.complete({ ...body, email: newEmail() }, { headers }))).toBe(
      '422 common.idempotency_mismatch',
    );
  });

  it('twenty at once make one account; the others are answered that it runs, or get its answer', async () => {
    const { body } = await entered();
    const headers = { 'idempotency-key': `many ${body.email}` };
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.complete(body, { headers })));
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    expect(
      answers.filter((answer) => answer.status === 201 && !answer.headers.has('idempotent-replayed')),
    ).toHaveLength(1);
    expect(
      service.organisation.asked.filter(({ organizationId }) => organizationId === body.organization_id),
    ).toHaveLength(1);
  });

  it('stored answers show neither token nor cookie', async () => {
    const { body } = await entered();
    const answer = await service.complete(body, { headers: { 'idempotency-key': `sealed ${body.email}` } });
    const rows = await service.db
      .raw`select encode(body, 'escape') as body, headers::text as headers from idempotency_keys where sealed`;
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.body).not.toContain(answer.body.token.slice(0, 40));
      expect(row.headers).not.toContain('refresh_token');
    }
  });
});

describe('while organisation does not answer', () => {
  const outage = async (companies?: readonly string[]) => {
    const made = await entered(companies);
    service.organisation.after = async () => {
      throw unavailable('the answer is lost');
    };
    return made;
  };

  it('the completion waits, and the recovery finishes it once organisation answers again', async () => {
    const { body, numbers } = await outage();
    expect((await service.complete(body)).status).toBeGreaterThanOrEqual(500);
    expect((await login(body.email)).status).toBe(401);
    await service.runJob('use-case-recovery');
    service.organisation.after = undefined;
    await service.runJob('use-case-recovery');
    expect((await login(body.email)).status).toBe(200);
    const [user] = await service.db.raw`select id from users where email = ${body.email}`;
    expect(service.organisation.accounts.get(numbers[0]!)!.ownerId).toBe(Number(user!.id));
    const keys = service.organisation.asked
      .filter(({ organizationId }) => organizationId === body.organization_id)
      .map((one) => one.commandKey);
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThanOrEqual(3);
  });

  it('the recovery takes back what is refused by then', async () => {
    const { body, numbers } = await entered();
    service.organisation.before = async () => {
      throw unavailable('nothing was done');
    };
    expect((await service.complete(body)).status).toBeGreaterThanOrEqual(500);
    service.organisation.before = undefined;
    service.organisation.accounts.set(numbers[0]!, { id: 11, ownerId: 999_999, name: 'Raskere AS' });
    await service.runJob('use-case-recovery');
    expect(await service.db.raw`select 1 from users where email = ${body.email}`).toHaveLength(0);
    expect(await service.db.raw`select 1 from use_cases where state = 'open'`).toHaveLength(0);
  });

  it('the person may send the same again, which continues, and something else does not', async () => {
    const { body, entry, numbers } = await outage([newNumber(), newNumber()]);
    expect((await service.complete(body)).status).toBeGreaterThanOrEqual(500);
    service.organisation.after = undefined;
    expect(codeOf(await service.complete({ ...body, organization_id: entry.organizations[1]!.id }))).toBe(
      '400 signup.invalid_token',
    );
    expect(codeOf(await service.complete({ ...body, email: newEmail() }))).toBe(
      '400 signup.identity_already_registered',
    );
    expect(codeOf(await service.complete({ ...body, password: 'Feil-passord-9' }))).toBe(
      '400 signup.incorrect_password',
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.complete(body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === '400 signup.invalid_token')).toHaveLength(4);
    expect(service.organisation.accounts.has(numbers[1]!)).toBe(false);
  });

  it('the same key continues where it stopped, and answers 201 once it is done', async () => {
    const { body } = await outage();
    const headers = { 'idempotency-key': `retry ${body.email}` };
    expect((await service.complete(body, { headers })).status).toBeGreaterThanOrEqual(500);
    service.organisation.after = undefined;
    await service.runJob('use-case-recovery');
    const answer = await service.complete(body, { headers });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ message: 'User created successfully', user: { email: body.email } });
    expect((await service.call('GET', '/api/v2/users/me', { token: answer.body.token })).status).toBe(200);
  });
});

describe('the cleanup', () => {
  it('forgets what has expired and keeps what is under way', async () => {
    const { body } = await entered();
    await service.begin();
    const live = await entered();
    service.organisation.before = async () => {
      throw unavailable('away');
    };
    expect((await service.complete(body)).status).toBeGreaterThanOrEqual(500);
    service.organisation.before = undefined;
    service.setClock(later(16 * 60));
    await service.runJob('signup-cleanup');
    expect(await service.db.raw`select 1 from signup_attempts`).toHaveLength(0);
    expect(await service.db.raw`select 1 from signup_sessions`).toHaveLength(0);
    expect(codeOf(await service.complete(live.body))).toBe('400 signup.invalid_token');
    await service.runJob('use-case-recovery');
    expect((await login(body.email)).status).toBe(200);
  });
});
