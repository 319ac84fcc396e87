import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { address } from './examples.ts';
import {
  AuthorizationServer,
  authorizationServerMetadata,
  ProtectedResource,
  protectedResourceMetadata,
} from './metadata.ts';

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
  output: AuthorizationServer,
  example: { answer: authorizationServerMetadata(address) },
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
  example: { answer: protectedResourceMetadata(address, address) },
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
  example: { answer: protectedResourceMetadata(address, `${address}/mcp`) },
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
