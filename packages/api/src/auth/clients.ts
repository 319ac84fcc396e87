import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { metadata, OAUTH_BODY_LIMIT, Scope } from './parameters.ts';

const Name = { type: 'string', maxLength: 200 };
const ScopeField = { type: 'string', description: 'read, write or both, separated by space; both by default' };
const AuthMethod = { type: 'string', enum: ['client_secret_post', 'client_secret_basic', 'none'], default: 'client_secret_post' };
const list = (description: string) => ({ description, type: 'array', items: { type: 'string' } });
const listOrText = (description: string) => ({
  description,
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
});
const failures = ['invalid_client_metadata', 'invalid_redirect_uri', 'invalid_scope'];

export const RegisteredClient = z.object({
  client_id: z.string(),
  client_secret: z.string().optional().meta({ description: 'Shown once; not with token_endpoint_auth_method none' }),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  scope: Scope,
  token_endpoint_auth_method: z.string(),
  client_id_issued_at: z.int().meta({ description: 'Unix seconds' }),
  client_secret_expires_at: z.int().meta({ description: '0: never' }),
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
    client_name: metadata({ ...Name, description: 'Required' }),
    redirect_uris: metadata(list('Required. https, or http on localhost, 127.0.0.1 or [::1]; at most 20')),
    grant_types: metadata(list('authorization_code and refresh_token, both by default')),
    response_types: metadata(list('code')),
    scope: metadata(ScopeField),
    token_endpoint_auth_method: metadata(AuthMethod),
  }),
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 201,
  output: RegisteredClient,
  failures,
  rateLimit: { name: 'oauth.register', requests: 10, windowSeconds: 3600, methods: ['POST'] },
  secret: true,
});

export const OwnClient = z.object({
  client_id: z.string(),
  client_secret: z.string().optional().meta({ description: 'Shown once' }),
  client_name: z.string(),
  redirect_uris: z.string().meta({ description: 'Separated by space' }),
  grant_types: z.string().meta({ description: 'Separated by space' }),
  scope: Scope,
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
    redirect_uris: metadata(listOrText('Separated by space. May be left out when the only grant type is client_credentials')),
    grant_types: metadata(listOrText('Separated by space: authorization_code, refresh_token, client_credentials')),
    response_types: metadata(listOrText('code')),
    scope: metadata(ScopeField),
    token_endpoint_auth_method: metadata(AuthMethod),
  }),
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 201,
  output: OwnClient,
  failures: ['access_denied@403', ...failures],
  secret: true,
});

export const ClientEntry = OwnClient.omit({ client_secret: true }).extend({
  created_at: z.string().meta({ description: 'UTC, without a zone suffix', examples: ['2026-01-31T12:00:00'] }),
});

export const listClients = endpoint({
  name: 'oauth.listClients',
  summary: 'List your clients',
  service: 'auth',
  method: 'GET',
  path: '/v2/oauth/clients',
  aliases: ['/api/v2/oauth/clients'],
  auth: 'session',
  envelope: oauth,
  status: 200,
  output: z.object({ clients: z.array(ClientEntry) }),
  failures: ['access_denied@403'],
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
  params: z.object({ client_id: z.string() }),
  notFoundCode: 'invalid_client',
  status: 200,
  output: z.object({ status: z.literal('success'), message: z.string() }),
  failures: ['access_denied@403', 'invalid_client@404'],
});
