import { createHash } from 'node:crypto';
import type { TestAnswer, WorldUser } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { playInvitedUsers } from './invited-users.ts';
import { useOrganisation } from './start.ts';

const PASSWORD = 'Et-godt-passord-1';
const invited = playInvitedUsers((changes) => user(changes));
const world = useOrganisation({ others: { auth: [invited.stub] } });
const { as, user, account, mailTo } = world;

let owner: WorldUser;
let books: number;
let serial = 0;

beforeEach(async () => {
  invited.away = 'no';
  invited.pause = async () => undefined;
  owner = user({ firstName: 'Kari', lastName: 'Nordmann' });
  books = (await account(owner, { name: 'Nordlys Kaffe AS' })).id;
});
afterEach(() => world.service.setClock(null));

/** A company without an owner that one firm keeps the books of, and another wants to work for. */
async function engagedBy(accountant: WorldUser) {
  const opener = user();
  const provider = await world.firm(accountant);
  const { id } = await account(
    opener,
    { name: 'Nordlys Kaffe AS' },
    {
      client_contracts: [
        { provider_client_account_id: await world.firm(opener), service_provided: 'TASK_CONTRIBUTION' },
      ],
    },
  );
  const decide = (approval_status: string) => async (contractId: number) =>
    expect((await as(opener, 'PATCH', `/api/v2/contracts/${contractId}`, { approval_status })).status).toBe(200);
  const engage = (body: object) =>
    as(accountant, 'POST', '/api/v2/client-engagements', {
      provider_client_account_id: provider,
      client_account_id: id,
      ...body,
    });
  return { provider, engage, approve: decide('APPROVED'), reject: decide('REJECTED') };
}

type Fields = Readonly<Record<string, string>>;
interface Ready {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

async function tokenOf(email: string): Promise<string> {
  await expect.poll(() => mailTo(email)).toHaveLength(1);
  return /\/invitations\/([\w-]{43})/.exec((await mailTo(email))[0]!.text)![1]!;
}

/** An invitation whose mail has come. */
async function ready(changes: { readonly email?: string; readonly role_id?: number } = {}): Promise<Ready> {
  const email = changes.email ?? `gjest${++serial}@example.no`;
  const { status, body } = await as(owner, 'POST', '/api/v2/invitations', {
    client_account_id: books,
    role_id: 4,
    ...changes,
    email,
  });
  expect(status).toBe(201);
  return { id: body.id, email, token: await tokenOf(email) };
}

const open = (token: string, language = 'en') =>
  world.service.call('GET', `/invitations/${token}`, { headers: { accept: 'text/html', 'accept-language': language } });
/** What a browser sends with a form of our own page. */
const own = {
  origin: 'https://books.test',
  'sec-fetch-site': 'same-origin',
  accept: 'text/html',
  'accept-language': 'en',
};
const send = (token: string, fields: Fields, headers: Fields = own) =>
  world.service.call('POST', `/invitations/${token}`, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const yes = (email: string, changes: Fields = {}): Fields => ({
  first_name: 'Ny',
  last_name: 'Person',
  email,
  password: PASSWORD,
  ...changes,
});

const textOf = ({ body }: TestAnswer): string =>
  String(body)
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const inputOf = ({ body }: TestAnswer, name: string): string =>
  new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(String(body))?.[0] ?? `no input ${name}`;
const faultAt = ({ body }: TestAnswer, field: string): string | undefined =>
  new RegExp(`id="${field}-fault" role="alert">([^<]*)<`).exec(String(body))?.[1];
const usersOf = async (): Promise<readonly number[]> =>
  (await as(owner, 'GET', `/api/v2/client-accounts/${books}/users`)).body.map(
    ({ user_id }: { user_id: number }) => user_id,
  );
const statusOf = async (id: number): Promise<string> =>
  (await as(owner, 'GET', `/api/v2/invitations/${id}`)).body.status;
const afterDays = (days: number) =>
  Temporal.Now.instant()
    .add({ hours: 24 * days + 1 })
    .toString();

describe('every page', () => {
  it('runs no script, loads nothing, is framed by nobody, stored nowhere, and hands its address on to nobody', async () => {
    const { token, email } = await ready();
    const pages = [await open(token), await send(token, yes(email, { password: 'x' })), await open('unknown')];
    await send(token, yes(email));
    pages.push(await open(token));
    expect(pages.map(({ status }) => status)).toEqual([200, 400, 404, 200]);
    for (const page of pages) {
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = page.headers.get('content-security-policy')!;
      const style = /<style>(.*?)<\/style>/s.exec(page.body)![1]!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      expect(policy).not.toMatch(/script-src|unsafe/);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      expect(page.body).not.toMatch(/<script|<link rel="stylesheet"|<img|\son\w+=|\sstyle=/);
      expect(page.body).not.toContain(token);
    }
  });

  it.each([
    ['nb', 'nb', 'Invitasjon til Nordlys Kaffe AS'],
    ['en', 'en', 'Invitation to Nordlys Kaffe AS'],
    ['', 'nb', 'Invitasjon til Nordlys Kaffe AS'],
  ])('speaks the language the browser prefers: %s', async (asked, language, title) => {
    const page = await open((await ready()).token, asked);
    expect(page.body).toContain(`<html lang="${language}">`);
    expect(page.body).toContain(`<h1>${title}</h1>`);
  });
});

describe('an open invitation', () => {
  it('says who invites, to which company, as what and until when, and asks for a name and a password', async () => {
    world.service.setClock('2026-03-01T10:00:00Z');
    const { token, email } = await ready();
    const page = await open(token);
    expect(page.status).toBe(200);
    const text = textOf(page);
    for (const said of [
      'Kari Nordmann invites you',
      'Nordlys Kaffe AS',
      'Bookkeeper',
      '8 March 2026 at 11:00 (Oslo time)',
    ])
      expect(text).toContain(said);
    expect(inputOf(page, 'email')).toMatch(new RegExp(`value="${email}" readonly autocomplete="username"`));
    for (const name of ['first_name', 'last_name', 'email', 'password']) {
      expect(page.body).toContain(`<label for="${name}">`);
      expect(inputOf(page, name)).toContain('aria-invalid="false"');
    }
    expect(String(page.body).match(/<button/g)).toHaveLength(1);
  });

  it.each([
    [3, 'Owner'],
    [5, 'Employee'],
  ])('names the role: %s', async (role_id, name) => {
    expect(textOf(await open((await ready({ role_id })).token))).toContain(name);
  });

  it('escapes what people chose', async () => {
    owner = user({ firstName: '<b>Kari', lastName: '"Nordmann' });
    books = (await account(owner, { name: 'A & <script>alert(1)</script> AS' })).id;
    const { token } = await ready();
    const page = await open(token);
    expect(page.body).toContain('&lt;b&gt;Kari &quot;Nordmann');
    expect(page.body).toContain('A &amp; &lt;script&gt;');
    expect(page.body).not.toContain('<script');
    const back = await send(token, yes('x', { first_name: '"><script>', last_name: '' }));
    expect(inputOf(back, 'first_name')).toContain('value="&quot;&gt;&lt;script&gt;"');
  });

  it('shows an owner which engagement the yes approves', async () => {
    const accountant = user();
    const { provider, engage, approve } = await engagedBy(accountant);
    const email = `eier${++serial}@example.no`;
    await approve((await engage({ service_provided: 'ACCOUNTING' })).body.contract_id);
    const answer = await engage({ service_provided: 'AUDITING', invite_owner: true, owner_email: email });
    expect([answer.status, answer.body.contract_status, provider]).toEqual([201, 'PENDING', expect.any(Number)]);
    const page = await open(await tokenOf(email));
    expect(textOf(page)).toMatch(
      /By accepting you also approve that Company \d+ AS audits the books of Nordlys Kaffe AS/,
    );
    expect(page.body).toContain('type="submit" aria-describedby="engagement"');
  });

  it('is shown, without a name, while nobody can say who invites', async () => {
    // Auth knows that it is active, and not its name.
    const nameless = world.service.world.user();
    await world.link(books, nameless, 'CA');
    const { token, id } = await ready();
    await world.service.db.executor.execute(
      sql`update invitations set invited_by_id = ${nameless.id} where id = ${id}`,
    );
    const page = await open(token);
    expect([page.status, textOf(page).includes('Somebody in the company invites you')]).toEqual([200, true]);
  });

  it('is left as it is by looking, by mail scanners too, and whatever they add to the address', async () => {
    const { token, id } = await ready();
    expect((await open(`${token}?utm_source=mail`)).status).toBe(200);
    expect((await world.service.call('HEAD', `/invitations/${token}`)).status).toBe(200);
    expect(await statusOf(id)).toBe('PENDING');
  });
});

describe('saying yes', () => {
  it('makes the user, gives the role, passes the cookie on, and leads to where to go next [INV-R38] [INV-R40] [INV-R42]', async () => {
    const { token, id, email } = await ready();
    const done = await send(token, yes(email));
    expect([done.status, done.headers.get('location'), done.body ?? '']).toEqual([303, `/invitations/${token}`, '']);
    expect(done.headers.get('set-cookie')).toMatch(/^refresh_token=[^;]+;.*HttpOnly/);
    expect(done.headers.get('cache-control')).toBe('no-store');
    expect(done.headers.get('referrer-policy')).toBe('no-referrer');
    const made = invited.made.at(-1)!;
    expect(made).toMatchObject({ firstName: 'Ny', lastName: 'Person', email });
    expect(await usersOf()).toContain(made.id);
    expect(await statusOf(id)).toBe('ACCEPTED');
    const page = await open(token);
    for (const said of ['The invitation is accepted', 'Nordlys Kaffe AS', 'bookkeeper', email])
      expect(textOf(page)).toContain(said);
    const links = [...String(page.body).matchAll(/<main.*<\/main>/gs)].flatMap(([main]) => [
      ...main.matchAll(/href="([^"]*)"/g),
    ]);
    expect(links.map(([, href]) => href)).toEqual(['/v2/oauth/login?next=%2Faccount', '/docs', '/account/api-access']);
  });

  it('by somebody with a user asks for that password, then for nothing else, and keeps the name [INV-R29] [INV-R39]', async () => {
    const person = user({ email: `kjent${++serial}@example.no`, firstName: 'Ola', lastName: 'Hansen' });
    invited.add(person, PASSWORD);
    const { token, id } = await ready({ email: person.email });
    const refused = await send(token, yes(person.email, { password: 'Ikke-dette-1' }));
    expect([refused.status, faultAt(refused, 'password')]).toEqual([
      400,
      expect.stringContaining('not the password of the user'),
    ]);
    expect(textOf(refused)).toContain('has a user already');
    expect(inputOf(refused, 'password')).toContain(
      'autocomplete="current-password" aria-invalid="true" aria-describedby="password-fault" autofocus',
    );
    expect(inputOf(refused, 'first_name')).toContain('type="hidden"');
    const fields = { known: 'yes', first_name: 'Ny', last_name: 'Person', email: person.email };
    for (const password of ['Heller-ikke-2', '']) {
      const again = await send(token, { ...fields, password });
      expect([again.status, inputOf(again, 'last_name').includes('type="hidden"')]).toEqual([400, true]);
    }
    expect(await statusOf(id)).toBe('PENDING');
    expect((await send(token, { ...fields, password: PASSWORD })).status).toBe(303);
    expect(await usersOf()).toContain(person.id);
  });

  it('with a weak password shows the rule at the field and keeps what was written, but the password [INV-R30]', async () => {
    const { token, email } = await ready();
    const page = await send(token, yes(email, { password: 'svakt' }));
    expect([page.status, faultAt(page, 'password')]).toEqual([400, expect.stringContaining('too weak')]);
    expect(inputOf(page, 'first_name')).toContain('value="Ny"');
    expect(inputOf(page, 'password')).toContain('value=""');
    expect(inputOf(page, 'password')).toContain('aria-describedby="password-rule password-fault" autofocus');
    expect(page.body).not.toContain('svakt"');
  });

  it('with empty fields names each, and puts the focus on the first [INV-R28]', async () => {
    const { token } = await ready();
    const page = await send(token, {});
    expect(page.status).toBe(400);
    for (const [field, said] of [
      ['first_name', 'Write your first name.'],
      ['last_name', 'Write your last name.'],
      ['password', 'Write a password.'],
    ] as const)
      expect(faultAt(page, field)).toBe(said);
    expect(String(page.body).match(/ autofocus/g)).toHaveLength(1);
    expect(inputOf(page, 'first_name')).toContain('autofocus');
    const tooLong = await send(token, yes('a@b.no', { first_name: 'x'.repeat(1_001) }));
    expect([tooLong.status, faultAt(tooLong, 'first_name')]).toEqual([400, 'The name is too long.']);
  });

  it('with another address is refused, with the invited one put back [INV-R31] [INV-R50]', async () => {
    const { token, email, id } = await ready();
    for (const [wrong, status] of [
      ['annen@example.no', 403],
      ['ingen adresse', 400],
    ] as const) {
      const page = await send(token, yes(wrong));
      expect([page.status, faultAt(page, 'email')]).toEqual([
        status,
        expect.stringContaining('the address it was sent to'),
      ]);
      expect(inputOf(page, 'email')).toContain(`value="${email}"`);
    }
    expect(await statusOf(id)).toBe('PENDING');
  });

  it('twice at the same moment makes one user, and both end at the same page', async () => {
    const { token, email, id } = await ready();
    const before = invited.made.length;
    const answers = await Promise.all([send(token, yes(email)), send(token, yes(email))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(textOf(answers.find(({ status }) => status === 409)!)).toContain('The invitation is accepted');
    expect(invited.made.length).toBe(before + 1);
    expect(await statusOf(id)).toBe('ACCEPTED');
    expect(await usersOf()).toHaveLength(2);
  });

  it('while auth is away keeps the form, and can be sent again', async () => {
    const { token, email } = await ready();
    invited.away = 'before';
    const page = await send(token, yes(email));
    expect([page.status, textOf(page).includes('Nothing is lost: send the same once more')]).toEqual([503, true]);
    expect(inputOf(page, 'last_name')).toContain('value="Person"');
    expect(page.body).toContain('role="alert"');
    invited.away = 'no';
    expect((await send(token, yes(email))).status).toBe(303);
  });

  it.each([
    [{ origin: 'https://evil.test' }],
    [{ origin: 'null' }],
    [{ origin: 'https://books.test', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://books.test', 'sec-fetch-site': 'same-site' }],
  ])('from another site is refused: %j [PPL-R14]', async (headers) => {
    const { token, email, id } = await ready();
    const answer = await send(token, yes(email), { ...own, ...headers } as Fields);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    expect(await statusOf(id)).toBe('PENDING');
  });
});

describe('an invitation that cannot be accepted', () => {
  it('has run out: 410, in words, whether or not the job has been there [INV-R35]', async () => {
    const { token, email } = await ready();
    world.service.setClock(afterDays(7));
    for (let round = 0; round < 2; round++) {
      for (const page of [await open(token), await send(token, yes(email)), await send(token, {})]) {
        expect(page.status).toBe(410);
        expect(textOf(page)).toContain('The invitation has run out');
        expect(textOf(page)).toContain('Ask Kari Nordmann for a new one to Nordlys Kaffe AS');
        expect(page.body).not.toContain('<form');
      }
      await world.service.runJob('invitation-expiry');
    }
  });

  it('was withdrawn: says that a newer mail may have come [INV-R37]', async () => {
    const { token, email, id } = await ready();
    await as(owner, 'DELETE', `/api/v2/invitations/${id}`);
    const [shown, sent] = [await open(token), await send(token, yes(email))];
    expect([shown.status, sent.status]).toEqual([410, 409]);
    for (const page of [shown, sent]) expect(textOf(page)).toMatch(/was withdrawn .*look for a mail that came later/);
  });

  it('was accepted: leads to the login [INV-R36]', async () => {
    const { token, email } = await ready();
    await send(token, yes(email));
    const again = await send(token, yes(email));
    expect(again.status).toBe(409);
    expect(again.headers.get('set-cookie')).toBeNull();
    expect(again.body).toContain('href="/v2/oauth/login?next=%2Faccount"');
  });

  it.each(['x', 'A'.repeat(43), '%3Cscript%3E', `${'a'.repeat(2_000)}`])(
    'is not there at all: 404 [INV-R34]',
    async (token) => {
      for (const page of [await open(token), await send(token, yes('a@b.no')), await send(token, {})]) {
        expect([page.status, textOf(page).includes('We cannot find the invitation')]).toEqual([404, true]);
        expect(page.body).not.toMatch(/<script|<form/);
      }
    },
  );

  it('is for books that are out of use [INV-R51]', async () => {
    const { token, email } = await ready();
    expect((await as(owner, 'PATCH', `/api/v2/client-accounts/${books}`, { is_active: false })).status).toBe(200);
    const [shown, sent] = [await open(token, 'nb'), await send(token, yes(email))];
    expect([shown.status, sent.status]).toEqual([200, 409]);
    expect(textOf(shown)).toContain('Regnskapet er ikke i bruk nå');
  });

  it('belongs to an engagement that was declined [INV-R33]', async () => {
    const { engage, reject } = await engagedBy(user());
    const email = `eier${++serial}@example.no`;
    const { body } = await engage({ service_provided: 'ACCOUNTING', invite_owner: true, owner_email: email });
    const token = await tokenOf(email);
    const waiting = [await open(token), await send(token, yes(email))];
    expect(waiting.map(({ status }) => status)).toEqual([200, 403]);
    for (const page of waiting) expect(textOf(page)).toContain('The engagement is not approved yet');
    await reject(body.contract_id);
    const [shown, sent] = [await open(token), await send(token, yes(email))];
    expect([shown.status, sent.status]).toEqual([200, 403]);
    for (const page of [shown, sent]) expect(textOf(page)).toContain('The engagement no longer stands');
  });

  it('was sent by somebody who may not give the role any more [CTL-R12]', async () => {
    const { token, email } = await ready();
    world.user({ ...owner, isActive: false });
    const [shown, sent] = [await open(token), await send(token, yes(email))];
    expect([shown.status, sent.status]).toEqual([200, 409]);
    for (const page of [shown, sent]) expect(textOf(page)).toContain('The invitation no longer holds');
  });

  it.each(['nb', 'en'])('is explained in whole sentences in %s, with the way to the login', async (language) => {
    const page = await open('x', language);
    expect(page.body).toContain(`<html lang="${language}">`);
    expect(page.body).toContain('href="/v2/oauth/login?next=%2Faccount"');
  });
});
