import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { address, protectedResourceOf } from './examples.ts';

const strings = (description: string) => z.array(z.string()).describe(description);
const url = (description: string) => z.string().describe(description);

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
    issuer: url('Issuer of every token: the origin of the platform.'),
    authorization_endpoint: url('Where people are sent to be asked for access.'),
    token_endpoint: url('Where clients get tokens.'),
    registration_endpoint: url('Where clients register themselves (RFC 7591).'),
    revocation_endpoint: url('Where refresh tokens are revoked (RFC 7009).'),
    jwks_uri: url('Where the public keys of access tokens are.'),
    grant_types_supported: strings('Ways to get a token.'),
    response_types_supported: strings('What the authorization endpoint answers with.'),
    response_modes_supported: strings('How that answer travels.'),
    scopes_supported: strings('What a token may allow.'),
    token_endpoint_auth_methods_supported: strings('How clients prove themselves at the token endpoint.'),
    code_challenge_methods_supported: strings('How a PKCE challenge is made.'),
    resource_indicators_supported: z.boolean().describe('Whether a token may be asked for one resource (RFC 8707).'),
    authorization_response_iss_parameter_supported: z.boolean().describe('Whether redirects carry `iss` (RFC 9207).'),
    service_documentation: url('The reference for people.'),
  }),
  example: {
    answer: {
      issuer: address,
      authorization_endpoint: `${address}/v2/oauth/authorize`,
      token_endpoint: `${address}/v2/oauth/token`,
      registration_endpoint: `${address}/v2/oauth/register`,
      revocation_endpoint: `${address}/v2/oauth/revoke`,
      jwks_uri: `${address}/.well-known/jwks.json`,
      grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      scopes_supported: ['read', 'write'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      resource_indicators_supported: true,
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${address}/docs`,
    },
  },
});

export const ProtectedResource = z.object({
  resource: url('The resource that tokens are for.'),
  authorization_servers: strings('Who gives tokens for it.'),
  scopes_supported: strings('What a token may allow.'),
  bearer_methods_supported: strings('Where a token travels: in the Authorization header.'),
  resource_documentation: url('The reference for people.'),
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
  example: { answer: protectedResourceOf(address) },
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
  example: { answer: protectedResourceOf(`${address}/mcp`) },
});

export const PublicKey = z.object({
  kty: z.string().describe('Kind of key: EC, an elliptic curve.'),
  crv: z.string().describe('The curve: P-256.'),
  x: z.string().describe('First coordinate of the public point, in base64url.'),
  y: z.string().describe('Second coordinate of the public point, in base64url.'),
  kid: z.string().describe('Id of the key, as the header of a token names it.'),
  alg: z.string().describe('How tokens are signed with it: ES256.'),
  use: z.string().describe('What it is for: sig, signatures.'),
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
  output: z.object({
    keys: z.array(PublicKey).describe('The keys in force: the one that signs, and those that signed before it.'),
  }),
  example: {
    answer: {
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: '_bkYEvI7goH2M60b0vXdenRXIrYWD3xvNVhcexWR2T0',
          y: 'lciX2Scn8hWCOuK-B2O_kkalH6o3PKXIRLSVXXlc2ys',
          kid: 'Jmqz5jx2PJ7vp3Gv0M0wxZJ62by3NHFKIMODWqy0tGc',
          alg: 'ES256',
          use: 'sig',
        },
      ],
    },
  },
});
