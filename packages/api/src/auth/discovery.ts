import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';

const strings = z.array(z.string());

export const authorizationServer = endpoint({
  name: 'oauth.authorizationServer',
  operationId: 'getAuthorizationServer',
  summary: 'Metadata of the authorization server',
  description: 'RFC 8414.',
  service: 'auth',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  auth: 'public',
  envelope: oauth,
  status: 200,
  output: z.object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string(),
    revocation_endpoint: z.string(),
    jwks_uri: z.string(),
    grant_types_supported: strings,
    response_types_supported: strings,
    response_modes_supported: strings,
    scopes_supported: strings,
    token_endpoint_auth_methods_supported: strings,
    code_challenge_methods_supported: strings,
    resource_indicators_supported: z.boolean(),
    authorization_response_iss_parameter_supported: z.boolean(),
    service_documentation: z.string(),
  }),
});

export const ProtectedResource = z.object({
  resource: z.string(),
  authorization_servers: strings,
  scopes_supported: strings,
  bearer_methods_supported: strings,
  resource_documentation: z.string(),
});

export const protectedResource = endpoint({
  name: 'oauth.protectedResource',
  operationId: 'getProtectedResource',
  summary: 'Metadata of the API as a protected resource',
  description: 'RFC 9728.',
  service: 'auth',
  method: 'GET',
  path: '/.well-known/oauth-protected-resource',
  auth: 'public',
  envelope: oauth,
  status: 200,
  output: ProtectedResource,
});

export const protectedToolEndpoint = endpoint({
  name: 'oauth.protectedToolEndpoint',
  operationId: 'getProtectedToolEndpoint',
  summary: 'Metadata of the tool endpoint as a protected resource',
  description: 'RFC 9728.',
  service: 'auth',
  method: 'GET',
  path: '/.well-known/oauth-protected-resource/mcp',
  auth: 'public',
  envelope: oauth,
  status: 200,
  output: ProtectedResource,
});

export const PublicKey = z.object({
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.string(),
  use: z.string(),
});

export const keySet = endpoint({
  name: 'oauth.keys',
  operationId: 'getKeys',
  summary: 'Public keys of access tokens',
  description: 'A JWK set (RFC 7517). Ask again when a token names a key you do not know.',
  service: 'auth',
  method: 'GET',
  path: '/.well-known/jwks.json',
  auth: 'public',
  envelope: oauth,
  status: 200,
  output: z.object({ keys: z.array(PublicKey) }),
});
