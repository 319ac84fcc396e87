import { allEndpoints } from '@app/api/endpoints';
import { type AnyEndpoint, refusesForeignForms } from '@app/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthService, issuer, type Person, startAuth } from './harness.ts';

let service: AuthService;
let person: Person;
beforeAll(async () => {
  service = await startAuth({ APP_BASE_URL: 'https://app.example/start' });
  person = await service.person();
});
afterAll(() => service.stop());

const changes = allEndpoints.filter(
  ({ service: owner, methods }) => owner === 'auth' && methods.some((method) => method !== 'GET'),
);
const pages = changes.filter(refusesForeignForms);
const pathsOf = (endpoints: readonly AnyEndpoint[]) =>
  endpoints.flatMap(({ name, paths }) => paths.map((path): [string, string] => [name, path.replace(/\{\w+\}/g, 'x')]));

const send = (path: string, from: Readonly<Record<string, string>>) =>
  service.form(path, {}, { headers: { cookie: `refresh_token=${person.refreshToken}`, ...from } });

describe('every page that uses a cookie', () => {
  it.each(pathsOf(pages))('%s at %s refuses what another site sends [PPL-R14]', async (_name, path) => {
    const elsewhere: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const from of elsewhere) {
      const answer = await send(path, from);
      expect([from, answer.status, answer.headers.get('set-cookie')]).toEqual([from, 403, null]);
    }
  });

  it.each(pathsOf(pages.filter(({ name }) => !/log-?out/i.test(name))))(
    '%s at %s takes its own forms',
    async (_name, path) => {
      expect((await send(path, { origin: issuer, 'sec-fetch-site': 'same-origin' })).status).not.toBe(403);
    },
  );

  it('is among them: whatever takes a form, but for what programs send without a cookie', () => {
    const names = new Set(pages.map(({ name }) => name));
    const forms = changes.filter(({ bodyType, auth }) => auth === 'public' && bodyType?.includes('form'));
    expect(forms.filter(({ name }) => !names.has(name)).map(({ name, cookies }) => [name, cookies])).toEqual([
      ['oauth.token', false],
      ['oauth.revoke', false],
    ]);
    for (const name of ['oauth.login', 'oauth.logout', 'oauth.refreshSession', 'oauth.consent', 'pages.logOut'])
      expect(names).toContain(name);
  });
});

it('a refusal changes nothing: the session of a forged logout and renewal lives on', async () => {
  const evil = { origin: 'https://evil.example' };
  for (const path of ['/v2/oauth/logout', '/v2/oauth/session/refresh'])
    expect((await send(path, evil)).status).toBe(403);
  expect((await service.call('GET', '/api/v2/users/me', { token: person.token })).status).toBe(200);
  expect((await send('/v2/oauth/session/refresh', { origin: issuer })).status).toBe(200);
});

it('the web application renews its session and logs out from its own origin', async () => {
  const own = await service.person();
  const from = {
    origin: 'https://app.example',
    'sec-fetch-site': 'same-site',
    cookie: `refresh_token=${own.refreshToken}`,
  };
  const renewed = await service.call('POST', '/v2/oauth/session/refresh', { headers: from });
  expect(renewed.status).toBe(200);
  expect((await service.call('POST', '/v2/oauth/logout', { headers: from, token: renewed.body.token })).status).toBe(
    204,
  );
  expect((await service.call('GET', '/api/v2/users/me', { token: renewed.body.token })).status).toBe(401);
});
