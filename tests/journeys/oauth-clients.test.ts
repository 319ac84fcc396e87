import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import { beforeAll, describe, expect, it } from 'vitest';
import { openContents } from '../src/hostile/database.ts';
import { answerConsent } from '../src/person.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, call, createNumbers, newOwner, type Owner } from '../src/system.ts';

const redirect_uri = 'http://127.0.0.1:9/callback';

let system: Addresses;
let owner: Owner;
let issuer: URL;

beforeAll(async () => {
  system = sharedSystem();
  owner = await newOwner(system, createNumbers());
  issuer = new URL(system.gateway);
});

const me = () => new URL('/api/v2/users/me', system.gateway);
const registration = (name: string, more: Readonly<Record<string, string>> = {}) => ({
  client_name: name,
  redirect_uris: [redirect_uri],
  ...more,
});

describe('openid-client', () => {
  const insecure: openid.DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] };

  it.each([
    ['client_secret_post', openid.ClientSecretPost],
    ['client_secret_basic', openid.ClientSecretBasic],
    ['none', () => openid.None()],
  ] as const)(
    'discovers, registers, gets consent, calls, refreshes and revokes with %s',
    async (method, authentication) => {
      const registered = await openid.dynamicClientRegistration(
        issuer,
        registration('openid-client', { token_endpoint_auth_method: method }),
        undefined,
        insecure,
      );
      const { client_id, client_secret } = registered.clientMetadata();
      expect(typeof client_secret).toBe(method === 'none' ? 'undefined' : 'string');
      const config = await openid.discovery(
        issuer,
        client_id,
        undefined,
        authentication(client_secret as string),
        insecure,
      );

      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const expectedState = openid.randomState();
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: 'read write',
        state: expectedState,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const back = await answerConsent(address, owner);
      const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
      expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read write' });

      const answer = await openid.fetchProtectedResource(config, tokens.access_token, me(), 'GET');
      expect(await answer.json()).toMatchObject({ email: owner.email });
      const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!, { scope: 'read' });
      expect([renewed.scope, renewed.refresh_token === tokens.refresh_token]).toEqual(['read', false]);
      await openid.tokenRevocation(config, renewed.refresh_token!);
      await expect(openid.refreshTokenGrant(config, renewed.refresh_token!)).rejects.toMatchObject({
        error: 'invalid_grant',
        status: 400,
      });
    },
  );

  it('hears of a refusal, of consent to less, and of a code that was used', async () => {
    const config = await openid.dynamicClientRegistration(
      issuer,
      registration('Refused'),
      openid.ClientSecretPost(),
      insecure,
    );
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri,
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const denied = await answerConsent(address, owner, { allow: false });
    await expect(
      openid.authorizationCodeGrant(config, denied, { pkceCodeVerifier, expectedState }),
    ).rejects.toMatchObject({
      error: 'access_denied',
    });
    const back = await answerConsent(address, owner, { allow: true, write: false });
    const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
    expect(tokens.scope).toBe('read');
    await expect(
      openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState }),
    ).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('refuses an answer that another server would have given', async () => {
    const config = await openid.dynamicClientRegistration(
      issuer,
      registration('Mixed up'),
      openid.ClientSecretPost(),
      insecure,
    );
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const back = await answerConsent(address, owner);
    back.searchParams.set('iss', 'https://evil.example');
    await expect(openid.authorizationCodeGrant(config, back, { pkceCodeVerifier })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('"iss"') },
    });
  });

  it('gets tokens for a client of its own without a browser', async () => {
    const created = await call(system.gateway, 'POST', '/v2/oauth/clients', {
      token: owner.token,
      body: { client_name: 'Server', redirect_uris: '', grant_types: 'client_credentials' },
    });
    const config = await openid.discovery(
      issuer,
      created.body.client_id,
      created.body.client_secret,
      undefined,
      insecure,
    );
    const tokens = await openid.clientCredentialsGrant(config, { scope: 'read' });
    expect([tokens.scope, tokens.refresh_token]).toEqual(['read', undefined]);
    const answer = await openid.fetchProtectedResource(config, tokens.access_token, me(), 'GET');
    expect(answer.status).toBe(200);
  });
});

describe('oauth4webapi', () => {
  const http = { [oauth.allowInsecureRequests]: true } as const;
  const discover = async () =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...http }));

  it('finds the server from the resource, and gets a token that its own check of RFC 9068 accepts', async () => {
    const resource = new URL('/mcp', system.gateway);
    const described = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, http),
    );
    expect(described.authorization_servers).toEqual([system.gateway]);
    const server = await discover();
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        registration('oauth4webapi', { token_endpoint_auth_method: 'client_secret_basic' }),
        http,
      ),
    );
    const authentication = oauth.ClientSecretBasic(client.client_secret as string);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(server.authorization_endpoint!);
    const parameters = {
      client_id: client.client_id,
      redirect_uri,
      response_type: 'code',
      scope: 'read',
      state,
      resource: resource.href,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);

    const back = oauth.validateAuthResponse(server, client, await answerConsent(address, owner), state);
    const granted = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, authentication, back, redirect_uri, verifier, {
        ...http,
        additionalParameters: { resource: resource.href },
      }),
    );
    const request = new Request(me(), { headers: { authorization: `Bearer ${granted.access_token}` } });
    const claims = await oauth.validateJwtAccessToken(server, request, resource.href, http);
    expect(claims).toMatchObject({
      iss: system.gateway,
      aud: resource.href,
      client_id: client.client_id,
      scope: 'read',
    });

    const answer = await oauth.protectedResourceRequest(granted.access_token, 'GET', me(), new Headers(), null, http);
    expect(await answer.json()).toMatchObject({ email: owner.email });
    const renewed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, granted.refresh_token!, http),
    );
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authentication, renewed.refresh_token!, http),
    );
    const ended = oauth.refreshTokenGrantRequest(server, client, authentication, renewed.refresh_token!, http);
    await expect(
      ended.then((response) => oauth.processRefreshTokenResponse(server, client, response)),
    ).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('understands why a call without a token, or with a bad one, is refused', async () => {
    for (const [token, error] of [
      ['nonsense', 'invalid_token'],
      ['a.b.c', 'invalid_token'],
    ] as const) {
      const refused = oauth.protectedResourceRequest(token, 'GET', me(), new Headers(), null, http);
      const challenge = await refused.then(
        () => undefined,
        (failure: unknown) => (failure instanceof oauth.WWWAuthenticateChallengeError ? failure.cause[0] : undefined),
      );
      expect(challenge).toMatchObject({ scheme: 'bearer', parameters: { error } });
      expect(challenge?.parameters.resource_metadata).toBe(`${system.gateway}/.well-known/oauth-protected-resource`);
    }
  });
});

describe('simple-oauth2', () => {
  /** It discovers nothing by itself: the paths come from our document. */
  async function serverPaths() {
    const { body } = await call(system.gateway, 'GET', '/.well-known/oauth-authorization-server');
    const path = (name: string) => new URL(body[name]).pathname;
    return {
      tokenHost: system.gateway,
      tokenPath: path('token_endpoint'),
      revokePath: path('revocation_endpoint'),
      authorizePath: path('authorization_endpoint'),
      registrationPath: path('registration_endpoint'),
    };
  }

  it.each(['header', 'body'] as const)(
    'registers, gets consent, calls, refreshes and revokes, credentials in the %s',
    async (method) => {
      const { registrationPath, ...auth } = await serverPaths();
      const { body: registered } = await call(system.gateway, 'POST', registrationPath, {
        body: registration('simple-oauth2'),
      });
      const client = new AuthorizationCode({
        client: { id: registered.client_id, secret: registered.client_secret },
        auth,
        options: { authorizationMethod: method },
      });
      const verifier = oauth.generateRandomCodeVerifier();
      const pkce = { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
      const address = client.authorizeURL({ redirect_uri, scope: ['read', 'write'], state: 'a state', ...pkce });
      const back = await answerConsent(address, owner);
      expect(back.searchParams.get('state')).toBe('a state');
      const code = back.searchParams.get('code')!;
      const token = await client.getToken({ code, redirect_uri, code_verifier: verifier } as Parameters<
        typeof client.getToken
      >[0]);
      expect(token.token).toMatchObject({ scope: 'read write', expires_in: 3600 });
      expect(token.expired()).toBe(false);
      const answer = await call(system.gateway, 'GET', '/api/v2/users/me', {
        token: token.token.access_token as string,
      });
      expect(answer.body.email).toBe(owner.email);

      const renewed = await token.refresh({ scope: ['read'] } as Parameters<typeof token.refresh>[0]);
      expect(renewed.token.scope).toBe('read');
      await renewed.revokeAll();
      await expect(renewed.refresh()).rejects.toMatchObject({
        output: { statusCode: 400 },
        data: { payload: { error: 'invalid_grant' } },
      });
    },
  );

  it('gets tokens for a client of its own', async () => {
    const { registrationPath: _none, authorizePath: _nor, ...auth } = await serverPaths();
    const created = await call(system.gateway, 'POST', '/v2/oauth/clients', {
      token: owner.token,
      body: { client_name: 'Nattjobb', redirect_uris: '', grant_types: 'client_credentials' },
    });
    const client = new ClientCredentials({
      client: { id: created.body.client_id, secret: created.body.client_secret },
      auth,
    });
    const { token } = await client.getToken({ scope: 'read' });
    expect(
      (await call(system.gateway, 'GET', '/api/v2/users/me', { token: token.access_token as string })).status,
    ).toBe(200);
  });
});

describe('an application that keeps up with the books', () => {
  /** Listens wherever a client could give an address to be called at; counts who calls. */
  async function startListener() {
    const calls: string[] = [];
    const server = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { origin, calls, stop: () => new Promise((resolve) => server.close(resolve)) };
  }

  it('is called by nobody: all that it registers and all that happens sends no webhook [EVT-R01]', async () => {
    const listener = await startListener();
    const contents = await openContents(system);
    try {
      const { token } = owner;
      const post = async (path: string, body: object) => {
        const answer = await call(system.gateway, 'POST', path, { token, body });
        expect(answer.status, JSON.stringify(answer.body)).toBe(201);
        return answer.body;
      };
      const at = (path: string) => `${listener.origin}/${path}`;
      // Fields under which other servers take an address to call: ours ignores the ones it does not know.
      const addresses = {
        webhook_url: at('hook'),
        callback_url: at('callback'),
        client_uri: at('client'),
        logo_uri: at('logo'),
        jwks_uri: at('keys'),
      };
      const client = await post('/v2/oauth/register', {
        client_name: 'Listens',
        redirect_uris: [at('redirect')],
        ...addresses,
      });
      const start = new URL('/v2/oauth/authorize', system.gateway);
      const code_challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());
      start.search = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: at('redirect'),
        response_type: 'code',
        code_challenge,
        code_challenge_method: 'S256',
      }).toString();
      const back = await answerConsent(start, owner);
      expect(back.href).toContain(at('redirect'));

      const client_account_id = owner.clientAccountId;
      await post('/api/v2/business-partners', {
        client_account_id,
        name: 'Kunde',
        website: at('partner'),
        ...addresses,
      });
      await post('/api/v2/invitations', { client_account_id, email: 'invited@example.test', role_id: 4, ...addresses });
      const lines = [
        { posting_date: '2026-01-15', account_code: '6300', debit: '100.00', credit: '0' },
        { posting_date: '2026-01-15', account_code: '1920', debit: '0', credit: '100.00' },
      ];
      await post('/api/v2/journal-entries/', { client_account_id, lines, ...addresses });
      // Every event of it has left its outbox and been heard by every service that hears it.
      await contents.of(client_account_id);
      expect(listener.calls).toEqual([]);
    } finally {
      await contents.close();
      await listener.stop();
    }
  });

  it('is offered no stream of events anywhere [EVT-R01]', async () => {
    const { body: document } = await call(system.gateway, 'GET', '/openapi.json');
    expect([document.webhooks, JSON.stringify(document.paths).includes('"callbacks"')]).toEqual([undefined, false]);
    const { token } = owner;
    const lists = Object.keys(document.paths).filter((path) => document.paths[path].get && !path.includes('{'));
    expect(lists.length).toBeGreaterThan(10);
    for (const path of [...lists, '/mcp', '/events', '/api/v2/events']) {
      const answer = await call(system.gateway, 'GET', `${path}?client_account_id=${owner.clientAccountId}`, {
        token,
        headers: { accept: 'text/event-stream' },
      });
      expect([path, answer.headers.get('content-type')?.includes('event-stream') ?? false]).toEqual([path, false]);
    }
  });
});

describe('a session', () => {
  const NEW_PASSWORD = 'Grå-himmel-under-8';
  const places = () => [
    '/api/v2/users/me',
    `/api/v2/client-accounts/${owner.clientAccountId}`,
    `/api/v2/journal-entries?client_account_id=${owner.clientAccountId}`,
  ];
  const statuses = (token: string) =>
    Promise.all(places().map(async (path) => (await call(system.gateway, 'GET', path, { token })).status));
  const logIn = async (password = owner.password): Promise<string> => {
    const { status, body } = await call(system.gateway, 'POST', '/v2/oauth/login', {
      body: { email: owner.email, password },
    });
    expect(status).toBe(200);
    return body.token;
  };

  it('that was logged out of is refused by auth, organisation and ledger; another of the same person is not [PPL-R07]', async () => {
    const [gone, kept] = [await logIn(), await logIn()];
    expect([await statuses(gone), await statuses(kept)]).toEqual([places().map(() => 200), places().map(() => 200)]);
    expect((await call(system.gateway, 'POST', '/v2/oauth/logout', { token: gone })).status).toBe(204);
    // Half of what a decision lives when no notice comes; the second is proven where nothing else runs.
    await expect.poll(() => statuses(gone)).toEqual(places().map(() => 401));
    expect(await statuses(kept)).toEqual(places().map(() => 200));
  });

  it('ends on every service when another one changes the password [PPL-R07]', async () => {
    const [here, there] = [await logIn(), await logIn()];
    expect(await statuses(there)).toEqual(places().map(() => 200));
    const body = { password: NEW_PASSWORD, current_password: owner.password };
    expect((await call(system.gateway, 'PATCH', '/api/v2/users/me', { token: here, body })).status).toBe(200);
    await expect.poll(() => statuses(there)).toEqual(places().map(() => 401));
    expect(await statuses(here)).toEqual(places().map(() => 200));
    expect(await statuses(await logIn(NEW_PASSWORD))).toEqual(places().map(() => 200));
  });
});
