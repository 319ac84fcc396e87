import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('needs a credential only', () => {
    expect(readConfig({ IDP_CLIENT_SECRET: 'x', HTTP_PORT: '' })).toEqual({
      bindHost: '127.0.0.1',
      httpPort: 8090,
      smtpPort: 8025,
      baseUrl: undefined,
      browserUrl: undefined,
      dataDir: undefined,
      logLevel: 'info',
      clientId: 'accounting-platform',
      credential: { kind: 'secret', secret: 'x' },
      redirectUris: ['http://127.0.0.1:8080/api/v2/auth/signup/callback'],
    });
  });

  it('takes redirect addresses from the list, else from PUBLIC_BASE_URL', () => {
    const uris = (environment: Record<string, string>) =>
      readConfig({ IDP_CLIENT_SECRET: 'x', ...environment }).redirectUris;
    expect(uris({ PUBLIC_BASE_URL: 'https://books.example/' })).toEqual([
      'https://books.example/api/v2/auth/signup/callback',
    ]);
    expect(uris({ IDP_REDIRECT_URIS: 'https://a.example/cb, https://b.example/cb' })).toEqual([
      'https://a.example/cb',
      'https://b.example/cb',
    ]);
  });

  it.each([
    [{}, 'IDP_CLIENT_SECRET or IDP_CLIENT_JWK'],
    [{ IDP_CLIENT_SECRET: 'x', HTTP_PORT: 'high' }, 'HTTP_PORT'],
    [{ IDP_CLIENT_SECRET: 'x', PUBLIC_BASE_URL: 'ftp://x' }, 'PUBLIC_BASE_URL'],
    [{ IDP_CLIENT_SECRET: 'x', IDP_REDIRECT_URIS: '/callback' }, '/callback'],
    [{ IDP_CLIENT_JWK: '{"d":"private"' }, 'one JSON Web Key in JSON'],
    [{ IDP_CLIENT_JWK: '{"kty":"oct","k":"c2VjcmV0"}' }, 'RSA, EC or Ed25519'],
  ])('refuses %j and says why', (environment, reason) => {
    expect(() => readConfig(environment)).toThrow(reason);
    expect(() => readConfig(environment)).not.toThrow('private"');
  });
});
