import { endpoint } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { oauth } from '../envelopes.ts';
import { owner, sessionToken } from './examples.ts';
import { OAUTH_BODY_LIMIT, parameter } from './parameters.ts';
import { User } from './users.ts';

export const SessionToken = z.object({
  token: z.string().describe('The session token: a bearer token with the scope read write.'),
  token_type: z.literal('Bearer').describe('Always Bearer.'),
  expires_in: z.int().meta({ description: 'Seconds that the token lives.', examples: [3600] }),
});

const session = { token: sessionToken, token_type: 'Bearer', expires_in: 3600 } as const;

export const loginPage = endpoint({
  name: 'oauth.loginPage',
  operationId: 'showLoginPage',
  summary: 'The login page',
  description: 'A form for e-mail address and password, for people in a browser.',
  example: { query: { next: '/account' } },
  service: 'auth',
  method: 'GET',
  path: '/v2/oauth/login',
  aliases: ['/public/v2/oauth/login'],
  auth: 'public',
  envelope: oauth,
  query: z.object({ next: parameter('Where the login leads: a path on this origin.') }),
  status: 200,
  output: z.undefined(),
  alternatives: ['text/html'],
  forPeople: true,
});

export const login = endpoint({
  name: 'oauth.login',
  summary: 'Log in with e-mail and password',
  description:
    'A form logs a browser in: it is sent on to `next` with a session cookie. JSON gives a session token and the user. Ten wrong passwords in a row lock the address for their network (/24, /64) for 15 minutes; a hundred from everywhere within 15 minutes lock it for browsers that never logged in with it.',
  service: 'auth',
  method: 'POST',
  path: '/v2/oauth/login',
  aliases: ['/public/v2/oauth/login'],
  auth: 'public',
  envelope: oauth,
  body: z.object({
    email: z.string({ error: 'is required' }).min(1, 'is required').describe('E-mail address of the person.'),
    password: z.string({ error: 'is required' }).min(1, 'is required').describe('Password of the person.'),
    next: z
      .unknown()
      .optional()
      .meta({
        override: { type: 'string', description: 'Where a form leads: a path on this origin. Not read in JSON.' },
      }),
  }),
  bodyType: 'form-or-json',
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: SessionToken.extend({
    user: User.describe('The person, with the client accounts and contracts within reach.'),
  }),
  example: { body: { email: 'ingrid@nordlys.example', password: demo.password }, answer: { ...session, user: owner } },
  replies: { 302: { description: 'Form: to `next`, with the session cookie' } },
  failures: ['invalid_request@400', 'invalid_grant@401'],
  rateLimit: { name: 'oauth.login', requests: 60, windowSeconds: 3600, methods: ['POST'] },
  secret: true,
  forPeople: true,
});

export const logout = endpoint({
  name: 'oauth.logout',
  summary: 'Log out',
  description:
    'Ends the sessions whose cookies come along, and the one of a session token in `Authorization`: its tokens are refused by every service within a second. Clears the cookies; does so without a session too.',
  service: 'auth',
  method: 'POST',
  path: '/v2/oauth/logout',
  aliases: ['/public/v2/oauth/logout'],
  auth: 'public',
  envelope: oauth,
  status: 204,
  output: z.undefined(),
  example: {},
  secret: true,
  cookies: true,
});

export const refreshSession = endpoint({
  name: 'oauth.refreshSession',
  summary: 'Get a new session token',
  description:
    'With the HTTP-only `refresh_token` cookie that signup and invitations set for the path `/v2/oauth/session`. The cookie is replaced each time; for ten seconds the same browser may show the old one again, so that two tabs do not log each other out.',
  service: 'auth',
  method: 'POST',
  path: '/v2/oauth/session/refresh',
  aliases: ['/public/v2/oauth/session/refresh'],
  auth: 'public',
  envelope: oauth,
  status: 200,
  output: SessionToken,
  example: {
    cannotRun: 'The cookie of a browser that signed up or accepted an invitation comes with it.',
    answer: session,
  },
  failures: ['invalid_grant@401'],
  secret: true,
  cookies: true,
});
