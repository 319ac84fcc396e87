import { createHash } from 'node:crypto';
import { unavailable } from '@app/contract/failure';
import type { TestAnswer } from '@app/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEmail, newNumber, PASSWORD, type SignupService, startSignup } from './signup-harness.ts';

const issuer = 'https://books.test';
let service: SignupService;
beforeAll(async () => {
  service = await startSignup({ env: { APP_BASE_URL: issuer } });
});
beforeEach(() => {
  service.setClock(null);
  service.organisation.before = undefined;
  service.organisation.after = undefined;
});
afterAll(() => service.stop());

type Fields = Readonly<Record<string, string>>;

/** What a browser sends with a form of our own page. */
const own = { origin: issuer, 'sec-fetch-site': 'same-origin', accept: 'text/html', 'accept-language': 'en' };
const open = (path: string, language = 'en') =>
  service.call('GET', path, { headers: { accept: 'text/html', 'accept-language': language } });
const send = (path: string, fields: Fields = {}, headers: Fields = own) =>
  service.call('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

/** Through the identity provider and back to the form. */
async function arrive(pid: string, language = 'en'): Promise<TestAnswer> {
  const away = await send('/sign-up/start');
  const back = await service.callback(await service.identify(away.headers.get('location')!, pid));
  const address = new URL(back.headers.get('location')!);
  expect(address.origin + address.pathname).toBe(`${issuer}/sign-up`);
  return open(address.pathname + address.search, language);
}

const tokenOf = (page: TestAnswer): string => /name="signup_token" value="([\w-]+)"/.exec(page.body)?.[1] ?? '';
const companiesOf = (page: TestAnswer) =>
  [...String(page.body).matchAll(/<input type="radio" name="organization_id" value="(\d+)" required ?([^>]*)>/g)].map(
    ([, id, rest]) => ({
      id: id!,
      isChecked: rest!.includes('checked'),
      isDisabled: rest!.includes('disabled'),
    }),
  );
const textOf = (page: TestAnswer): string =>
  String(page.body)
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

/** A new person at the form, with what would complete it. */
async function atForm(numbers: readonly string[] = [newNumber()]) {
  const pid = await service.person(numbers);
  const page = await arrive(pid);
  const fields: Fields = {
    signup_token: tokenOf(page),
    organization_id: companiesOf(page).find(({ isDisabled }) => !isDisabled)?.id ?? '',
    email: newEmail(),
    password: PASSWORD,
  };
  return { pid, page, fields, numbers };
}

describe('names from outside', () => {
  it('stand on the pages without direction and control characters, cut to 80 characters [CTL-R22]', async () => {
    const number = newNumber();
    const pid = await service.person([number], { given_name: 'Å\u202ese\u2066' });
    await service.control(`/organizations/${number}`, { name: `Trygg \u202egnithgil\u0007 ${'x'.repeat(150)}` });
    const page = await arrive(pid);
    const shown = `Trygg gnithgil ${'x'.repeat(64)}…`;
    expect(textOf(page)).toContain(shown);
    expect(textOf(page)).toContain('Åse');
    const fields = {
      signup_token: tokenOf(page),
      organization_id: companiesOf(page)[0]!.id,
      email: newEmail(),
      password: PASSWORD,
    };
    const done = await send('/sign-up/complete', fields);
    expect(textOf(done)).toContain(shown);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the very characters that must not be there
    for (const one of [page, done]) expect(String(one.body)).not.toMatch(/[\u0000-\u0008\u202a-\u202e\u2066-\u2069]/);
  });
});

describe('every page', () => {
  it('runs no script, loads nothing, is framed by nobody and stored nowhere', async () => {
    const { page, fields } = await atForm();
    const done = await send('/sign-up/complete', fields);
    const opened = await open('/sign-up');
    for (const one of [opened, page, done]) {
      expect(one.status).toBe(200);
      expect(one.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = one.headers.get('content-security-policy')!;
      const style = /<style>(.*?)<\/style>/s.exec(one.body)![1]!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      expect(policy).not.toMatch(/script-src|unsafe/);
      // The form of the first page leads on to the identity provider.
      expect(policy.includes("form-action 'self'")).toBe(one !== opened);
      expect(one.headers.get('cache-control')).toBe('no-store');
      expect(one.headers.get('referrer-policy')).toBe('same-origin');
      expect(one.headers.get('x-frame-options')).toBe('DENY');
      expect(one.body).not.toMatch(/<script|<link rel="stylesheet"|<img|\son\w+=|\sstyle=/);
    }
  });

  it.each([
    ['nb', 'nb', 'Opprett regnskap'],
    ['en', 'en', 'Open your books'],
    ['', 'nb', 'Opprett regnskap'],
  ])('speaks the language the browser prefers: %s', async (asked, language, title) => {
    const page = await open('/sign-up', asked);
    expect(page.body).toContain(`<html lang="${language}">`);
    expect(page.body).toContain(`<h1>${title}</h1>`);
  });

  it('names every control and reports faults to a screen reader', async () => {
    const { fields } = await atForm();
    const page = await send('/sign-up/complete', { ...fields, password: 'x' });
    for (const [, id] of String(page.body).matchAll(/<input type="(?:email|password)" id="(\w+)"/g))
      expect(page.body).toContain(`<label for="${id}">`);
    expect(page.body).toMatch(/id="password"[^>]*aria-invalid="true" aria-describedby="password-rule password-fault"/);
    expect(page.body).toMatch(/id="password-fault" role="alert"/);
    expect(page.body).toContain('<legend>Company</legend>');
  });
});

describe('the first page', () => {
  it('has one button, which leads to the identity provider [SGN-R07]', async () => {
    const page = await open('/sign-up');
    expect(String(page.body).match(/<button/g)).toHaveLength(1);
    expect(page.body).toContain('<form method="post" action="/sign-up/start">');
    const answer = await send('/sign-up/start');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain(`${service.sandbox.baseUrl}/idp/`);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it.each(['/sign-up/', '/sign-up/start', '/sign-up/complete', '/sign-up?utm_source=avis'])(
    'is what a reload shows: %s',
    async (path) => {
      expect((await open(path)).body).toContain('action="/sign-up/start"');
    },
  );

  it.each([
    ['access_denied', 'cancelled'],
    ['invalid_request', 'not complete'],
    ['invalid_state', 'ten minutes'],
    ['token_exchange_failed', 'could not be verified'],
    ['identity_missing', 'did not say who you are'],
    ['parties_unavailable', 'cannot be fetched'],
    ['constructor', 'Something went wrong'],
  ])('says in words what %s means', async (word, words) => {
    expect(textOf(await open(`/sign-up?signup_error=${word}`))).toContain(words);
    expect((await open(`/sign-up?signup_error=${word}`, 'nb')).body).not.toContain(words);
  });

  it('never shows what stands in the address', async () => {
    // The page names its request, and an id that is chance may hold the same digits.
    const headers = { accept: 'text/html', 'x-request-id': 'of-this-page' };
    const address = `/sign-up?signup_error=${encodeURIComponent('<b>Ring 555-1234</b>')}&utm_source=%22%3E%3Cscript%3E`;
    const page = await service.call('GET', address, { headers });
    expect(page.body).toContain('of-this-page');
    expect(page.body).not.toContain('555');
    expect(page.body).not.toContain('script');
  });

  it('says so when the identity provider fails', async () => {
    await service.control('/faults/idp', { status: 503, count: 5 });
    const answer = await send('/sign-up/start');
    await service.control('/faults/idp', { count: 0 });
    expect(answer.status).toBe(502);
    expect(textOf(answer)).toContain('The login service does not answer right now');
  });
});

describe('a form from another site', () => {
  it.each([
    ['a foreign origin', { origin: 'https://attacker.test' }],
    ['no origin', { origin: 'null' }],
    ['a foreign site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused: %s [PPL-R14]', async (_, headers) => {
    expect((await send('/sign-up/start', {}, headers)).status).toBe(403);
    const { fields } = await atForm();
    expect((await send('/sign-up/complete', fields, headers)).status).toBe(403);
    expect((await send('/sign-up/complete', fields)).status).toBe(200);
  });
});

describe('the form', () => {
  it('greets the person, lists the companies and asks a new user for e-mail and password', async () => {
    const [free, taken] = [newNumber(), newNumber()];
    service.organisation.accounts.set(taken, { id: 21, ownerId: 999_999, name: 'Opptatt AS' });
    const page = await arrive(await service.person([taken, free]));
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(textOf(page)).toContain('Hello, Åse');
    expect(textOf(page)).toContain(`Firma ${free} AS`);
    expect(companiesOf(page)).toEqual([
      { id: expect.any(String), isChecked: true, isDisabled: false },
      { id: expect.any(String), isChecked: false, isDisabled: true },
    ]);
    expect(page.body).toMatch(/<input type="email"[^>]*autocomplete="username"/);
    expect(page.body).toMatch(/<input type="password"[^>]*autocomplete="new-password"/);
    expect(page.body).toMatch(/<input type="checkbox" name="ads" value="on" ?>/);
  });

  it('asks a user known by identity for the company only', async () => {
    const { pid } = await service.signUp();
    const number = newNumber();
    await service.control(`/organizations/${number}`, { name: 'Ny AS' });
    await service.control(`/persons/${pid}`, { given_name: 'Åse', family_name: 'B', organizations: [number] });
    const page = await arrive(pid);
    expect(page.body).not.toContain('type="password"');
    const done = await send('/sign-up/complete', {
      signup_token: tokenOf(page),
      organization_id: companiesOf(page)[0]!.id,
    });
    expect(textOf(done)).toContain('The company is added');
  });

  it('says what to do when there is no company, or none is free', async () => {
    expect(textOf(await arrive(await service.person([])))).toContain(
      'You are not listed as somebody who may act for a company',
    );
    const taken = newNumber();
    service.organisation.accounts.set(taken, { id: 22, ownerId: 999_999, name: 'Opptatt AS' });
    const page = await arrive(await service.person([taken]));
    expect(textOf(page)).toContain('All companies that you may act for have their books here already');
    expect(page.body).not.toContain('/sign-up/complete');
  });

  it('escapes names', async () => {
    const number = newNumber();
    const pid = await service.person([number], { given_name: '<b>Åse</b>' });
    await service.control(`/organizations/${number}`, { name: 'A & "B" <i>AS</i>' });
    const page = await arrive(pid);
    expect(page.body).toContain('&lt;b&gt;Åse&lt;/b&gt;');
    expect(page.body).toContain('A &amp; &quot;B&quot; &lt;i&gt;AS&lt;/i&gt;');
  });

  it('a code that is used or old leads to the first page, with a reason', async () => {
    const code = await service.arrive(await service.person());
    expect(tokenOf(await open(`/sign-up?signup_code=${code}`))).not.toBe('');
    const again = await open(`/sign-up?signup_code=${code}`);
    expect(again.status).toBe(404);
    expect(textOf(again)).toContain('The page was opened a second time');
  });
});

describe('a code in the address', () => {
  it('is not used up by a look at the headers, nor by a program that follows the redirect', async () => {
    const code = await service.arrive(await service.person());
    const path = `/sign-up?signup_code=${code}`;
    expect((await service.call('HEAD', path, { headers: { accept: 'text/html' } })).status).toBe(200);
    for (const accept of ['*/*', 'application/json'])
      expect((await service.call('GET', path, { headers: { accept } })).status).toBe(200);
    expect((await service.exchange(code)).status).toBe(200);
  });
});

describe('sending the form', () => {
  it('makes everything, logs the browser in and says what was made', async () => {
    const { fields, numbers } = await atForm();
    const done = await send('/sign-up/complete', fields);
    expect(textOf(done)).toContain('Welcome, Åse. Your user is made, and you are logged in.');
    expect(textOf(done)).toContain(`Firma ${numbers[0]} AS`);
    expect(textOf(done)).toContain(fields.email);
    expect(done.body).toContain('href="/docs"');
    expect(done.body).not.toContain(fields.password);
    const cookie = done.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure/);
    const [session] = await service.db.raw`select user_id from browser_sessions where session_digest = ${createHash(
      'sha256',
    )
      .update(/=([\w-]{43})/.exec(cookie)![1]!)
      .digest()}`;
    const [user] = await service.db.raw`select id from users where email = ${fields.email!}`;
    expect(session!.user_id).toBe(user!.id);
  });

  it.each([
    ['no company', { organization_id: '' }, 'Choose a company.'],
    ['a company of somebody else', { organization_id: '1' }, 'Choose a company of the list.'],
    ['no address', { email: '' }, 'Write your e-mail address.'],
    ['an address that is none', { email: 'kari' }, 'This is no e-mail address.'],
    ['no password', { password: '' }, 'Choose a password.'],
    ['a weak password', { password: 'kort' }, 'The password is too weak.'],
  ])(
    'with %s shows the form again with what to do, and keeps what was written but the password',
    async (_, change, words) => {
      const { fields } = await atForm([newNumber(), newNumber()]);
      const sent: Fields = { ...fields, ads: 'on', ...change };
      const page = await send('/sign-up/complete', sent);
      expect(page.status).toBe(400);
      expect(page.headers.get('set-cookie')).toBeNull();
      expect(textOf(page)).toContain(words);
      expect(tokenOf(page)).toBe(fields.signup_token);
      expect(page.body).toContain(`name="email" value="${sent.email}"`);
      expect(page.body).toMatch(/name="ads" value="on" checked/);
      expect(companiesOf(page).find(({ isChecked }) => isChecked)?.id).toBe(
        'organization_id' in change ? undefined : fields.organization_id,
      );
      expect(page.body).not.toContain(PASSWORD);
      expect((await send('/sign-up/complete', fields)).status).toBe(200);
    },
  );

  it('says whose the address is, or that the password is wrong', async () => {
    const other = await service.signUp();
    await service.db.raw`update users set email_verified = true where email_key = ${other.email}`;
    const { fields } = await atForm();
    expect(textOf(await send('/sign-up/complete', { ...fields, email: other.email }))).toContain(
      'The address belongs to another person.',
    );
  });

  it('shows that a company was taken in the meantime', async () => {
    const [first, second] = [newNumber(), newNumber()];
    const { fields } = await atForm([first, second]);
    const chosen = fields.organization_id!;
    service.organisation.before = async () => {
      service.organisation.accounts.set(first, { id: 23, ownerId: 999_999, name: 'Raskere AS' });
      service.organisation.accounts.set(second, { id: 24, ownerId: 999_999, name: 'Raskere AS' });
    };
    const page = await send('/sign-up/complete', fields);
    expect(page.status).toBe(400);
    expect(textOf(page)).toContain('have their books here already');
    expect(companiesOf(page).map(({ id }) => id)).not.toContain(chosen);
  });

  it('after 15 minutes leads to the first page, with a reason', async () => {
    const { fields } = await atForm();
    service.setClock(new Date(Date.now() + 15 * 60_000 + 1_000).toISOString());
    const page = await send('/sign-up/complete', fields);
    expect(page.status).toBe(400);
    expect(textOf(page)).toContain('More than 15 minutes went by');
    expect(page.body).toContain('action="/sign-up/start"');
  });

  it('twice, by a double click, makes one account; both answers say that it is there and one logs in', async () => {
    const { fields, numbers } = await atForm();
    const answers = await Promise.all([
      send('/sign-up/complete', fields),
      send('/sign-up/complete', fields),
      send('/sign-up/complete', fields),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(textOf(answer)).toContain(`Firma ${numbers[0]} AS`);
    }
    expect(answers.filter((answer) => answer.headers.has('set-cookie'))).toHaveLength(1);
    expect(
      service.organisation.asked.filter(({ organizationId }) => String(organizationId) === fields.organization_id),
    ).toHaveLength(1);
  });

  it('twice, where the second was on its way while the first took the company, shows the second the same', async () => {
    const { fields, numbers } = await atForm();
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    service.organisation.listing = () => {
      service.organisation.listing = undefined;
      held.resolve();
      return release.promise;
    };
    const slow = send('/sign-up/complete', fields);
    await held.promise;
    const fast = await send('/sign-up/complete', fields);
    release.resolve();
    for (const answer of [fast, await slow]) {
      expect(answer.status).toBe(200);
      expect(textOf(answer)).toContain(`Firma ${numbers[0]} AS`);
    }
    expect([fast, await slow].map((answer) => answer.headers.has('set-cookie'))).toEqual([true, false]);
  });

  it('again by a reload shows the outcome for as long as the token would have lived, and logs nobody in', async () => {
    const { fields } = await atForm();
    await send('/sign-up/complete', fields);
    const again = await send('/sign-up/complete', fields);
    expect(again.status).toBe(200);
    expect(textOf(again)).toContain('Everything is in place');
    expect(again.headers.get('set-cookie')).toBeNull();
    service.setClock(new Date(Date.now() + 16 * 60_000).toISOString());
    expect((await send('/sign-up/complete', fields)).status).toBe(400);
  });

  it('while organisation is away says that nothing is lost, and the same form finishes it', async () => {
    const { fields } = await atForm();
    service.organisation.before = async () => {
      throw unavailable('away');
    };
    const page = await send('/sign-up/complete', fields);
    expect(page.status).toBe(503);
    expect(textOf(page)).toContain('Nothing is lost');
    service.organisation.before = undefined;
    const done = await send('/sign-up/complete', fields);
    expect(done.status).toBe(200);
    expect(await service.db.raw`select 1 from users where email = ${fields.email!} and is_active`).toHaveLength(1);
  });

  it.each([
    ['without consent nothing', {}, 0],
    ['with consent that it came from this page', { ads: 'on' }, 1],
  ])('stores of the visit: %s [ATT-R01]', async (_, consent, count) => {
    const { fields } = await atForm();
    await send('/sign-up/complete', { ...fields, ...consent });
    const rows = await service.db
      .raw`select utm_source from marketing_touches t join users u on u.id = t.user_id where u.email = ${fields.email!}`;
    expect(rows).toHaveLength(count);
  });
});

describe('without APP_BASE_URL', () => {
  it('the page sends nobody away who could not come back', async () => {
    const bare = await startSignup({ env: { APP_BASE_URL: '' } });
    try {
      const headers = { ...own, 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await bare.call('POST', '/sign-up/start', { body: '', headers });
      expect(answer.status).toBe(503);
      expect(textOf(answer)).toContain('not switched on');
    } finally {
      await bare.stop();
    }
  });
});

describe('logging in by identity', () => {
  it('the login page leads to the identity provider, and back a known person logs in without a password', async () => {
    const { pid, fields } = await atForm();
    expect((await send('/sign-up/complete', fields)).status).toBe(200);
    const login = await open('/v2/oauth/login?next=%2Faccount');
    expect(login.body).toContain('<form method="post" action="/sign-up/start">');
    expect(login.body).toContain('href="/v2/oauth/password-reset"');
    const page = await arrive(pid);
    // Nothing more is asked of whoever has a user with the only company there is.
    expect(textOf(page)).toContain('If you lack access to one of them, ask an owner there');
    expect(textOf(page)).not.toContain('Log in, or ask');
    const token = { signup_token: tokenOf(page) };
    const done = await send('/sign-up/log-in', token);
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account']);
    const session = done.headers.getSetCookie().find((line) => /session=[\w-]{20,}/.test(line))!;
    expect(session).toContain('HttpOnly');
    const account = await service.call('GET', '/account', {
      headers: { accept: 'text/html', 'accept-language': 'en', cookie: session.split(';', 1)[0]! },
    });
    expect(textOf(account)).toContain(fields.email);
    // The token is good once.
    const again = await send('/sign-up/log-in', token);
    expect([again.status, again.headers.getSetCookie(), textOf(again).includes('Start again')]).toEqual([
      400,
      [],
      true,
    ]);
  });

  it('nobody logs in who has no user, with a token of nothing, or on the way to an application', async () => {
    const { fields, page } = await atForm();
    expect(page.body).not.toContain('/sign-up/log-in');
    const refused = await send('/sign-up/log-in', { signup_token: fields.signup_token! });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
    expect(textOf(refused)).toContain('No active user belongs to this ID');
    for (const sent of [{}, { signup_token: 'x'.repeat(43) }]) {
      const answer = await send('/sign-up/log-in', sent);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
    }
    // What was refused has not used the token up.
    expect((await send('/sign-up/complete', fields)).status).toBe(200);
    const forApplication = await open('/v2/oauth/login?next=%2Fv2%2Foauth%2Fauthorize%3Fclient_id%3Dx');
    expect(forApplication.body).not.toContain('/sign-up/start');
  });

  it('a deactivated user is not logged in', async () => {
    const { pid, fields } = await atForm();
    await send('/sign-up/complete', fields);
    const page = await arrive(pid);
    await service.db.raw`update users set is_active = false where email = ${fields.email!}`;
    const refused = await send('/sign-up/log-in', { signup_token: tokenOf(page) });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
  });
});
