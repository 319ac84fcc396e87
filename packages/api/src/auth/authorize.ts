import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { OAUTH_BODY_LIMIT, parameter } from './parameters.ts';

const redirects = 'To the redirect address with `code` or `error`, `state` and `iss`; or to the login page';

export const authorize = endpoint({
  name: 'oauth.authorize',
  summary: 'Ask a person for access',
  description:
    'Begins the authorization-code flow in the browser: login when needed, then the consent page. PKCE with S256 is required. Until client and redirect address are known to belong together faults are answered here, later ones by redirect.',
  service: 'auth',
  method: 'GET',
  path: '/public/v2/oauth/authorize',
  aliases: ['/v2/oauth/authorize'],
  auth: 'public',
  envelope: oauth,
  query: z.object({
    client_id: parameter('Required'),
    redirect_uri: parameter('Required; exactly a registered one'),
    response_type: parameter('Required; code'),
    scope: parameter('read, write or both; the registered scope by default'),
    state: parameter('Comes back as it was'),
    resource: parameter('The resource the token shall be for (RFC 8707); send the same to the token endpoint'),
    code_challenge: parameter('Required; SHA-256 of the verifier in base64url'),
    code_challenge_method: parameter('S256'),
  }),
  status: 200,
  output: z.undefined(),
  alternatives: ['text/html'],
  replies: { 302: { description: redirects } },
  failures: ['invalid_request@400', 'invalid_client@400', 'invalid_redirect_uri'],
  rateLimit: { name: 'oauth.authorize', requests: 120, windowSeconds: 3600, methods: ['GET'] },
  // The page holds an anti-forgery token, a redirect the authorization code.
  secret: true,
  forPeople: true,
});

export const answerConsent = endpoint({
  name: 'oauth.consent',
  operationId: 'answerConsent',
  summary: 'Answer the consent page',
  description: 'Sent by the page itself. The request is the stored one; the form holds the answer and the anti-forgery token.',
  service: 'auth',
  method: 'POST',
  path: '/public/v2/oauth/authorize',
  aliases: ['/v2/oauth/authorize'],
  auth: 'public',
  envelope: oauth,
  body: z.object({
    csrf_token: parameter('The anti-forgery token of the page'),
    confirm: parameter('yes gives access; anything else denies'),
    write: parameter('on: to write as well, when that was asked for'),
  }),
  bodyOptional: true,
  bodyType: 'application/x-www-form-urlencoded',
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 302,
  output: z.undefined(),
  failures: ['invalid_request@400'],
  secret: true,
  forPeople: true,
});
