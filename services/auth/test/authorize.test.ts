import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthService,
  authorizeFields,
  authorizePath,
  claimsOf,
  codeFields,
  cookieValue,
  issuer,
  locationOf,
  newVerifier,
  obtainCode,
  obtainTokens,
  PASSWORD,
  type Person,
  type RegisteredClient,
  readConsent,
  redirectUri,
  sessionCookie,
  startAuth,
} from './harness.ts';

let service: AuthService;
let person: Person;
let client: RegisteredClient;
let cookie: string;
const { challenge } = newVerifier();
beforeAll(async () => {
  service = await startAuth();
  person = await service.person({ firstName: 'Ingrid', lastName: 'Solberg' });
  client = await service.client(person, { client_name: 'Kasse <1>' });
  cookie = await service.browser(person);
});
afterAll(() => service.stop());

const state = 'a state/with+signs';
type Fields = Record<string, string | undefined>;
const authorize = (changes: Fields = {}, headers: Record<string, string> = sessionCookie(cookie), who = client) =>
  service.call('GET', authorizePath(authorizeFields(who, challenge, changes)), { headers });
const answerConsent = (fields: Fields, headers: Record<string, string> = {}, value = cookie) =>
  service.form('/v2/oauth/authorize', fields, { headers: { ...sessionCookie(value), ...headers } });
const askConsent = async (changes: Fields = {}, who = client) =>
  readConsent(String((await authorize(changes, undefined, who)).body));

describe('before the client and its address are known, answers without a redirect', () => {
  const refused = async (changes: Fields) => {
    const answer = await authorize(changes);
    expect(answer.headers.get('location')).toBeNull();
    return [answer.status, answer.body.error];
  };

  it('a missing client_id [AUZ-R02]', async () => {
    expect(await refused({ client_id: undefined, response_type: 'token' })).toEqual([400, 'invalid_request']);
    expect(await refused({ client_id: '' })).toEqual([400, 'invalid_request']);
  });

  it('a missing redirect_uri, although only one is registered [AUZ-R03]', async () => {
    expect(await refused({ redirect_uri: undefined })).toEqual([400, 'invalid_request']);
  });

  it('an unknown client [AUZ-R04]', async () => {
    expect(await refused({ client_id: 'app_unknown' })).toEqual([400, 'invalid_client']);
  });

  it('an address that is not registered, byte for byte [AUZ-R05] [AUZ-R06]', async () => {
    for (const uri of [
      `${redirectUri}/`,
      `${redirectUri}?x=1`,
      redirectUri.toUpperCase(),
      'https://app.example:443/callback',
      'https://app.example/callback%20',
      'https://app.example/%63allback',
      'https://evil.example/callback',
    ])
      expect([uri, ...(await refused({ redirect_uri: uri, response_type: 'token' }))]).toEqual([
        uri,
        400,
        'invalid_redirect_uri',
      ]);
  });

  it('a loopback address with another port [AUZ-R25]', async () => {
    const native = await service.client(person, { redirect_uris: 'http://127.0.0.1:8000/cb' });
    expect((await authorize({ redirect_uri: 'http://127.0.0.1:8000/cb' }, undefined, native)).status).toBe(200);
    expect((await authorize({ redirect_uri: 'http://127.0.0.1:8001/cb' }, undefined, native)).body.error).toBe(
      'invalid_redirect_uri',
    );
  });

  it('a repeated parameter [AUZ-R27]', async () => {
    const path = authorizePath(authorizeFields(client, challenge));
    for (const more of ['&scope=read&scope=read', '&state=x', `&client_id=${client.client_id}`]) {
      const answer = await service.call('GET', path + more, { headers: sessionCookie(cookie) });
      expect([answer.status, answer.body.error, answer.headers.get('location')]).toEqual([
        400,
        'invalid_request',
        null,
      ]);
    }
  });

  it('with a page for a person in a browser', async () => {
    const answer = await authorize(
      { client_id: 'app_unknown' },
      { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en' },
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('invalid_client');
    expect(answer.body).toContain(answer.headers.get('x-request-id'));
  });
});

describe('afterwards, answers by redirect', () => {
  const redirected = async (changes: Fields, who = client) => {
    const answer = await authorize(changes, {}, who);
    const { origin, pathname, searchParams } = locationOf(answer);
    expect([answer.status, origin + pathname]).toEqual([302, redirectUri]);
    expect(searchParams.get('iss')).toBe(issuer);
    expect(searchParams.get('state')).toBe(state);
    expect(searchParams.get('error_description')).toBeTruthy();
    return searchParams;
  };

  it('a response type other than code [AUZ-R07] [AUZ-R26]', async () => {
    for (const response_type of ['token', 'code token', undefined])
      expect((await redirected({ response_type })).get('error')).toBe('unsupported_response_type');
  });

  it('a missing code_challenge, naming PKCE with S256 [AUZ-R08] [AUZ-R11]', async () => {
    const parameters = await redirected({ code_challenge: undefined });
    expect(parameters.get('error')).toBe('invalid_request');
    expect(parameters.get('error_description')).toMatch(/PKCE with S256/);
  });

  it('a method other than S256 [AUZ-R09]', async () => {
    for (const code_challenge_method of ['plain', 's256', 'S512']) {
      const parameters = await redirected({ code_challenge_method });
      expect(parameters.get('error')).toBe('invalid_request');
      expect(parameters.get('error_description')).toMatch(/PKCE with S256/);
    }
  });

  it('a challenge that is not 43 characters of base64url [AUZ-R28]', async () => {
    for (const code_challenge of ['short', `${challenge}x`, `${challenge.slice(1)}+`, `${challenge.slice(1)}=`])
      expect((await redirected({ code_challenge })).get('error')).toBe('invalid_request');
  });

  it('a scope outside the registration, and an unknown one [AUZ-R20]', async () => {
    const reader = await service.client(person, { scope: 'read' });
    for (const scope of ['write', 'read write', 'write:profile'])
      expect((await redirected({ scope }, reader)).get('error')).toBe('invalid_scope');
    expect((await redirected({ scope: 'read admin' })).get('error')).toBe('invalid_scope');
  });

  it('a resource that is no absolute address, or has a fragment [AUZ-R21]', async () => {
    for (const resource of ['relative', '//host/x', 'https://a.example/#x', 'https://a.example/ x'])
      expect((await redirected({ resource })).get('error')).toBe('invalid_target');
  });

  it('a client that may not use codes', async () => {
    const machine = await service.client(person, { grant_types: 'client_credentials' });
    expect((await redirected({}, machine)).get('error')).toBe('unauthorized_client');
  });

  it('in this order', async () => {
    const bad = { response_type: 'x', code_challenge: 'x', scope: 'x', resource: 'x' };
    expect((await redirected(bad)).get('error')).toBe('unsupported_response_type');
    expect((await redirected({ ...bad, response_type: 'code' })).get('error')).toBe('invalid_request');
    expect((await redirected({ ...bad, response_type: 'code', code_challenge: challenge })).get('error')).toBe(
      'invalid_scope',
    );
    expect((await redirected({ resource: 'x' })).get('error')).toBe('invalid_target');
  });

  it('keeps the query of the registered address, and leaves out a state that was not sent [AUZ-R17]', async () => {
    const uri = 'https://app.example/cb?tenant=7&x=%20';
    const other = await service.client(person, { redirect_uris: uri });
    const answer = await authorize({ redirect_uri: uri, response_type: 'x', state: undefined }, {}, other);
    const location = answer.headers.get('location') ?? '';
    expect(location.startsWith(`${uri}&error=unsupported_response_type`)).toBe(true);
    expect(locationOf(answer).searchParams.has('state')).toBe(false);
  });
});

describe('without a login', () => {
  it('leads to the login page with the address in next, as path and query, and from there back to consent [AUZ-R12] [AUZ-R31] [AUZ-R32]', async () => {
    const path = authorizePath(authorizeFields(client, challenge));
    const answer = await service.call('GET', path);
    const login = locationOf(answer);
    expect([answer.status, login.pathname, login.searchParams.get('next')]).toEqual([
      302,
      '/public/v2/oauth/login',
      path,
    ]);
    const page = await service.call('GET', login.pathname + login.search);
    const next = /name="next" value="([^"]*)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&');
    expect(next).toBe(path);
    const done = await service.form('/public/v2/oauth/login', { email: person.email, password: PASSWORD, next });
    expect([done.status, done.headers.get('location')]).toEqual([302, path]);
    const value = cookieValue(done.headers.get('set-cookie') ?? '', '__Host-session');
    const consent = await service.call('GET', path, { headers: sessionCookie(value) });
    expect([consent.status, readConsent(consent.body).token]).toEqual([200, expect.stringMatching(/.{40}/)]);
  });

  it('a session token or a made-up cookie is no browser session', async () => {
    const { token } = person;
    for (const headers of [
      { authorization: `Bearer ${token}` },
      sessionCookie('x'.repeat(43)),
      { cookie: 'session=abc' },
    ])
      expect(locationOf(await authorize({}, headers)).pathname).toBe('/public/v2/oauth/login');
  });
});

describe('the consent page', () => {
  it('names client, host, person and companies, escaped, and is complete in both languages', async () => {
    service.memberships(person.id, ['Nordlys & Sønn AS']);
    const page = await authorize({}, { ...sessionCookie(cookie), 'accept-language': 'en' });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const text of [
      'Kasse &lt;1&gt;',
      'app.example',
      'Ingrid Solberg',
      person.email,
      'Nordlys &amp; Sønn AS',
      'lang="en"',
      'Give access',
    ])
      expect(page.body).toContain(text);
    expect((await authorize()).body).toContain('Gi tilgang');
  });

  it('says how many companies more are reached by contract: the token reaches them too', async () => {
    service.memberships(person.id, ['Fjord Regnskap AS'], 41);
    expect((await authorize()).body).toMatch(/Fjord Regnskap AS<br>og 41 til gjennom avtale<br>/);
    service.memberships(person.id, ['Nordlys & Sønn AS']);
    expect((await authorize()).body).not.toContain('gjennom avtale');
  });

  it('is protected: policy, frames, cache, referrer, no script', async () => {
    const { headers, body } = await authorize();
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src|form-action/);
    expect([
      headers.get('x-frame-options'),
      headers.get('cache-control'),
      headers.get('referrer-policy'),
      headers.get('x-content-type-options'),
    ]).toEqual(['DENY', 'no-store', 'same-origin', 'nosniff']);
    expect(body).not.toContain('<script');
  });

  it('shows write as a ticked box when it is asked for, and only then [SCP-R06]', async () => {
    expect(await askConsent({ scope: 'read write' })).toMatchObject({ hasWrite: true, isTicked: true });
    expect(await askConsent({ scope: 'read' })).toMatchObject({ hasWrite: false });
  });

  it('still comes when organisation cannot be asked', async () => {
    service.world.isAway = true;
    try {
      expect((await authorize()).body).toContain('Alle firmaer');
    } finally {
      service.world.isAway = false;
    }
  });

  it('under both prefixes, each with its own form [AUZ-R01]', async () => {
    for (const prefix of ['/v2', '/public/v2']) {
      const page = await service.call('GET', authorizePath(authorizeFields(client, challenge)).replace('/v2', prefix), {
        headers: sessionCookie(cookie),
      });
      const { token } = readConsent(page.body);
      expect(page.body).toContain(`action="${prefix}/oauth/authorize"`);
      const answer = await service.form(
        `${prefix}/oauth/authorize`,
        { csrf_token: token, confirm: 'yes' },
        { headers: sessionCookie(cookie) },
      );
      expect(locationOf(answer).searchParams.get('code')).toBeTruthy();
    }
  });
});

describe('the answer', () => {
  it('yes gives a code, the state and iss [AUZ-R13] [AUZ-R15] [AUZ-R10]', async () => {
    const { answer } = await obtainCode(service, person, client, { cookie });
    const { origin, pathname, searchParams } = locationOf(answer);
    expect([answer.status, origin + pathname]).toEqual([302, redirectUri]);
    expect([...searchParams.keys()]).toEqual(['code', 'state', 'iss']);
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual([state, issuer]);
    const bare = await obtainCode(service, person, client, { cookie, fields: { state: undefined } });
    expect(locationOf(bare.answer).searchParams.has('state')).toBe(false);
  });

  it('anything but yes denies, with the state [AUZ-R14] [AUZ-R16]', async () => {
    for (const confirm of ['no', 'YES', 'true', undefined]) {
      const { token } = await askConsent();
      const { searchParams } = locationOf(await answerConsent({ csrf_token: token, confirm }));
      expect([
        searchParams.get('error'),
        searchParams.get('state'),
        searchParams.get('iss'),
        searchParams.has('code'),
      ]).toEqual(['access_denied', state, issuer, false]);
    }
  });

  it('unticking write grants read only [SCP-R07]', async () => {
    const { code, verifier } = await obtainCode(service, person, client, { cookie, answer: { write: undefined } });
    const { body } = await service.token(codeFields(client, code, verifier));
    expect([body.scope, claimsOf(body.access_token).scope]).toEqual(['read', 'read']);
  });

  it('without a scope the registered one is asked for and granted [SCP-R05]', async () => {
    const reader = await service.client(person, { scope: 'read' });
    expect(await askConsent({}, reader)).toMatchObject({ hasWrite: false });
    expect((await obtainTokens(service, person, reader)).scope).toBe('read');
    expect((await obtainTokens(service, person, client)).scope).toBe('read write');
    expect((await obtainTokens(service, person, client, { scope: ' ' })).scope).toBe('read write');
  });

  it('cannot change what was asked: the stored request counts [AUZ-R30]', async () => {
    const { token } = await askConsent({ scope: 'read' });
    const evil = {
      client_id: 'app_x',
      redirect_uri: 'https://evil.example/',
      scope: 'read write',
      state: 'evil',
      code_challenge: 'x',
      write: 'on',
    };
    const answer = await service.form(
      `/v2/oauth/authorize?redirect_uri=${encodeURIComponent('https://evil.example/')}`,
      { csrf_token: token, confirm: 'yes', ...evil },
      { headers: sessionCookie(cookie) },
    );
    const location = locationOf(answer);
    expect([location.origin + location.pathname, location.searchParams.get('state')]).toEqual([redirectUri, state]);
    const [row] = await service.db
      .raw`select scope from authorization_codes where code_digest = sha256(${location.searchParams.get('code')}::text::bytea)`;
    expect(row?.scope).toBe('read');
  });

  it('needs the token of this very request and session [AUZ-R22]', async () => {
    const stranger = await service.browser(await service.person());
    const { token } = await askConsent();
    for (const [fields, value] of [
      [{ confirm: 'yes' }, cookie],
      [{ confirm: 'yes', csrf_token: '' }, cookie],
      [{ confirm: 'yes', csrf_token: 'x'.repeat(43) }, cookie],
      [{ confirm: 'yes', csrf_token: token }, stranger],
      [{ confirm: 'yes', csrf_token: token }, await service.browser(person)],
    ] as const) {
      const answer = await answerConsent(fields, {}, value);
      expect([answer.status, answer.body.error, answer.headers.get('location')]).toEqual([
        400,
        'invalid_request',
        null,
      ]);
    }
    expect((await answerConsent({ confirm: 'yes', csrf_token: token })).status).toBe(302);
    expect((await answerConsent({ confirm: 'yes', csrf_token: token })).status).toBe(400);
  });

  it('from another origin is refused, whatever the token [AUZ-R22] [PPL-R14]', async () => {
    const { token } = await askConsent();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: issuer.replace('https', 'http') },
    ] as Record<string, string>[]) {
      const answer = await answerConsent({ confirm: 'yes', csrf_token: token }, headers);
      expect([answer.status, answer.body.error]).toEqual([403, 'access_denied']);
    }
    const own = await answerConsent(
      { confirm: 'yes', csrf_token: token },
      { origin: issuer, 'sec-fetch-site': 'same-origin' },
    );
    expect(own.status).toBe(302);
  });

  it('too late is refused', async () => {
    const { token } = await askConsent();
    service.setClock(new Date(Date.now() + 16 * 60_000).toISOString());
    const answer = await answerConsent({ confirm: 'yes', csrf_token: token });
    service.setClock(null);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });

  it('without a session leads to the login and from there back to the question', async () => {
    const { token } = await askConsent();
    const answer = await service.form('/v2/oauth/authorize', { csrf_token: token, confirm: 'yes' });
    const location = locationOf(answer);
    expect([answer.status, location.pathname]).toEqual([302, '/public/v2/oauth/login']);
    expect(location.searchParams.get('next')).toBe(authorizePath(authorizeFields(client, challenge)));
  });

  it('of 20 parallel answers to one question one gives a code', async () => {
    const { token } = await askConsent();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => answerConsent({ confirm: 'yes', csrf_token: token })),
    );
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it('is asked every time', async () => {
    await obtainTokens(service, person, client);
    expect((await authorize()).status).toBe(200);
  });
});
