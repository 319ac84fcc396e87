import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { CreatedAt, RecordId } from '../fields.ts';
import { integer } from '../scalars.ts';
import { cashRegister, refreshTokenRow } from './examples.ts';
import { OAUTH_BODY_LIMIT, parameter } from './parameters.ts';

const UserIdText = z
  .string()
  .regex(/^\d{1,15}$/, 'must be an integer')
  .transform(Number)
  .meta({ override: { type: 'integer' } });

export const RefreshToken = z.object({
  id: RecordId,
  user_id: z.int().describe('User whom it acts for.'),
  client_id: z.string().describe('Client that holds it.'),
  client_name: z.string().describe('Name of that client; "Unknown" when the client is gone.'),
  scope: z.string().describe('What it allows, separated by space.'),
  revoked: z.boolean().describe('Whether it has been revoked.'),
  expires_at: z.int().describe('When it ends, in Unix seconds.'),
  created_at: CreatedAt,
});

export const listTokens = endpoint({
  name: 'oauth.listTokens',
  summary: 'List refresh tokens of all users',
  description: 'For administrators.',
  service: 'auth',
  method: 'GET',
  path: '/api/v2/oauth/admin/tokens',
  aliases: ['/v2/oauth/admin/tokens'],
  envelope: oauth,
  query: z.object({
    user_id: UserIdText.optional().describe('Tokens of one user.'),
    client_id: parameter('Tokens of one client.'),
    active_only: parameter('The word true by default; any other value lists revoked and expired tokens too.'),
  }),
  status: 200,
  output: z.object({ tokens: z.array(RefreshToken).describe('The refresh tokens that match.') }),
  example: {
    sender: 'administrator',
    query: { user_id: refreshTokenRow.user_id },
    answer: { tokens: [refreshTokenRow] },
  },
  failures: ['access_denied@400', 'invalid_request@400'],
});

export const revokeTokens = endpoint({
  name: 'oauth.revokeTokens',
  summary: 'Revoke refresh tokens of any user',
  description: 'For administrators. Exactly one of the fields.',
  service: 'auth',
  method: 'POST',
  path: '/api/v2/oauth/admin/tokens/revoke',
  aliases: ['/v2/oauth/admin/tokens/revoke'],
  envelope: oauth,
  body: z.object({
    token_id: integer().nullish().describe('Revokes one refresh token.'),
    user_id: integer().nullish().describe('Revokes the refresh tokens of one user.'),
    client_id: z.string({ error: 'must be text' }).nullish().describe('Revokes the refresh tokens of one client.'),
  }),
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: z.object({
    status: z.literal('success').describe('Always the word success.'),
    revoked: z.int().describe('How many tokens were revoked.'),
  }),
  example: {
    sender: 'administrator',
    values: { 'body.client_id': 'clients/registered' },
    body: { client_id: cashRegister.client_id },
    answer: { status: 'success', revoked: 1 },
  },
  failures: ['access_denied@400', 'invalid_request'],
});
