import { createHash } from 'node:crypto';
import { DEMO_PASSWORD } from '@app/demo/password';
import { demoUsers } from '@app/demo/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemoPeople } from '../src/credentials/demo-people.ts';
import { homePage } from '../src/pages/account/home-page.ts';
import { createPasswordHasher } from '../src/passwords/password-hash.ts';
import { browserOf, formTokenOf, logIn, newClientForm, textOf } from './account-harness.ts';
import {
  type AuthService,
  authorizeFields,
  authorizePath,
  cookieValue,
  issuer,
  newVerifier,
  type Person,
  startAuth,
} from './harness.ts';

const hasher = createPasswordHasher();
let service: AuthService;
let kari: Person;
beforeAll(async () => {
  service = await startAuth();
  kari = await service.person();
  service.memberships(kari.id, ['Nordlys Kaffe AS']);
});
afterAll(() => service.stop());

const places = ['/account', '/account/api-access', '/account/api-access/new', '/account/applications'];
const forms = [
  '/account/log-out',
  '/account/api-access/new',
  '/account/api-access/credentials',
  '/account/api-access/app_x/delete',
  '/account/applications/app_x/disconnect',
];

describe('somebody who is not logged in', () => {
  it.each(places)('is led from %s to the login page and back', async (path) => {
    const answer = await browserOf(service).open(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/public/v2/oauth/login?next=${encodeURIComponent(path)}`,
    ]);
  });

  it.each(forms)('cannot send %s', async (path) => {
    const answer = await browserOf(service).send(path, { client_name: 'x', client_credentials: 'on' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^\/public\/v2\/oauth\/login\?next=%2F/);
  });

  it('sees the front page, in either language', async () => {
    const english = await browserOf(service).open('/');
    expect([english.status, textOf(english)]).toEqual([200, expect.stringContaining('Books you can build on')]);
    const norwegian = await browserOf(service).open('/', { 'accept-language': 'nb' });
    expect(textOf(norwegian)).toContain('Regnskap du kan bygge på');
    for (const path of [
      '/sign-up',
      '/v2/oauth/login?next=%2Faccount',
      '/docs',
      '/docs/guides',
      '/docs/guides/assistants',
    ])
      expect(english.body).toContain(`href="${path}"`);
  });

  it('is offered nobody of the demo company where others reach the platform', async () => {
    const { email } = demoUsers.owner;
    const { id } = await service.person({ email });
    await service.db.raw`update users set password_hash = ${await hasher.hash(DEMO_PASSWORD)} where id = ${id}`;
    const page = await browserOf(service).open('/');
    expect(page.body).not.toContain(email);
    expect(page.body).not.toContain(DEMO_PASSWORD);
    const here = createDemoPeople({ db: service.db, passwords: hasher, issuer: 'http://127.0.0.1:8080' });
    expect((await here()).map((person) => person.email)).toEqual([email]);
    // Whoever has a password of their own is nobody's to be, nor is who is not active any more.
    await service.db.raw`update users set password_hash = ${await hasher.hash('En-annen-kaffe-7')} where id = ${id}`;
    expect(await here()).toEqual([]);
    await service.db
      .raw`update users set password_hash = ${await hasher.hash(DEMO_PASSWORD)}, is_active = false where id = ${id}`;
    expect(await here()).toEqual([]);
  });

  it('sees the people of the demo company as buttons that sign in, and the sandbox, where they are', () => {
    const person = { email: 'ingrid@nordlys.example', what: 'owner of the company', norwegian: 'eier av firmaet' };
    const options = { requestId: 'r', people: [person], sandbox: 'http://127.0.0.1:8090' } as const;
    const { markup } = homePage({ ...options, language: 'eng' });
    expect(markup).toContain('<form method="post" action="/v2/oauth/login">');
    expect(markup).toContain('name="email" value="ingrid@nordlys.example"');
    expect(markup).toContain('owner of the company');
    expect(markup).toContain('href="http://127.0.0.1:8090/sandbox/mail"');
    expect(homePage({ ...options, language: 'nob' }).markup).toContain('<span>eier av firmaet</span>');
    const plain = homePage({ ...options, language: 'eng', people: [], sandbox: undefined }).markup;
    expect(plain).not.toContain('demo');
    expect(plain).not.toContain('sandbox');
  });

  it('finds the way to sign up on the login page', async () => {
    expect((await browserOf(service).open('/v2/oauth/login')).body).toContain('href="/sign-up"');
  });
});

describe('somebody who is logged in', () => {
  it('is led from the front page to the overview, which says who and for which companies', async () => {
    const browser = await logIn(service, kari);
    const front = await browser.open('/');
    expect([front.status, front.headers.get('location')]).toEqual([302, '/account']);
    const page = await browser.open('/account');
    expect(textOf(page)).toContain('Hello, Kari');
    expect(textOf(page)).toContain(kari.email);
    expect(textOf(page)).toContain('Nordlys Kaffe AS');
  });

  it('of an accounting firm sees how many companies they reach by contract, as whoever asks for access does', async () => {
    const browser = await logIn(service, kari);
    const overview = async () => textOf(await browser.open('/account'));
    service.memberships(kari.id, ['Fjord Regnskap AS'], 41);
    expect(await overview()).toMatch(/Fjord Regnskap AS and 41 more by contract/);
    service.memberships(kari.id, [], 1);
    expect(await overview()).toMatch(/Companies you have access to 1 by contract/);
    service.memberships(kari.id, ['Nordlys Kaffe AS']);
    expect(await overview()).not.toContain('by contract');
  });

  it('sees pages that run no script, load nothing, are framed by nobody and stored nowhere', async () => {
    const browser = await logIn(service, kari);
    for (const path of places) {
      const page = await browser.open(path);
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      const style = /<style>(.*?)<\/style>/s.exec(page.body)![1]!;
      const policy = page.headers.get('content-security-policy');
      expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src|unsafe/);
      expect(policy).toContain("form-action 'self'");
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      expect(page.body).not.toMatch(/<script|\ssrc=|@import|url\(|\sstyle=|\son\w+=/);
    }
  });

  it('can name every field and button, and knows which place is open', async () => {
    const browser = await logIn(service, kari);
    for (const path of places) {
      const { body } = await browser.open(path);
      const fields = [...String(body).matchAll(/<(?:input|textarea)(?![^>]*type="hidden")[^>]*\sid="([^"]+)"/g)].map(
        ([, id]) => id,
      );
      for (const id of fields) expect([path, id, body.includes(`<label for="${id}"`)]).toEqual([path, id, true]);
      const described = [...String(body).matchAll(/aria-(?:describedby|labelledby)="([^"]*)"/g)].flatMap(([, ids]) =>
        ids!.split(' '),
      );
      for (const id of described.filter((one) => one !== '')) expect(body).toContain(`id="${id}"`);
      expect(body.match(/aria-current="page"/g)).toHaveLength(1);
      expect(body.match(/<h1/g)).toHaveLength(1);
    }
  });

  it('reads the language that the browser asks for, else the one of the profile', async () => {
    const ole = await service.person({ firstName: 'Ole' });
    const browser = await logIn(service, ole);
    const greeting = async (language: string) =>
      textOf(await browser.open('/account', { 'accept-language': language }));
    expect(await greeting('en-GB,en;q=0.9')).toContain('Hello, Ole');
    expect(await greeting('nn')).toContain('Hei, Ole');
    expect(await greeting('pl')).toContain('Hei, Ole');
    await service.call('PATCH', '/api/v2/users/me', { token: ole.token, body: { language: 'eng' } });
    expect(await greeting('pl')).toContain('Hello, Ole');
    expect(await greeting('nb')).toContain('Hei, Ole');
    const address = authorizePath(authorizeFields(await service.client(ole), newVerifier().challenge));
    const consent = async (language: string) => textOf(await browser.open(address, { 'accept-language': language }));
    expect(await consent('pl')).toContain('wants to use the books on your behalf');
    expect(await consent('nb')).toContain('vil bruke regnskapet på dine vegne');
  });

  it('logs out: both cookies mean nothing any more', async () => {
    const ole = await service.person();
    const browser = await logIn(service, ole);
    const both = `__Host-session=${browser.cookie}; refresh_token=${ole.refreshToken}`;
    const answer = await browser.send('/account/log-out', {}, { cookie: both });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(cookieValue(answer.headers.get('set-cookie')!, '__Host-session')).toBe('');
    expect((await browser.open('/account')).status).toBe(302);
    const refreshed = await service.call('POST', '/v2/oauth/session/refresh', {
      headers: { cookie: `refresh_token=${ole.refreshToken}` },
    });
    expect(refreshed.status).toBe(401);
  });

  it('is deactivated: the pages are closed at once', async () => {
    const ole = await service.person();
    const browser = await logIn(service, ole);
    await service.db.raw`update users set is_active = false where id = ${ole.id}`;
    expect((await browser.open('/account')).status).toBe(302);
  });
});

describe('a form', () => {
  it.each([
    ['of another site', { origin: 'https://evil.example' }, 'another site'],
    ['of no origin', { origin: 'null' }, 'another site'],
    ['of another site, by what the browser says', { 'sec-fetch-site': 'cross-site' }, 'another site'],
    ['of a sibling site', { 'sec-fetch-site': 'same-site', origin: issuer }, 'another site'],
  ])('%s is refused [PPL-R14]', async (_what, headers, why) => {
    const browser = await logIn(service, kari);
    for (const path of forms) {
      const answer = await browser.send(
        path,
        { client_name: 'x', client_credentials: 'on' },
        headers as Record<string, string>,
      );
      expect([path, answer.status]).toEqual([path, 403]);
      expect(textOf(answer)).toContain(why);
    }
    expect((await browser.open('/account')).status).toBe(200);
  });

  it('without its anti-forgery token, or with that of another login, is refused and changes nothing', async () => {
    const [browser, other] = [await logIn(service, kari), await logIn(service, kari)];
    const foreign = formTokenOf(await other.open('/account'));
    expect(foreign).not.toBe('');
    for (const token of ['', 'x', foreign, browser.cookie])
      for (const path of forms) {
        const answer = await browser.send(path, { client_name: 'x', client_credentials: 'on', csrf_token: token });
        expect([path, answer.status]).toEqual([path, 400]);
      }
    expect((await browser.open('/account')).status).toBe(200);
    expect(textOf(await browser.open('/account/api-access'))).toContain('You have no clients yet');
  });

  it('carries a token that is not the session id, and is the same on every page of one login', async () => {
    const browser = await logIn(service, kari);
    const tokens = await Promise.all(places.map(async (path) => formTokenOf(await browser.open(path))));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(browser.cookie);
    expect((await newClientForm(browser)).csrf_token).toBe(tokens[0]);
  });
});

describe('a failure', () => {
  it('is a page for a person, with the request id, and the envelope for a program', async () => {
    const browser = await logIn(service, kari);
    const page = await browser.open('/account/api-access/app_unknown/delete', { 'x-request-id': 'visit-1' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(textOf(page)).toContain('There is no such page');
    expect(textOf(page)).toContain('visit-1');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const norwegian = await browser.open('/account/api-access/app_unknown/delete', { 'accept-language': 'nb' });
    expect(textOf(norwegian)).toContain('Denne siden finnes ikke');
    const program = await browser.open('/account/api-access/app_unknown/delete', { accept: '*/*' });
    expect([program.status, program.body.error.code]).toEqual([404, 'common.not_found']);
  });

  it('before the operation is reached looks the same', async () => {
    const browser = await logIn(service, kari);
    const twice = await service.form('/account/log-out', 'csrf_token=a&csrf_token=b', {
      headers: { accept: 'text/html', 'accept-language': 'en', cookie: `__Host-session=${browser.cookie}` },
    });
    expect([twice.status, textOf(twice)]).toEqual([400, expect.stringContaining('We could not take this')]);
    const method = await service.call('PUT', '/account/log-out', { headers: { accept: 'text/html' } });
    expect([method.status, method.headers.get('allow'), method.headers.get('content-type')]).toEqual([
      405,
      'POST',
      'text/html; charset=utf-8',
    ]);
    const login = await service.form('/v2/oauth/login', 'email=a', {
      headers: { accept: 'text/html', 'accept-language': 'en' },
    });
    expect([login.status, textOf(login)]).toEqual([400, expect.stringContaining('password: is required')]);
  });
});
