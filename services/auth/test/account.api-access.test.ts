import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, logIn, newClientForm, shownCredentials, textOf } from './account-harness.ts';
import { type AuthService, claimsOf, type Person, startAuth } from './harness.ts';

let service: AuthService;
let kari: Person;
let browser: Browser;
beforeAll(async () => {
  service = await startAuth();
  kari = await service.person();
  browser = await logIn(service, kari);
});
afterAll(() => service.stop());

const own = { client_name: 'Nettbutikk', client_credentials: 'on' };
const create = async (fields: Record<string, string> = own, by = browser) =>
  by.send('/account/api-access/new', { ...(await newClientForm(by)), ...fields });
const tokenFor = (credentials: { readonly client_id: string; readonly client_secret: string }) =>
  service.token({ grant_type: 'client_credentials', ...credentials });
const ownClients = async (person: Person) =>
  (await service.call('GET', '/v2/oauth/clients', { token: person.token })).body.clients as Record<string, unknown>[];

describe('a new client', () => {
  it('shows its secret once; it works, and only its digest is stored', async () => {
    const page = await create();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const credentials = shownCredentials(page);
    expect(credentials.client_secret).toMatch(/^[\w-]{43}$/);
    const answer = await tokenFor(credentials);
    expect([answer.status, answer.body.scope]).toEqual([200, 'read']);
    expect(claimsOf(answer.body.access_token).sub).toBe(String(kari.id));
    const list = await browser.open('/account/api-access');
    expect(list.body).toContain(credentials.client_id);
    expect(list.body).not.toContain(credentials.client_secret);
    const rows = await service.db.raw`select c::text as row from clients c where client_id = ${credentials.client_id}`;
    expect(rows[0]!.row).not.toContain(credentials.client_secret);
  });

  it('is made once however often its form is sent, and the repeat shows no secret', async () => {
    const before = (await ownClients(kari)).length;
    const form = { ...(await newClientForm(browser)), ...own };
    const answers = await Promise.all(Array.from({ length: 4 }, () => browser.send('/account/api-access/new', form)));
    const again = await browser.send('/account/api-access/new', form);
    const shown = [...answers, again].filter((page) => shownCredentials(page).client_secret !== '');
    expect(shown).toHaveLength(1);
    expect(textOf(again)).toContain('The client has been made already');
    expect((await ownClients(kari)).length).toBe(before + 1);
  });

  it('of another person may come from a form of the same number', async () => {
    const ole = await service.person();
    const other = await logIn(service, ole);
    const form = await newClientForm(browser);
    await browser.send('/account/api-access/new', { ...form, ...own });
    const page = await other.send('/account/api-access/new', { ...own, form_id: form.form_id! });
    expect(shownCredentials(page).client_secret).not.toBe('');
  });

  it('has the grant types, addresses and scope that were chosen', async () => {
    const page = await create({
      client_name: 'Timer',
      authorization_code: 'on',
      refresh_token: 'on',
      redirect_uris: 'https://timer.example/cb\r\nhttp://localhost:3000/cb\r\n',
      write: 'on',
    });
    const { client_id } = shownCredentials(page);
    expect((await ownClients(kari)).find((client) => client.client_id === client_id)).toMatchObject({
      client_name: 'Timer',
      grant_types: 'authorization_code refresh_token',
      redirect_uris: 'https://timer.example/cb http://localhost:3000/cb',
      scope: 'read write',
    });
    expect(textOf(await browser.open('/account/api-access'))).toContain('Read and write');
  });

  it.each([
    ['no name', { client_credentials: 'on' }, ['Give the client a name']],
    ['an invisible name', { client_name: 'a\u202eb', client_credentials: 'on' }, ['at most 200 characters']],
    ['nothing to do', { client_name: 'x' }, ['Choose at least one']],
    ['only to stay', { client_name: 'x', refresh_token: 'on' }, ['means something only together with']],
    ['no address', { client_name: 'x', authorization_code: 'on' }, ['Write the address']],
    [
      'a bad address',
      { client_name: 'x', authorization_code: 'on', redirect_uris: 'http://evil.example/' },
      ['“http://evil.example/” cannot'],
    ],
    [
      '21 addresses',
      { client_name: 'x', authorization_code: 'on', redirect_uris: 'https://a.example/ '.repeat(21) },
      ['At most 20'],
    ],
    [
      'everything',
      { redirect_uris: '<b>' },
      ['Give the client a name', 'Choose at least one', '“&lt;b&gt;” cannot be used'],
    ],
  ])('with %s is refused, every fault beside its field, and what was written stays', async (_what, fields, faults) => {
    const before = (await ownClients(kari)).length;
    const page = await create(fields as Record<string, string>);
    expect(page.status).toBe(400);
    for (const fault of faults) expect(page.body).toContain(fault);
    for (const [, id] of page.body.matchAll(/aria-describedby="[^"]*?([\w]+-fault)"/g))
      expect(page.body).toContain(`id="${id}"`);
    const { redirect_uris: uris } = fields as { redirect_uris?: string };
    if (uris?.startsWith('http')) expect(page.body).toContain(uris);
    expect((await ownClients(kari)).length).toBe(before);
  });

  it('refuses in Bokmål too', async () => {
    const page = await browser.send('/account/api-access/new', await newClientForm(browser), {
      'accept-language': 'nb',
    });
    expect(textOf(page)).toContain('Gi klienten et navn du kjenner igjen.');
    expect(textOf(page)).toContain('Velg minst én av disse.');
  });

  it('shows a hostile name as text', async () => {
    const page = await create({ ...own, client_name: '"><script>alert(1)</script>' });
    const list = await browser.open('/account/api-access');
    for (const one of [page, list]) expect(one.body).not.toContain('<script');
    expect(textOf(list)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

describe('the credentials', () => {
  it('come as a file that holds what is on the screen', async () => {
    const credentials = shownCredentials(await create());
    const file = await browser.send('/account/api-access/credentials', credentials);
    expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'no-store',
    ]);
    expect(file.headers.get('content-disposition')).toContain(`filename="${credentials.client_id}.txt"`);
    const text = file.bytes.toString();
    expect(text).toContain(`CLIENT_ID=${credentials.client_id}\nCLIENT_SECRET=${credentials.client_secret}\n`);
    expect(text).toContain('TOKEN_URL=https://books.test/v2/oauth/token');
  });

  it('that are wrong, or somebody else’s, are no file', async () => {
    const credentials = shownCredentials(await create());
    const other = await logIn(service, await service.person());
    const { client_id } = credentials;
    for (const [by, sent] of [
      [browser, { client_id, client_secret: 'x'.repeat(43) }],
      [browser, { client_id: 'app_x', client_secret: credentials.client_secret }],
      [browser, { client_id }],
      [other, credentials],
    ] as const)
      expect((await by.send('/account/api-access/credentials', sent)).status).toBe(400);
  });
});

describe('the list', () => {
  it('says when a client was used last', async () => {
    const ole = await service.person();
    const his = await logIn(service, ole);
    const credentials = shownCredentials(await create(own, his));
    expect(textOf(await his.open('/account/api-access'))).toMatch(/Last used Never/);
    service.setClock('2026-11-21T19:44:00Z');
    try {
      await tokenFor(credentials);
      const fresh = await logIn(service, ole);
      expect(textOf(await fresh.open('/account/api-access'))).toContain('Last used 21 November 2026 at 20:44');
    } finally {
      service.setClock(null);
    }
  });

  it('does not show clients of others, nor those that registered themselves', async () => {
    const body = { client_name: 'Fremmed', redirect_uris: ['https://app.example/cb'] };
    await service.call('POST', '/v2/oauth/register', { body });
    const other = await logIn(service, await service.person());
    await create({ ...own, client_name: 'Andres' }, other);
    const text = textOf(await browser.open('/account/api-access'));
    expect(text).not.toContain('Fremmed');
    expect(text).not.toContain('Andres');
  });
});

describe('deleting', () => {
  it('asks first, then ends the client', async () => {
    const credentials = shownCredentials(await create({ ...own, client_name: 'Utgått' }));
    const path = `/account/api-access/${credentials.client_id}/delete`;
    expect(textOf(await browser.open(path))).toContain('Delete “Utgått”?');
    expect((await tokenFor(credentials)).status).toBe(200);
    const answer = await browser.send(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/api-access?done=deleted']);
    expect(textOf(await browser.open(answer.headers.get('location')!))).toContain('The client is deleted');
    expect((await tokenFor(credentials)).status).toBe(401);
    expect((await browser.send(path)).status).toBe(404);
  });

  it('leaves the clients of others alone', async () => {
    const other = await logIn(service, await service.person());
    const credentials = shownCredentials(await create(own, other));
    const path = `/account/api-access/${credentials.client_id}/delete`;
    expect((await browser.open(path)).status).toBe(404);
    expect((await browser.send(path)).status).toBe(404);
    expect((await browser.send('/account/api-access/%00/delete')).status).toBe(404);
    expect((await tokenFor(credentials)).status).toBe(200);
  });
});
