import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AuthService,
  codeFields,
  foreignForms,
  issuer,
  obtainCode,
  obtainTokens,
  PASSWORD,
  type Person,
  refreshFields,
  sessionCookie,
  startAuth,
} from './harness.ts';
import { type Mailbox, startMailbox, tokenIn } from './mailbox.ts';

let mailbox: Mailbox;
let service: AuthService;
let admin: string;
beforeAll(async () => {
  mailbox = await startMailbox();
  service = await startAuth({
    ...mailbox.env,
    BOOTSTRAP_ADMIN_EMAIL: 'admin@books.test',
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
  });
  admin = (await service.call('POST', '/v2/oauth/login', { body: { email: 'admin@books.test', password: PASSWORD } }))
    .body.token;
});
afterAll(async () => {
  await service.stop();
  await mailbox.stop();
});
beforeEach(() => service.setClock(null));

const NEW = 'Helt-nytt-passord-9';
const PATH = '/v2/oauth/password-reset';
const PAGE = { accept: 'text/html' };
const newEmail = () => `ny-${randomUUID()}@books.test`;
const ask = (email: unknown, path = PATH) => service.call('POST', path, { body: { email } });
const reset = (token: string, password: unknown = NEW, prefix = '') =>
  service.call('POST', `${prefix}${PATH}/${token}`, { body: { password } });
const login = async (email: string, password: string) =>
  (await service.call('POST', '/v2/oauth/login', { body: { email, password } })).status;
const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => `${status} ${body?.error}`;

/** Requests are looked at after their answers: waits until none is left. */
const settle = () =>
  vi.waitFor(
    async () => {
      const open = await service.db.raw`select 1 from mail_outbox where finished_at is null`;
      if (open.length > 0) throw new Error(`${open.length} mails are under way`);
    },
    { timeout: 60_000, interval: 50 },
  );
const mailsFor = async (email: string) => {
  await settle();
  return mailbox.to(email);
};

async function linkFor(person: Pick<Person, 'email'>): Promise<string> {
  const before = (await mailsFor(person.email)).length;
  expect((await ask(person.email)).status).toBe(202);
  return mailbox.token(person.email, before + 1);
}

async function namer(email: string): Promise<Person> {
  const person = await service.person();
  await service.db
    .raw`update users set email = ${email}, email_key = ${email}, email_verified = false where id = ${person.id}`;
  return { ...person, email };
}

describe('asking for a new password', () => {
  it('answers 202 with nothing in it for known, unknown, deactivated and malformed addresses alike [PPL-R03]', async () => {
    const [person, gone] = [await service.person(), await service.person()];
    await service.call('PATCH', `/api/v2/users/${gone.id}`, { token: admin, body: { is_active: false } });
    const names = (headers: Headers) => [...headers.keys()].sort();
    const known = await ask(person.email);
    expect([known.status, known.bytes.length]).toEqual([202, 0]);
    for (const email of [newEmail(), gone.email, 'not an address', '@', 'a\0b@books.test', 'x'.repeat(5_000)]) {
      const answer = await ask(email);
      expect([answer.status, answer.bytes.length, names(answer.headers)]).toEqual([202, 0, names(known.headers)]);
    }
    expect(await mailsFor(person.email)).toHaveLength(1);
    expect(await mailsFor(gone.email)).toHaveLength(0);
    for (const body of [{}, { email: '' }, { email: 7 }, { email: null }])
      expect(errorOf(await service.call('POST', PATH, { body }))).toBe('400 invalid_request');
  });

  it('does the same work before the answer whoever is asked about: nothing is looked up then [PPL-R03]', async () => {
    const person = await service.person();
    // Whoever held users and links would be waited for by an answer that depends on them.
    const held = Promise.withResolvers<void>();
    const holding = service.db.raw.begin(async (sql) => {
      await sql`lock table users, mailed_links in access exclusive mode`;
      await held.promise;
    });
    try {
      const answers = await Promise.all([ask(person.email), ask(newEmail())]);
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    } finally {
      held.resolve();
      await holding;
    }
    expect(await mailsFor(person.email)).toHaveLength(1);
    expect(await service.db.raw`select 1 from password_reset_requests`).toHaveLength(0);
  });

  it('mails a link in the language of the user, under both prefixes, to our own address whatever host is named', async () => {
    const person = await service.person({ firstName: 'Click https://thief.example' });
    await service.call('PATCH', '/api/v2/users/me', { token: person.token, body: { language: 'eng' } });
    const headers = { 'x-forwarded-host': 'thief.example', forwarded: 'host=thief.example' };
    await service.call('POST', `/public${PATH}`, { body: { email: person.email.toUpperCase() }, headers });
    const [mail] = await mailbox.wait(person.email);
    expect(mail!.subject).toBe('Choose a new password');
    for (const part of [mail!.text, mail!.html]) {
      expect(part).toContain(`${issuer}/public${PATH}/${tokenIn(mail!)}`);
      expect(part).not.toContain('thief');
    }
    const stored = [
      await service.db.raw`select * from mailed_links where user_id = ${person.id}`,
      await service.db.raw`select * from mail_outbox`,
    ];
    expect(JSON.stringify(stored)).not.toContain(tokenIn(mail!));
  });

  it('mails one address at most three links an hour, whoever asks; each of them works until one is used', async () => {
    const person = await service.person();
    await Promise.all(Array.from({ length: 6 }, () => ask(person.email)));
    const mails = await mailsFor(person.email);
    expect(mails).toHaveLength(3);
    const [first, second, third] = mails.map(tokenIn);
    for (const token of [first!, second!, third!])
      expect((await service.call('GET', `${PATH}/${token}`, { headers: PAGE })).status).toBe(200);
    expect((await reset(second!)).status).toBe(204);
    for (const token of [first!, third!]) expect(errorOf(await reset(token))).toBe('400 invalid_grant');
    service.setClock(Temporal.Now.instant().add({ hours: 1, seconds: 1 }).toString());
    await ask(person.email);
    expect(await mailsFor(person.email)).toHaveLength(4);
  });

  it('is offered on the login page; its own page works without script, in both languages, and says the same to everybody', async () => {
    const person = await service.person();
    for (const prefix of ['', '/public']) {
      const loginPage = await service.call('GET', `${prefix}/v2/oauth/login`, { headers: PAGE });
      expect(loginPage.body).toContain(`<a href="${prefix}${PATH}">Glemt passord?</a>`);
      const page = await service.call('GET', `${prefix}${PATH}`, { headers: PAGE });
      expect([page.status, page.body.includes(`action="${prefix}${PATH}"`), page.body.includes('<script')]).toEqual([
        200,
        true,
        false,
      ]);
    }
    const english = await service.call('GET', PATH, { headers: { ...PAGE, 'accept-language': 'en' } });
    expect(english.body).toContain('Forgotten password');
    const send = async (email: string) => {
      const headers = { ...PAGE, 'x-request-id': 'the-same' };
      const { status, body } = await service.form(PATH, { email }, { headers });
      return [status, body];
    };
    expect(await send(person.email)).toEqual(await send(newEmail()));
    expect((await send(newEmail()))[0]).toBe(202);
  });

  it('is not done by a form that stands on another site', async () => {
    const person = await service.person();
    for (const headers of foreignForms)
      expect((await service.form(PATH, { email: person.email }, { headers })).status).toBe(403);
    expect(await mailsFor(person.email)).toHaveLength(0);
  });
});

describe('choosing a new password', () => {
  it('works once within an hour and ends all sessions and refresh families [PPL-R04]', async () => {
    const person = await service.person();
    const client = await service.client(person);
    const { refresh_token } = await obtainTokens(service, person, client);
    const cookie = await service.browser(person);
    const { code, verifier } = await obtainCode(service, person, client, { cookie });
    const token = await linkFor(person);

    expect((await reset(token)).status).toBe(204);
    expect([await login(person.email, PASSWORD), await login(person.email, NEW)]).toEqual([401, 200]);
    expect((await service.token(refreshFields(client, refresh_token))).body.error_description).toBe(
      'Invalid refresh token',
    );
    expect((await service.token(codeFields(client, code, verifier))).body.error).toBe('invalid_grant');
    const web = await service.call('POST', '/v2/oauth/session/refresh', {
      headers: { cookie: `refresh_token=${person.refreshToken}` },
    });
    expect(web.status).toBe(401);
    const account = await service.call('GET', '/account', { headers: sessionCookie(cookie) });
    expect(account.headers.get('location')).toContain('/login');
    expect(
      await service.db
        .raw`select 1 from refresh_families where user_id = ${person.id} and ended_at is null and client_id is not null`,
    ).toHaveLength(0);
    expect((await service.events('auth.user.changed')).at(-1)?.payload).toMatchObject({ user_id: person.id });
    expect(errorOf(await reset(token, 'Enda-et-passord-1'))).toBe('400 invalid_grant');
    expect(await login(person.email, 'Enda-et-passord-1')).toBe(401);
  });

  it('not after an hour, and not with another secret [PPL-R04]', async () => {
    const person = await service.person();
    const token = await linkFor(person);
    service.setClock(Temporal.Now.instant().add({ hours: 1 }).toString());
    expect(errorOf(await reset(token))).toBe('400 invalid_grant');
    service.setClock(null);
    for (const wrong of [`${token}x`, token.slice(1), 'x', '%00', token.toUpperCase(), randomUUID()])
      expect(errorOf(await reset(wrong))).toBe('400 invalid_grant');
    expect((await reset(token, NEW, '/public')).status).toBe(204);
  });

  it('of many at once exactly one succeeds [PPL-R04]', async () => {
    const person = await service.person();
    const token = await linkFor(person);
    const passwords = Array.from({ length: 8 }, (_, n) => `Passord-nummer-${n}-x`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    const winners = answers.flatMap(({ status }, n) => (status === 204 ? [passwords[n]!] : []));
    expect(winners).toHaveLength(1);
    expect(await login(person.email, winners[0]!)).toBe(200);
  });

  it('holds to the password rule, and a refused one leaves the link', async () => {
    const person = await service.person();
    const token = await linkFor(person);
    for (const weak of ['kort-1', 'alllowercase', 'passord1', `X-${person.email.split('@')[0]}-9`, 'Aa1-'.repeat(33)])
      expect(errorOf(await reset(token, weak))).toBe('400 user.weak_password');
    for (const body of [{}, { password: '' }, { password: 7 }])
      expect(errorOf(await service.call('POST', `${PATH}/${token}`, { body }))).toBe('400 invalid_request');
    expect((await reset(token)).status).toBe(204);
  });

  it('has a page, which looking at does not use up, and which shows the link to nobody', async () => {
    const person = await service.person({ firstName: '<i>Åse' });
    const token = await linkFor(person);
    const path = `/public${PATH}/${token}`;
    const page = await service.call('GET', path, { headers: PAGE });
    expect(page.status).toBe(200);
    for (const part of [person.email, '&lt;i&gt;Åse', 'autocomplete="new-password"']) expect(page.body).toContain(part);
    expect(page.body).not.toContain(token);
    expect(page.body).not.toContain('<script');
    expect([page.headers.get('referrer-policy'), page.headers.get('cache-control')]).toEqual([
      'same-origin',
      'no-store',
    ]);
    const weak = await service.form(path, { password: 'kort-1' }, { headers: PAGE });
    expect([weak.status, weak.body.includes('role="alert"'), weak.body.includes('kort-1')]).toEqual([400, true, false]);
    for (const headers of foreignForms)
      expect((await service.form(path, { password: NEW }, { headers: { ...PAGE, ...headers } })).status).toBe(403);
    expect(await login(person.email, PASSWORD)).toBe(200);
    const done = await service.form(path, { password: NEW }, { headers: PAGE });
    expect([done.status, done.body.includes('Passordet er byttet'), done.headers.get('set-cookie')]).toEqual([
      200,
      true,
      null,
    ]);
    expect((await service.call('GET', path, { headers: PAGE })).status).toBe(404);
    const again = await service.form(path, { password: NEW }, { headers: PAGE });
    expect([again.status, again.body.includes('Denne lenken virker ikke')]).toEqual([400, true]);
  });

  it('takes a thief out of an account: a wish for another address and its link end too', async () => {
    const person = await service.person();
    const thief = newEmail();
    await service.call('PATCH', '/api/v2/users/me', {
      token: person.token,
      body: { email: thief, current_password: PASSWORD },
    });
    const stolen = await mailbox.token(thief);
    await mailbox.wait(person.email);
    expect((await reset(await linkFor(person))).status).toBe(204);
    expect((await service.call('POST', `/public/v2/email-verifications/${stolen}`)).status).toBe(404);
    const { body } = await service.call('POST', '/v2/oauth/login', { body: { email: person.email, password: NEW } });
    expect(body.user).toMatchObject({ email: person.email, pending_email: null });
  });

  it('ends with a new password or another address that came meanwhile', async () => {
    const [first, second] = [await service.person(), await service.person()];
    const [one, two] = [await linkFor(first), await linkFor(second)];
    const change = (person: Person, body: object) =>
      service.call('PATCH', '/api/v2/users/me', { token: person.token, body: { ...body, current_password: PASSWORD } });
    await change(first, { password: NEW });
    expect(errorOf(await reset(one))).toBe('400 invalid_grant');
    const email = newEmail();
    await change(second, { email });
    await service.call('POST', `/public/v2/email-verifications/${await mailbox.token(email)}`);
    expect(errorOf(await reset(two))).toBe('400 invalid_grant');
  });

  it('is refused for a user who was deactivated meanwhile, as for an unknown link', async () => {
    const person = await service.person();
    const token = await linkFor(person);
    await service.call('PATCH', `/api/v2/users/${person.id}`, { token: admin, body: { is_active: false } });
    const refused = await reset(token);
    const unknown = await reset('x'.repeat(43));
    expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body]);
    expect((await service.call('GET', `${PATH}/${token}`, { headers: PAGE })).status).toBe(404);
  });

  it('lifts the lock that failures put on the address', async () => {
    const person = await service.person();
    for (let n = 0; n < 10; n++) await login(person.email, 'Feil-passord-1');
    expect(await login(person.email, PASSWORD)).toBe(401);
    expect((await reset(await linkFor(person))).status).toBe(204);
    expect(await login(person.email, NEW)).toBe(200);
  });

  it('proves an address that was only named; each who names it gets a link of its own, and who uses it takes it [PPL-R02]', async () => {
    const email = newEmail();
    const [first, second] = [await namer(email), await namer(email)];
    await ask(email);
    const tokens = (await mailbox.wait(email, 2)).map(tokenIn);
    const owners = await Promise.all(
      tokens.map(
        async (token) =>
          (
            await service.db
              .raw`select user_id::int from mailed_links where token_digest = sha256(${token}::text::bytea)`
          )[0]!.user_id,
      ),
    );
    expect([...owners].sort()).toEqual([first.id, second.id].sort());
    expect((await reset(tokens[owners.indexOf(first.id)]!)).status).toBe(204);
    const own = (person: Person) => service.call('GET', '/api/v2/users/me', { token: person.token });
    expect((await service.db.raw`select email, email_verified from users where id = ${first.id}`)[0]).toEqual({
      email,
      email_verified: true,
    });
    expect((await own(second)).body).toMatchObject({ email: null });
    expect(errorOf(await reset(tokens[owners.indexOf(second.id)]!))).toBe('400 invalid_grant');
  });
});

it('a request that could not be answered for as long as anybody tried is forgotten, and its address with it', async () => {
  const insert = (days: number) =>
    service.db.raw`insert into password_reset_requests (email, created_at)
      values (${`${days}@books.test`}, now() - make_interval(days => ${days}))`;
  await Promise.all([insert(7), insert(9)]);
  await service.runJob('auth-cleanup');
  expect([...(await service.db.raw`select email from password_reset_requests`)]).toEqual([{ email: '7@books.test' }]);
});
