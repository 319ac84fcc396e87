import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { integer, Timestamp } from '../scalars.ts';
import { OAUTH_BODY_LIMIT, parameter } from './parameters.ts';

const UserIdText = z
  .string()
  .regex(/^\d{1,15}$/, 'must be an integer')
  .transform(Number)
  .meta({ override: { type: 'integer' } });

export const RefreshToken = z.object({
  id: z.int(),
  user_id: z.int(),
  client_id: z.string(),
  client_name: z.string().meta({ description: '"Unknown" when the client is gone' }),
  scope: z.string(),
  revoked: z.boolean(),
  expires_at: z.int().meta({ description: 'Unix seconds' }),
  created_at: Timestamp,
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
    user_id: UserIdText.optional(),
    client_id: parameter('Of one client'),
    active_only: parameter('true by default; any other value lists revoked and expired ones too'),
  }),
  status: 200,
  output: z.object({ tokens: z.array(RefreshToken) }),
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
    token_id: integer().nullish(),
    user_id: integer().nullish(),
    client_id: z.string({ error: 'must be text' }).nullish(),
  }),
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: z.object({ status: z.literal('success'), revoked: z.int() }),
  failures: ['access_denied@400', 'invalid_request'],
});
