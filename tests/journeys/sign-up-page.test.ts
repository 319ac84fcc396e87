import { beforeAll, expect, it } from 'vitest';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, call, createNumbers, eventually } from '../src/system.ts';

let system: Addresses;
const numbers = createNumbers();

beforeAll(async () => {
  system = sharedSystem();
});
const page = { accept: 'text/html', 'accept-language': 'en' };
const send = (path: string, fields: Readonly<Record<string, string>> = {}) =>
  fetch(`${system.gateway}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { ...page, origin: system.gateway, 'sec-fetch-site': 'same-origin' },
  });

/** Follows redirects as a browser does, cookies of the identity provider included, until a page is shown. */
async function follow(start: string): Promise<{ readonly address: URL; readonly body: string }> {
  const cookies = new Map<string, string>();
  let address = new URL(start);
  for (let hop = 0; hop < 12; hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { ...page, cookie } });
    for (const set of response.headers.getSetCookie())
      cookies.set(...(set.split(';', 1)[0]!.split(/=(.*)/s).slice(0, 2) as [string, string]));
    const location = response.headers.get('location');
    if (!location) return { address, body: await response.text() };
    address = new URL(location, address);
  }
  throw new Error('Too many redirects');
}

it('a person signs a company up in a browser, finds everything there, and invites somebody who says yes in theirs', async () => {
  const [pid, organizationNumber] = [numbers.nextPid(), numbers.nextOrganization()];
  for (const [path, body] of [
    [`/organizations/${organizationNumber}`, { name: 'Nordlys Kaffe AS', organization_form: 'AS' }],
    [`/persons/${pid}`, { given_name: 'Kari', family_name: 'Nordmann', organizations: [organizationNumber] }],
  ] as const)
    await call(system.sandbox, 'PUT', `/sandbox${path}`, { body });

  expect((await call(system.gateway, 'GET', '/sign-up', { headers: page })).body).toContain('action="/sign-up/start"');
  const away = await send('/sign-up/start');
  expect(away.status).toBe(303);
  const back = await follow(`${away.headers.get('location')}&sandbox_pid=${pid}`);
  expect(back.address.origin + back.address.pathname).toBe(`${system.gateway}/sign-up`);
  expect(back.body).toContain('Nordlys Kaffe AS');

  const email = `kari-${organizationNumber}@books.test`;
  const password = 'Blå-himmel-over-9';
  const fields = {
    signup_token: /name="signup_token" value="([\w-]+)"/.exec(back.body)![1]!,
    organization_id: /name="organization_id" value="(\d+)"/.exec(back.body)![1]!,
  };
  const done = await send('/sign-up/complete', { ...fields, email, password });
  expect(done.status).toBe(200);
  const shown = await done.text();
  expect(shown).toContain('The books are ready');
  expect(shown).toContain('Nordlys Kaffe AS');
  for (const [, path] of shown.matchAll(/href="(\/docs[^"]*)"/g))
    expect((await call(system.gateway, 'GET', path!, { headers: page })).status).toBe(200);

  const login = await call(system.gateway, 'POST', '/v2/oauth/login', { body: { email, password } });
  expect(login.status).toBe(200);
  const { account, role } = login.body.user.accounts[0];
  expect(account.display_name).toBe('Nordlys Kaffe AS');
  expect(role.name).toBe('CA');
  const chart = await eventually(
    () =>
      call(system.gateway, 'GET', `/api/v2/general-ledger-accounts?client_account_id=${account.id}`, {
        token: login.body.token,
      }),
    ({ status, body }) => status === 200 && body.data.length > 0,
  );
  expect(chart.body.meta.records).toBeGreaterThan(100);

  // And lets somebody in by mail.
  const invited = `ola-${organizationNumber}@books.test`;
  const invitation = { client_account_id: account.id, email: invited, role_id: 4 };
  expect(
    (await call(system.gateway, 'POST', '/api/v2/invitations', { body: invitation, token: login.body.token })).status,
  ).toBe(201);
  const mails = await eventually(
    () => call(system.sandbox, 'GET', `/sandbox/mail?to=${encodeURIComponent(invited)}`),
    ({ body }) => body.length > 0,
  );
  const link = new URL(/https?:\S+\/invitations\/[\w-]{43}/.exec(mails.body[0].text)![0]);
  expect(link.origin).toBe(new URL(system.gateway).origin);
  const offered = await call(system.gateway, 'GET', link.pathname, { headers: page });
  expect(offered.body).toContain('Kari Nordmann invites you');
  const yes = await send(link.pathname, { first_name: 'Ola', last_name: 'Hansen', email: invited, password });
  expect([yes.status, yes.headers.get('location')]).toEqual([303, link.pathname]);
  expect(yes.headers.get('set-cookie')).toMatch(/^refresh_token=/);
  expect((await call(system.gateway, 'GET', link.pathname, { headers: page })).body).toContain(
    'The invitation is accepted',
  );
  const guest = await call(system.gateway, 'POST', '/v2/oauth/login', { body: { email: invited, password } });
  expect(guest.body.user).toMatchObject({ first_name: 'Ola', accounts: [{ role: { name: 'BK' } }] });

  // The address is proven by the mail that came with signing up, and a forgotten password is replaced by one that is
  // asked for.
  const confirm = await mailedLink(email, /\/public\/v2\/email-verifications\/[\w-]{43}/);
  expect((await call(system.gateway, 'GET', confirm, { headers: page })).body).toContain('Kari Nordmann');
  const me = () => call(system.gateway, 'GET', '/api/v2/users/me', { token: login.body.token });
  expect((await me()).body).toMatchObject({ email, email_verified: false });
  expect((await send(confirm)).status).toBe(200);
  expect((await me()).body).toMatchObject({ email, email_verified: true, pending_email: null });

  expect(await (await send('/v2/oauth/password-reset', { email })).text()).toContain('Look into your inbox');
  const choose = await mailedLink(email, /\/public\/v2\/oauth\/password-reset\/[\w-]{43}/);
  expect((await send(choose, { password: 'Et-helt-nytt-passord-4' })).status).toBe(200);
  const logIn = (secret: string) =>
    call(system.gateway, 'POST', '/v2/oauth/login', { body: { email, password: secret } });
  expect([(await logIn(password)).status, (await logIn('Et-helt-nytt-passord-4')).status]).toEqual([401, 200]);
  const books = () =>
    call(system.gateway, 'GET', `/api/v2/general-ledger-accounts?client_account_id=${account.id}`, {
      token: login.body.token,
    });
  await eventually(books, ({ status }) => status === 401);
});

/** Path of the link in a mail that has arrived, or will. */
async function mailedLink(to: string, form: RegExp): Promise<string> {
  const linkIn = (mail: { readonly text: string }) => form.exec(mail.text)?.[0];
  const { body } = await eventually(
    () => call(system.sandbox, 'GET', `/sandbox/mail?to=${encodeURIComponent(to)}`),
    (answer) => answer.body.some(linkIn),
  );
  const mail = body.find(linkIn);
  expect(mail.text).toContain(`${system.gateway}${linkIn(mail)}`);
  return linkIn(mail)!;
}
