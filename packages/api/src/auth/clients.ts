import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { oneOf } from '../scalars.ts';
import { cashRegister, clientId, clientSecret, redirectUri, webShop } from './examples.ts';
import { metadata, OAUTH_BODY_LIMIT, Scope } from './parameters.ts';

const Name = {
  type: 'string',
  maxLength: 200,
  description: 'Name that people see when they are asked for access. Required.',
};
const ScopeField = {
  type: 'string',
  description: 'What the client may ask for: read, write or both, separated by space. Both by default.',
};
export const TokenEndpointAuthMethod = oneOf('client_secret_post', 'client_secret_basic', 'none');
const AuthMethod = {
  type: 'string',
  enum: TokenEndpointAuthMethod.options,
  default: 'client_secret_post',
  description: 'How the client proves itself at the token endpoint. With none it gets no secret and uses PKCE.',
};
const list = (description: string) => ({ description, type: 'array', items: { type: 'string' } });
/** Words separated by space. A list is taken too; of two forms generators of clients would make a type of its own. */
const words = (description: string) => ({ description, type: 'string' });
const failures = ['invalid_client_metadata', 'invalid_redirect_uri', 'invalid_scope'];

const ClientId = z.string().describe('Id of the client.');
/** In a path: what an id is made of, so that what the gateway takes for another path is none. */
export const ClientIdOfPath = ClientId.regex(/^[\w-]+$/);
const ClientSecret = z
  .string()
  .describe('Secret of the client, shown this once. None with token_endpoint_auth_method none.');
const ClientName = z.string().describe('Name that people see when they are asked for access.');

export const RegisteredClient = z.object({
  client_id: ClientId,
  client_secret: ClientSecret.optional(),
  client_name: ClientName,
  redirect_uris: z.array(z.string()).describe('Addresses that people may be sent back to.'),
  grant_types: z.array(z.string()).describe('Ways in which the client may get tokens.'),
  response_types: z.array(z.string()).describe('Always the word code.'),
  scope: Scope.describe('What the client may ask for.'),
  token_endpoint_auth_method: z.string().describe('How the client proves itself at the token endpoint.'),
  client_id_issued_at: z.int().describe('When the client was registered, in Unix seconds.'),
  client_secret_expires_at: z.int().describe('When the secret ends, in Unix seconds; 0 means never.'),
});

export const registerClient = endpoint({
  name: 'oauth.register',
  operationId: 'registerClient',
  summary: 'Register a client dynamically',
  description:
    'RFC 7591, without authentication. For the authorization-code flow only; addresses in the metadata are never fetched. Lists are arrays.',
  service: 'auth',
  method: 'POST',
  path: '/v2/oauth/register',
  aliases: ['/public/v2/oauth/register'],
  auth: 'public',
  envelope: oauth,
  body: z.object({
    client_name: metadata(Name),
    redirect_uris: metadata(
      list(
        'Required. Addresses people may be sent back to: https, or http on localhost, 127.0.0.1 or [::1]. At most 20.',
      ),
    ),
    grant_types: metadata(list('Ways to get tokens: authorization_code and refresh_token, both by default.')),
    response_types: metadata(list('Always the word code, which is the default.')),
    scope: metadata(ScopeField),
    token_endpoint_auth_method: metadata(AuthMethod),
  }),
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 201,
  output: RegisteredClient,
  failures,
  example: {
    body: {
      client_name: 'Kassasystem',
      redirect_uris: [redirectUri],
      scope: 'read',
      token_endpoint_auth_method: 'none',
    },
    answer: cashRegister,
  },
  rateLimit: { name: 'oauth.register', requests: 10, windowSeconds: 3600, methods: ['POST'] },
  secret: true,
});

export const OwnClient = z.object({
  client_id: ClientId,
  client_secret: ClientSecret.optional(),
  client_name: ClientName,
  redirect_uris: z.string().describe('Addresses that people may be sent back to, separated by space.'),
  grant_types: z.string().describe('Ways in which the client may get tokens, separated by space.'),
  scope: Scope.describe('What the client may ask for.'),
});

export const createClient = endpoint({
  name: 'oauth.createClient',
  summary: 'Register a client of your own',
  description: 'The client belongs to you: its client_credentials tokens act for you. The secret is shown once.',
  service: 'auth',
  method: 'POST',
  path: '/v2/oauth/clients',
  aliases: ['/api/v2/oauth/clients'],
  auth: 'session',
  envelope: oauth,
  body: z.object({
    client_name: metadata(Name),
    redirect_uris: metadata(
      words(
        'Addresses people may be sent back to, separated by space. May be left out when the only grant type is client_credentials.',
      ),
    ),
    grant_types: metadata(
      words('Ways to get tokens, separated by space: authorization_code, refresh_token, client_credentials.'),
    ),
    response_types: metadata(words('Always the word code, which is the default.')),
    scope: metadata(ScopeField),
    token_endpoint_auth_method: metadata(AuthMethod),
  }),
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 201,
  output: OwnClient,
  failures: ['access_denied@403', ...failures],
  example: {
    body: { client_name: 'Nettbutikk', grant_types: 'client_credentials', redirect_uris: '', scope: 'read write' },
    answer: { ...webShop, client_secret: clientSecret },
  },
  secret: true,
});

export const ClientEntry = OwnClient.omit({ client_secret: true }).extend({
  created_at: z
    .string()
    .meta({ description: 'When it was registered, in UTC without a zone suffix.', examples: ['2026-01-31T12:00:00'] }),
});

export const listClients = endpoint({
  name: 'oauth.listClients',
  summary: 'List your clients',
  description: 'Those that you registered yourself, without their secrets.',
  service: 'auth',
  method: 'GET',
  path: '/v2/oauth/clients',
  aliases: ['/api/v2/oauth/clients'],
  auth: 'session',
  envelope: oauth,
  status: 200,
  output: z.object({ clients: z.array(ClientEntry).describe('Your clients, the oldest first.') }),
  failures: ['access_denied@403'],
  example: { answer: { clients: [{ ...webShop, created_at: '2026-01-15T09:30:00' }] } },
});

export const deleteClient = endpoint({
  name: 'oauth.deleteClient',
  summary: 'Delete a client of yours',
  description: 'Its refresh tokens end and its access tokens are refused from then on.',
  service: 'auth',
  method: 'DELETE',
  path: '/v2/oauth/clients/{client_id}',
  aliases: ['/api/v2/oauth/clients/{client_id}'],
  auth: 'session',
  envelope: oauth,
  params: z.object({ client_id: ClientIdOfPath }),
  notFoundCode: 'invalid_client',
  status: 200,
  output: z.object({
    status: z.literal('success').describe('Always the word success.'),
    message: z.string().describe('What was done, for people.'),
  }),
  failures: ['access_denied@403', 'invalid_client@404'],
  example: {
    values: { 'params.client_id': 'clients/id' },
    params: { client_id: clientId },
    answer: { status: 'success', message: 'The client was deleted' },
  },
});
