import { randomUUID } from 'node:crypto';
import { Auth } from '@app/rpc';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthService, foreignForms, issuer, PASSWORD, type Person, startAuth } from './harness.ts';
import { type Mailbox, startMailbox, tokenIn } from './mailbox.ts';

let mailbox: Mailbox;
let service: AuthService;
beforeAll(async () => {
  mailbox = await startMailbox();
  service = await startAuth(mailbox.env);
});
afterAll(async () => {
  await service.stop();
  await mailbox.stop();
});
beforeEach(() => service.setClock(null));

const newEmail = () => `ny-${randomUUID()}@books.test`;
const change = (person: Person, body: unknown) =>
  service.call('PATCH', '/api/v2/users/me', { token: person.token, body });
const wish = (person: Person, email: string) => change(person, { email, current_password: PASSWORD });
const me = async (person: Person) => (await service.call('GET', '/api/v2/users/me', { token: person.token })).body;
const login = async (email: string, password = PASSWORD) =>
  (await service.call('POST', '/v2/oauth/login', { body: { email, password } })).status;
const path = (token: string) => `/public/v2/email-verifications/${token}`;
const verify = (token: string) => service.call('POST', path(token));
const page = (token: string, method: 'GET' | 'POST' = 'GET', headers: Record<string, string> = {}) =>
  service.call(method, path(token), { headers: { accept: 'text/html', ...headers } });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  `${status} ${body?.error?.code}`;

/** A user who names an address without having proven it, as after signing up. */
async function namer(email: string): Promise<Person> {
  const person = await service.person();
  await service.db
    .raw`update users set email = ${email}, email_key = ${email.toLowerCase()}, email_verified = false where id = ${person.id}`;
  return { ...person, email };
}

describe('a changed e-mail address', () => {
  it('waits in pending_email until its link is opened; the old one is in force and gets a notice [PPL-R01]', async () => {
    const person = await service.person();
    const email = newEmail();
    const answer = await wish(person, email);
    expect([answer.status, answer.body.email, answer.body.email_verified, answer.body.pending_email]).toEqual([
      200,
      person.email,
      true,
      email,
    ]);
    expect([await login(person.email), await login(email)]).toEqual([200, 401]);

    const [notice] = await mailbox.wait(person.email);
    expect(notice!.subject).toBe('Noen vil bytte e-postadressen din');
    expect(`${notice!.text}${notice!.html}`).not.toContain(email);
    expect(notice!.text).toContain(`${issuer}/public/v2/oauth/password-reset`);
    const token = await mailbox.token(email);
    const proven = await verify(token);
    expect([proven.status, proven.body]).toEqual([200, { email, email_verified: true }]);
    expect(await me(person)).toMatchObject({ email, email_verified: true, pending_email: null });
    expect([await login(person.email), await login(email)]).toEqual([401, 200]);
    expect((await service.events('auth.user.changed')).at(-1)?.payload).toMatchObject({ user_id: person.id });
  });

  it('does not change by looking at the page, which needs no script and loads nothing; its form does [PPL-R01]', async () => {
    const person = await service.person({ firstName: 'Åse <b>', lastName: 'Bjørnstad' });
    const email = newEmail();
    await wish(person, email);
    const token = await mailbox.token(email);
    for (const method of ['GET', 'HEAD'] as const)
      await service.call(method, path(token), { headers: { accept: 'text/html' } });
    const shown = await page(token);
    expect(shown.status).toBe(200);
    expect(shown.body).toContain('Bekreft e-postadressen');
    expect(shown.body).toContain('Åse &lt;b&gt; Bjørnstad');
    expect(shown.body).not.toMatch(/<script/i);
    expect(shown.body).not.toContain(token);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([shown.headers.get('referrer-policy'), shown.headers.get('cache-control')]).toEqual([
      'same-origin',
      'no-store',
    ]);
    expect((await page(token, 'GET', { 'accept-language': 'en' })).body).toContain('Confirm the e-mail address');
    expect((await me(person)).email).toBe(person.email);

    const done = await page(token, 'POST', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([done.status, done.body.includes(email)]).toEqual([200, true]);
    expect((await me(person)).email).toBe(email);
    expect([(await page(token)).status, (await page(token, 'POST')).status]).toEqual([404, 404]);
  });

  it('is not confirmed by a form that stands on another site', async () => {
    const person = await service.person();
    const email = newEmail();
    await wish(person, email);
    const token = await mailbox.token(email);
    for (const headers of foreignForms) expect((await service.call('POST', path(token), { headers })).status).toBe(403);
    expect((await me(person)).email).toBe(person.email);
  });

  it('counts once, for three days, and only by the newest link', async () => {
    const person = await service.person();
    const [first, second, third] = [newEmail(), newEmail(), newEmail()];
    await wish(person, first);
    const replaced = await mailbox.token(first);
    await wish(person, second);
    expect(codeOf(await verify(replaced))).toBe('404 email_verification.invalid_token');
    const token = await mailbox.token(second);
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
    for (const wrong of [token, `${token}x`, token.slice(1), 'x', '%00', replaced])
      expect((await verify(wrong)).status).toBe(404);

    await wish(person, third);
    const late = await mailbox.token(third);
    service.setClock(Temporal.Now.instant().add({ hours: 72 }).toString());
    expect(codeOf(await verify(late))).toBe('404 email_verification.invalid_token');
    service.setClock(null);
    expect((await verify(late)).status).toBe(200);
  });

  it('is taken back by sending the address in force, and by a new password: whoever knew the old one gains nothing', async () => {
    const [person, other] = [await service.person(), await service.person()];
    const [email, elsewhere] = [newEmail(), newEmail()];
    await wish(person, email);
    const token = await mailbox.token(email);
    const back = await wish(person, person.email.toUpperCase());
    expect(back.body).toMatchObject({ email: person.email.toUpperCase(), email_verified: true, pending_email: null });
    expect((await verify(token)).status).toBe(404);

    await wish(other, elsewhere);
    const stolen = await mailbox.token(elsewhere);
    const changed = await change(other, { password: 'Helt-nytt-passord-9', current_password: PASSWORD });
    expect(changed.body.pending_email).toBeNull();
    expect((await verify(stolen)).status).toBe(404);
  });

  it('is refused at once when another user has proven it, and when it is proven meanwhile [USR-R04]', async () => {
    const [person, other] = [await service.person(), await service.person()];
    expect(codeOf(await wish(person, other.email.toUpperCase()))).toBe('409 user.email_taken');
    const email = newEmail();
    await wish(person, email);
    const token = await mailbox.token(email);
    const owner = await service.person({ email });
    expect(codeOf(await verify(token))).toBe('409 user.email_taken');
    const shown = await page(token, 'POST');
    expect([shown.status, shown.body.includes('en annen bruker')]).toEqual([409, true]);
    expect([(await me(person)).email, (await me(owner)).email]).toEqual([person.email, email]);
  });

  it('is written in the language of the user, with nothing in it that a user chose', async () => {
    const person = await service.person({ firstName: 'Click https://thief.example', lastName: 'now' });
    await change(person, { language: 'eng' });
    const email = newEmail();
    await wish(person, email);
    const [mail] = await mailbox.wait(email);
    expect(mail!.subject).toBe('Confirm your e-mail address');
    for (const part of [mail!.text, mail!.html]) {
      expect(part).toContain(`${issuer}${path(tokenIn(mail!))}`);
      expect(part).not.toContain('thief');
    }
    const stored = await service.db.raw`select * from mailed_links where user_id = ${person.id}`;
    expect(JSON.stringify(stored)).not.toContain(tokenIn(mail!));
  });

  it('leads to our own address whatever host a request names', async () => {
    const person = await service.person();
    const email = newEmail();
    const headers = {
      'x-forwarded-host': 'thief.example',
      forwarded: 'host=thief.example',
      origin: 'https://thief.example',
    };
    await service.call('PATCH', '/api/v2/users/me', {
      token: person.token,
      body: { email, current_password: PASSWORD },
      headers,
    });
    const [mail] = await mailbox.wait(email);
    expect(`${mail!.text}${mail!.html}`).not.toContain('thief');
    expect(mail!.text).toContain(`${issuer}/public/`);
  });

  it('floods nobody: three mails an hour to one address, ten in all, then 429', async () => {
    const person = await service.person();
    const email = newEmail();
    for (let n = 0; n < 3; n++) expect((await wish(person, email)).status).toBe(200);
    const refused = await wish(person, email);
    expect([codeOf(refused), refused.headers.get('retry-after')]).toEqual(['429 common.rate_limited', '3600']);
    for (let n = 0; n < 7; n++) expect((await wish(person, newEmail())).status).toBe(200);
    expect((await wish(person, newEmail())).status).toBe(429);
    service.setClock(Temporal.Now.instant().add({ hours: 1, seconds: 1 }).toString());
    const later = await service.call('POST', '/v2/oauth/login', { body: { email: person.email, password: PASSWORD } });
    expect((await wish({ ...person, token: later.body.token }, email)).status).toBe(200);
  });

  it('of two users who prove one address at once exactly one gets it [PPL-R02]', async () => {
    for (let round = 0; round < 5; round++) {
      const [kari, ola] = [await service.person(), await service.person()];
      const email = newEmail();
      const [first, second] = [await wish(kari, email), await wish(ola, email)];
      expect([first.status, second.status]).toEqual([200, 200]);
      const tokens = (await mailbox.wait(email, 2)).map(tokenIn);
      const answers = await Promise.all(tokens.map(verify));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const held = [await me(kari), await me(ola)].map((user) => user.email === email);
      expect(held.filter(Boolean)).toHaveLength(1);
      expect(await service.db.raw`select 1 from users where email_key = ${email}`).toHaveLength(1);
    }
  });
});

describe('an address that nobody has proven', () => {
  it('does not keep others from it: whoever proves it takes it, and the other keeps all but the address [PPL-R02]', async () => {
    const email = newEmail();
    const squatter = await namer(email);
    const owner = await service.person();
    expect((await wish(owner, email)).status).toBe(200);
    expect(await login(email)).toBe(200);
    expect((await verify(await mailbox.token(email))).status).toBe(200);
    expect(await me(owner)).toMatchObject({ email, email_verified: true });
    expect(await me(squatter)).toMatchObject({ id: squatter.id, email: null, email_verified: false });
    const found = await service.call('POST', '/v2/oauth/login', { body: { email, password: PASSWORD } });
    expect(found.body.user.id).toBe(owner.id);
    // Without an address the password still proves who changes the profile.
    const elsewhere = newEmail();
    expect((await wish(squatter, elsewhere)).body).toMatchObject({ email: null, pending_email: elsewhere });
    expect((await verify(await mailbox.token(elsewhere))).body).toEqual({ email: elsewhere, email_verified: true });
  });

  it('is proven by its own user with a link that is mailed when the address is sent again', async () => {
    const email = newEmail();
    const person = await namer(email);
    expect((await wish(person, email)).body).toMatchObject({ email, email_verified: false, pending_email: null });
    expect(await mailbox.wait(email)).toHaveLength(1);
    await verify(await mailbox.token(email));
    expect(await me(person)).toMatchObject({ email, email_verified: true });
  });

  it('logs in each of those who name it by their own password', async () => {
    const email = newEmail();
    const [first, second] = [await namer(email), await namer(email)];
    await change(second, { password: 'Et-annet-passord-5', current_password: PASSWORD });
    const who = async (password: string) =>
      (await service.call('POST', '/v2/oauth/login', { body: { email, password } })).body.user?.id;
    expect([await who(PASSWORD), await who('Et-annet-passord-5'), await who('Feil-passord-1')]).toEqual([
      first.id,
      second.id,
      undefined,
    ]);
  });

  it('goes to whom an invitation reached it for; the same person, by the password, stays the same user [PPL-R02]', async () => {
    const rpc = service.connect(Auth, 'organisation');
    const accept = (email: string, password: string) =>
      rpc.RegisterInvitedUser({
        commandKey: randomUUID(),
        email,
        password,
        firstName: 'Ny',
        lastName: 'Person',
        language: 'nob',
        clientAddress: '203.0.113.7',
      });
    const own = newEmail();
    const named = await namer(own);
    const same = await accept(own, PASSWORD);
    expect([same.user?.id, same.created, same.emailVerified]).toEqual([named.id, false, true]);

    const squatted = newEmail();
    const squatter = await namer(squatted);
    const invited = await accept(squatted, 'Mitt-eget-passord-3');
    expect([invited.created, invited.emailVerified, invited.user?.email]).toEqual([true, true, squatted]);
    expect(invited.user?.id).not.toBe(squatter.id);
    expect(await me(squatter)).toMatchObject({ id: squatter.id, email: null });
    const raced = newEmail();
    await namer(raced);
    const settled = await Promise.allSettled([accept(raced, 'Mitt-eget-passord-3'), accept(raced, 'Et-helt-annet-4')]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await service.db.raw`select 1 from users where email_key = ${raced} and email_verified`).toHaveLength(1);
  });

  it('is not proven for a deactivated user', async () => {
    const person = await service.person();
    const email = newEmail();
    await wish(person, email);
    const token = await mailbox.token(email);
    await service.db.raw`update users set is_active = false where id = ${person.id}`;
    expect([(await verify(token)).status, (await page(token)).status]).toEqual([404, 404]);
    expect(await service.db.raw`select 1 from users where email_key = ${email}`).toHaveLength(0);
  });
});
