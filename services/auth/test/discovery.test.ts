import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthService, issuer, startAuth } from './harness.ts';

let service: AuthService;
beforeAll(async () => {
  service = await startAuth();
});
afterAll(() => service.stop());

it('authorization-server metadata is public JSON about the configured origin, whatever the headers say [DISC-R01] [DISC-R02] [DISC-R03] [DISC-R04] [DISC-R05] [DISC-R07] [DISC-R08]', async () => {
  const answer = await service.call('GET', '/.well-known/oauth-authorization-server', {
    headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.body).toEqual({
    issuer,
    authorization_endpoint: `${issuer}/v2/oauth/authorize`,
    token_endpoint: `${issuer}/v2/oauth/token`,
    registration_endpoint: `${issuer}/v2/oauth/register`,
    revocation_endpoint: `${issuer}/v2/oauth/revoke`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    scopes_supported: ['read', 'write'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    resource_indicators_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  });
});

it.each([
  ['/.well-known/oauth-protected-resource', issuer],
  ['/.well-known/oauth-protected-resource/mcp', `${issuer}/mcp`],
])('%s names the resource and its authorization server [DISC-R06]', async (path, resource) => {
  const { status, body } = await service.call('GET', path);
  expect([status, body]).toEqual([
    200,
    {
      resource,
      authorization_servers: [issuer],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
      resource_documentation: `${issuer}/docs`,
    },
  ]);
});

it('the addresses that metadata names exist', async () => {
  const { body } = await service.call('GET', '/.well-known/oauth-authorization-server');
  for (const [name, method] of [
    ['authorization_endpoint', 'GET'],
    ['token_endpoint', 'POST'],
    ['registration_endpoint', 'POST'],
    ['revocation_endpoint', 'POST'],
    ['jwks_uri', 'GET'],
  ] as const) {
    const { status } = await service.call(method, new URL(body[name]).pathname);
    expect([name, status !== 404 && status !== 405]).toEqual([name, true]);
  }
});
