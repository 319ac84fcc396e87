import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import * as client from 'openid-client';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createBrowser, discover, pushRequest, redeem, visitAs } from './relying-party.ts';
import { ACCOUNTANT_PID, CLIENT_ID, PID, REDIRECT_URI, useSandbox } from './start.ts';

const sandbox = useSandbox();

afterEach(() => sandbox.control('PUT', '/clock', { now: null }));

describe('sandbox_pid', () => {
  it('signs a person in with one redirect, without cookies or a page [EXT-R09]', async () => {
    const configuration = await discover(sandbox.baseUrl);
    const attempt = await pushRequest(configuration);
    expect([...attempt.authorizationUrl.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);

    const callback = await visitAs(attempt, PID);
    expect(callback.origin + callback.pathname).toBe(REDIRECT_URI);
    const tokens = await redeem(configuration, callback, attempt);

    const claims = tokens.claims()!;
    expect(claims).toMatchObject({
      iss: `${sandbox.baseUrl}/idp`,
      aud: CLIENT_ID,
      nonce: attempt.checks.expectedNonce,
      pid: PID,
    });
    expect(claims.given_name).toMatch(/\p{Lu}\p{Ll}+/u);
    expect(claims.family_name).toMatch(/\p{Lu}\p{Ll}+/u);
    expect(claims.sub).not.toContain(PID);
  });

  it('gives the names of a person who was defined, and the whole name of one who has no other', async () => {
    const configuration = await discover(sandbox.baseUrl);
    await sandbox.control('PUT', `/persons/${PID}`, { given_name: 'Åse', family_name: 'Ødegård', organizations: [] });
    await sandbox.control('PUT', `/persons/${ACCOUNTANT_PID}`, { name: 'Bare Ett Navn' });

    const first = await pushRequest(configuration);
    expect((await redeem(configuration, await visitAs(first, PID), first)).claims()).toMatchObject({
      given_name: 'Åse',
      family_name: 'Ødegård',
    });
    const second = await pushRequest(configuration);
    const claims = (await redeem(configuration, await visitAs(second, ACCOUNTANT_PID), second)).claims()!;
    expect(claims).toMatchObject({ name: 'Bare Ett Navn' });
    expect(claims).not.toHaveProperty('given_name');
  });

  it('signs in even when the request asks for a new login', async () => {
    const configuration = await discover(sandbox.baseUrl);
    const attempt = await pushRequest(configuration, { prompt: 'login' });
    expect((await visitAs(attempt, PID)).searchParams.has('code')).toBe(true);
  });

  it.each(['12345678901', '123', '', '01897705793'])('refuses %j with a sentence', async (pid) => {
    const attempt = await pushRequest(await discover(sandbox.baseUrl));
    const url = new URL(attempt.authorizationUrl);
    url.searchParams.set('sandbox_pid', pid);
    const response = await fetch(url, { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('11 digits'),
    });
  });
});

describe('the sign-in page', () => {
  it('asks for a pid, refuses a wrong one, and signs in without script', async () => {
    const configuration = await discover(sandbox.baseUrl);
    const attempt = await pushRequest(configuration);
    const browse = createBrowser();

    const form = (await browse(attempt.authorizationUrl)).location!;
    const page = await browse(form);
    expect(page.status).toBe(200);
    expect(page.html).toMatch(/<input[^>]* name="pid"/);
    expect(page.html).toContain('Testmiljø');
    expect(page.html).not.toContain('<script');
    expect((await browse(`${form.href}?lang=en`)).html).toContain('not a real electronic ID');

    const refused = await browse(form, { pid: '"><b>1' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('kontrollsifre');
    expect(refused.html).not.toContain('<b>1');

    const back = await browse((await browse(form, { pid: '018977 05792' })).location!);
    expect((await redeem(configuration, back.location!, attempt)).claims()).toMatchObject({ pid: PID });
  });

  it('asks again at the next sign-in, and lets another person in', async () => {
    const configuration = await discover(sandbox.baseUrl);
    const browse = createBrowser();
    for (const pid of [PID, ACCOUNTANT_PID]) {
      const attempt = await pushRequest(configuration);
      const form = (await browse(attempt.authorizationUrl)).location!;
      expect(form.pathname).toContain('/sign-in/');
      const back = await browse((await browse(form, { pid })).location!);
      expect((await redeem(configuration, back.location!, attempt)).claims()).toMatchObject({ pid });
    }
  });

  it('sends access_denied and the state back when the person cancels', async () => {
    const attempt = await pushRequest(await discover(sandbox.baseUrl));
    const browse = createBrowser();
    const form = (await browse(attempt.authorizationUrl)).location!;
    const back = await browse((await browse(form, { action: 'cancel', pid: '' })).location!);
    expect(back.location!.href).toContain(REDIRECT_URI);
    expect(Object.fromEntries(back.location!.searchParams)).toMatchObject({
      error: 'access_denied',
      state: attempt.checks.expectedState,
    });
  });

  it('explains itself to a browser that has lost its cookie', async () => {
    const attempt = await pushRequest(await discover(sandbox.baseUrl));
    const form = (await createBrowser()(attempt.authorizationUrl)).location!;
    const page = await createBrowser()(form);
    expect(page.status).toBe(400);
    expect(page.html).toContain('start på nytt');
  });
});

describe('the protocol', () => {
  it('publishes discovery with pushed requests, S256 and RS256', async () => {
    const document = (await (await sandbox.get('/idp/.well-known/openid-configuration')).json()) as {
      jwks_uri: string;
    };
    expect(document).toMatchObject({
      issuer: `${sandbox.baseUrl}/idp`,
      pushed_authorization_request_endpoint: expect.stringContaining(`${sandbox.baseUrl}/idp/`),
      require_pushed_authorization_requests: true,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
    });
    const { keys } = (await (await fetch(document.jwks_uri)).json()) as { keys: object[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toHaveProperty('d');
  });

  it('refuses a wrong secret, a foreign redirect address and a request without PKCE', async () => {
    const stranger = await discover(sandbox.baseUrl, client.ClientSecretBasic('wrong'));
    await expect(pushRequest(stranger)).rejects.toMatchObject({ status: 401 });
    const configuration = await discover(sandbox.baseUrl);
    await expect(pushRequest(configuration, { redirect_uri: 'http://127.0.0.1:8080/elsewhere' })).rejects.toMatchObject(
      {
        error: 'invalid_request',
      },
    );
    const { error } = await client
      .buildAuthorizationUrlWithPAR(configuration, {
        redirect_uri: REDIRECT_URI,
        scope: 'openid',
        state: 's',
        nonce: 'n',
      })
      .catch((caught) => caught);
    expect(error).toBe('invalid_request');
  });

  it('takes a code once, and only with its verifier', async () => {
    const configuration = await discover(sandbox.baseUrl);
    const attempt = await pushRequest(configuration);
    const callback = await visitAs(attempt, PID);
    const wrong = { ...attempt, checks: { ...attempt.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() } };
    await expect(redeem(configuration, callback, wrong)).rejects.toMatchObject({ error: 'invalid_grant' });
    const again = await pushRequest(configuration);
    const second = await visitAs(again, PID);
    await redeem(configuration, second, again);
    await expect(redeem(configuration, second, again)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it.each(['2031-05-17T12:00:00Z', '2019-01-01T00:00:00Z'])(
    'dates the id token by the clock set to %s',
    async (now) => {
      const clockSkew = Math.round((Date.parse(now) - Date.now()) / 1000);
      const configuration = await discover(sandbox.baseUrl, undefined, { [client.clockSkew]: clockSkew });
      await sandbox.control('PUT', '/clock', { now });
      const attempt = await pushRequest(configuration);
      const claims = (await redeem(configuration, await visitAs(attempt, PID), attempt)).claims()!;
      expect(claims.iat * 1000 - Date.parse(now)).toBeGreaterThanOrEqual(-1000);
      expect(claims.iat * 1000 - Date.parse(now)).toBeLessThan(60_000);
    },
  );

  it('lets a code expire when the clock moves on, and keeps the form usable in another year', async () => {
    const configuration = await discover(sandbox.baseUrl);
    const attempt = await pushRequest(configuration);
    const callback = await visitAs(attempt, PID);
    await sandbox.control('PUT', '/clock', { now: new Date(Date.now() + 120_000).toISOString() });
    await expect(redeem(configuration, callback, attempt)).rejects.toMatchObject({ error: 'invalid_grant' });

    await sandbox.control('PUT', '/clock', { now: '2015-01-01T00:00:00Z' });
    const browse = createBrowser();
    const form = (await browse((await pushRequest(configuration)).authorizationUrl)).location!;
    expect((await browse((await browse(form, { pid: PID })).location!)).location!.searchParams.has('code')).toBe(true);
  });
});

describe('with IDP_CLIENT_JWK', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: 'platform' };
  const { credential } = readConfig({ IDP_CLIENT_JWK: JSON.stringify(jwk), IDP_CLIENT_SECRET: 'unused' });
  const keyed = useSandbox({ credential, browserUrl: 'http://browser.example' });

  it('keeps the private part of the key out of the configuration', () => {
    expect(credential).toMatchObject({ kind: 'key', publicKey: { alg: 'ES256' } });
    expect(JSON.stringify(credential)).not.toContain(jwk.d);
  });

  it('takes private_key_jwt and no secret', async () => {
    const key = (await importJWK(jwk, 'ES256')) as CryptoKey;
    const configuration = await discover(keyed.baseUrl, client.PrivateKeyJwt({ key, kid: 'platform' }));
    const attempt = await pushRequest(configuration);
    expect(attempt.authorizationUrl.origin).toBe('http://browser.example');
    const local = {
      ...attempt,
      authorizationUrl: new URL(attempt.authorizationUrl.pathname + attempt.authorizationUrl.search, keyed.baseUrl),
    };
    expect((await redeem(configuration, await visitAs(local, PID), attempt)).claims()).toMatchObject({ pid: PID });
    await expect(pushRequest(await discover(keyed.baseUrl))).rejects.toMatchObject({ status: 401 });
  });
});
