import { endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { cashRegister, codeChallenge, redirectUri } from './examples.ts';
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
    client_id: parameter('Required. The client that asks.'),
    redirect_uri: parameter('Required. Exactly one of the addresses that the client registered.'),
    response_type: parameter('Required. The word code.'),
    scope: parameter('What is asked for: read, write or both, separated by space. The registered scope by default.'),
    state: parameter('Comes back as it was, so that the client knows its own request again.'),
    resource: parameter('Resource that the token is to be for (RFC 8707). Send the same to the token endpoint.'),
    code_challenge: parameter('Required. SHA-256 of the PKCE verifier, in base64url.'),
    code_challenge_method: parameter('How the challenge was made: S256.'),
  }),
  status: 200,
  output: z.undefined(),
  alternatives: ['text/html'],
  replies: { 302: { description: redirects } },
  failures: ['invalid_request@400', 'invalid_client@400', 'invalid_redirect_uri'],
  rateLimit: { name: 'oauth.authorize', requests: 120, windowSeconds: 3600, methods: ['GET'] },
  example: {
    cannotRun: 'A person answers the consent page in a browser.',
    query: {
      client_id: cashRegister.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'read',
      state: 'af0ifjsldkj',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    },
  },
  // The page holds an anti-forgery token, a redirect the authorization code.
  secret: true,
  forPeople: true,
});

export const answerConsent = endpoint({
  name: 'oauth.consent',
  operationId: 'answerConsent',
  summary: 'Answer the consent page',
  description:
    'Sent by the page itself. The request is the stored one; the form holds the answer and the anti-forgery token.',
  service: 'auth',
  method: 'POST',
  path: '/public/v2/oauth/authorize',
  aliases: ['/v2/oauth/authorize'],
  auth: 'public',
  envelope: oauth,
  body: z.object({
    csrf_token: parameter('Anti-forgery token of the page.'),
    confirm: parameter('The word yes gives access; anything else denies it.'),
    write: parameter('The word on gives the right to write as well, when that was asked for.'),
  }),
  bodyOptional: true,
  bodyType: 'application/x-www-form-urlencoded',
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 302,
  output: z.undefined(),
  failures: ['invalid_request@400'],
  example: {
    cannotRun: 'The form of the consent page sends it, from a browser.',
    body: { csrf_token: 'the-token-of-the-page', confirm: 'yes' },
  },
  secret: true,
  forPeople: true,
});
