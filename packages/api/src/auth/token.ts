import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { accessToken, clientId, clientSecret } from './examples.ts';
import { OAUTH_BODY_LIMIT, parameter, Scope } from './parameters.ts';

const clientCredentials = {
  client_id: parameter('Id of the client; left out with HTTP Basic.'),
  client_secret: parameter('Secret of the client; left out with HTTP Basic and by public clients.'),
};

export const TokenResponse = z.object({
  access_token: z.string().describe('The access token, to be sent as `Authorization: Bearer`.'),
  token_type: z.literal('Bearer').describe('Always Bearer.'),
  expires_in: z.int().meta({ description: 'Seconds that the access token lives.', examples: [3600] }),
  refresh_token: z
    .string()
    .optional()
    .describe('The next refresh token, in place of the one that was sent. Not with client_credentials.'),
  scope: Scope.describe('What the access token allows.'),
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
    grant_type: parameter('Required. One of authorization_code, refresh_token and client_credentials.'),
    ...clientCredentials,
    code: parameter('With authorization_code: the code from the redirect.'),
    redirect_uri: parameter('With authorization_code: the same address as in the authorization request.'),
    code_verifier: parameter('With authorization_code: the PKCE verifier.'),
    refresh_token: parameter('With refresh_token: the newest one.'),
    scope: parameter('With refresh_token and client_credentials: a part of what was granted or registered.'),
    resource: parameter('Resource that the token is to be for (RFC 8707).'),
  }),
  bodyOptional: true,
  bodyType: 'application/x-www-form-urlencoded',
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: TokenResponse,
  example: {
    values: { 'body.client_id': 'clients/id', 'body.client_secret': 'clients/secret' },
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    answer: { access_token: accessToken, token_type: 'Bearer', expires_in: 3600, scope: 'read write' },
  },
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
  description:
    'RFC 7009. Unknown tokens and those of other clients are answered alike. Access tokens live on until they expire.',
  service: 'auth',
  method: 'POST',
  path: '/public/v2/oauth/revoke',
  aliases: ['/v2/oauth/revoke'],
  auth: 'public',
  envelope: oauth,
  body: z.object({
    token: parameter('Required. The token to revoke.'),
    token_type_hint: parameter('Kind of token: refresh_token or access_token. A wrong hint does no harm.'),
    ...clientCredentials,
  }),
  bodyOptional: true,
  bodyType: 'application/x-www-form-urlencoded',
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: z.object({}),
  example: {
    values: { 'body.token': 'clients/token', 'body.client_id': 'clients/id', 'body.client_secret': 'clients/secret' },
    body: { token: 'the-refresh-token', client_id: clientId, client_secret: clientSecret },
    answer: {},
  },
  failures: ['invalid_request@400', 'invalid_client@401'],
  rateLimit: { name: 'oauth.revoke', requests: 60, windowSeconds: 60, methods: ['POST'] },
  secret: true,
});
