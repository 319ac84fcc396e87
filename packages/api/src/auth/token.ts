import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { OAUTH_BODY_LIMIT, parameter, Scope } from './parameters.ts';

const clientCredentials = {
  client_id: parameter('The client; left out with HTTP Basic'),
  client_secret: parameter('Its secret; left out with HTTP Basic and by public clients'),
};

export const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().meta({ description: 'Seconds', examples: [3600] }),
  refresh_token: z.string().optional().meta({ description: 'Not with client_credentials. Replaces the one that was sent' }),
  scope: Scope,
});

export const issueToken = endpoint({
  name: 'oauth.token',
  operationId: 'issueToken',
  summary: 'Get an access token',
  description:
    'RFC 6749. Clients authenticate with `client_id` and `client_secret` in the form, or with HTTP Basic; public clients send `client_id` alone and prove themselves with PKCE. A refresh token works once: the answer holds the next one.',
  service: 'auth',
  method: 'POST',
  path: '/public/v2/oauth/token',
  aliases: ['/v2/oauth/token'],
  auth: 'public',
  envelope: oauth,
  body: z.object({
    grant_type: parameter('authorization_code, refresh_token or client_credentials'),
    ...clientCredentials,
    code: parameter('authorization_code: the code from the redirect'),
    redirect_uri: parameter('authorization_code: the same as at the authorize request'),
    code_verifier: parameter('authorization_code: the PKCE verifier'),
    refresh_token: parameter('refresh_token: the newest one'),
    scope: parameter('refresh_token, client_credentials: a part of what was granted or registered'),
    resource: parameter('The resource the token is for (RFC 8707)'),
  }),
  bodyOptional: true,
  bodyType: 'application/x-www-form-urlencoded',
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: TokenResponse,
  failures: [
    'invalid_request@400',
    'invalid_client@401',
    'invalid_grant@400',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
    'invalid_target',
  ],
  rateLimit: { name: 'oauth.token', requests: 60, windowSeconds: 60, methods: ['POST'] },
  secret: true,
});

export const revokeToken = endpoint({
  name: 'oauth.revoke',
  operationId: 'revokeToken',
  summary: 'Revoke a refresh token',
  description: 'RFC 7009. Unknown tokens and those of other clients are answered alike. Access tokens live on until they expire.',
  service: 'auth',
  method: 'POST',
  path: '/public/v2/oauth/revoke',
  aliases: ['/v2/oauth/revoke'],
  auth: 'public',
  envelope: oauth,
  body: z.object({
    token: parameter('The token'),
    token_type_hint: parameter('refresh_token or access_token; a wrong hint does no harm'),
    ...clientCredentials,
  }),
  bodyOptional: true,
  bodyType: 'application/x-www-form-urlencoded',
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: z.object({}),
  failures: ['invalid_request@400', 'invalid_client@401'],
  rateLimit: { name: 'oauth.revoke', requests: 60, windowSeconds: 60, methods: ['POST'] },
  secret: true,
});
