import { endpoint } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { owner, sessionToken } from './examples.ts';
import { OAUTH_BODY_LIMIT } from './parameters.ts';
import { User } from './users.ts';

const HOUR = 3600;

const Provider = z
  .string()
  .optional()
  .meta({
    override: { type: 'string', enum: ['idp'], default: 'idp', description: 'The identity provider; there is one.' },
  });

/** Fields are checked by the operation, which answers with the codes of its own area. */
const field = (type: 'string' | 'integer' | 'object', description: string) =>
  z.unknown().optional().meta({ override: { type, description } });

export const beginSignup = endpoint({
  name: 'signup.begin',
  operationId: 'beginSignup',
  summary: 'Begin to sign up: where to send the browser',
  description:
    'Navigate to `authorization_url` with the whole page. The person proves who they are there and comes back to the callback.',
  service: 'auth',
  method: 'POST',
  path: '/api/v2/auth/signup/authorize',
  auth: 'public',
  envelope: standard,
  query: z.object({ provider: Provider }),
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: z.object({
    authorization_url: z.string().describe('Where to send the browser, as a whole page.'),
    session_key: z.string().describe('Names the attempt that was begun.'),
  }),
  example: {
    answer: {
      authorization_url:
        'https://idp.example/auth?request_uri=urn:ietf:params:oauth:request_uri:9BfG&client_id=accounting-platform',
      session_key: 'V08vV13Ld378YhmGlDeRb5JZOP00gexRLLGZPAppKVE',
    },
  },
  failures: ['signup.unsupported_provider', 'idp.par_failed'],
  rateLimit: { name: 'signup.authorize', requests: 30, windowSeconds: HOUR, methods: ['POST'] },
  secret: true,
  // The identity provider is asked in between: no transaction stays open for that.
  idempotency: 'steps',
});

export const signupCallback = endpoint({
  name: 'signup.callback',
  operationId: 'returnFromIdentityProvider',
  summary: 'Where the identity provider sends the browser back to',
  description:
    'Leads to `{APP_BASE_URL}/sign-up` with `signup_code`, good for 60 seconds and once, or with `signup_error`.',
  service: 'auth',
  method: 'GET',
  path: '/api/v2/auth/signup/callback',
  auth: 'public',
  envelope: standard,
  query: z.looseObject({ provider: Provider }),
  status: 302,
  output: z.undefined(),
  failures: ['signup.unsupported_provider'],
  example: { cannotRun: 'The identity provider sends a browser here.' },
  rateLimit: { name: 'signup.callback', requests: 20, windowSeconds: HOUR, methods: ['GET'] },
  secret: true,
});

export const exchangeSignupCode = endpoint({
  name: 'signup.exchange',
  operationId: 'exchangeSignupCode',
  summary: 'Swap the signup code for a signup token',
  description: 'The code is gone with this call. The token lives 15 minutes and travels in bodies only.',
  service: 'auth',
  method: 'POST',
  path: '/api/v2/auth/signup/exchange',
  auth: 'public',
  envelope: standard,
  body: z.object({ code: field('string', 'The `signup_code` from the address of the browser.') }),
  bodyOptional: true,
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: z.object({
    signup_token: z.string().describe('What completes the signup; good for 15 minutes.'),
    given_name: z.string().describe('Given name, as the identity provider knows it.'),
    family_name: z.string().describe('Family name, as the identity provider knows it.'),
    is_existing_user: z
      .boolean()
      .describe('Whether this person has a user already, who then needs no e-mail and password.'),
    organizations: z
      .array(
        z.object({
          id: z.int().describe('Id of the organization.'),
          name: z.string().describe('Name in the business registry.'),
          organization_number: z.string().describe('Number in the business registry, nine digits.'),
          already_registered: z
            .boolean()
            .describe('Whether it has a proven client account, which cannot be taken over.'),
        }),
      )
      .describe('The organizations that the person may act for.'),
  }),
  example: {
    cannotRun: 'A person proves who they are at the identity provider first, in a browser.',
    body: { code: 'the-code-from-the-address' },
    answer: {
      signup_token: 'the-token-of-the-exchange',
      given_name: 'Ingrid',
      family_name: 'Nordlys',
      is_existing_user: false,
      organizations: [
        {
          id: demo.company.organization_id,
          name: demo.company.display_name,
          organization_number: demo.company.organization_number,
          already_registered: false,
        },
      ],
    },
  },
  failures: ['signup.missing_code', 'signup.invalid_code'],
  rateLimit: { name: 'signup.exchange', requests: 60, windowSeconds: HOUR, methods: ['POST'] },
  secret: true,
});

export const completeSignup = endpoint({
  name: 'signup.complete',
  operationId: 'completeSignup',
  summary: 'Complete a signup: user, client account and session',
  description:
    'Makes the client account of the organization with the caller as owner. A new user gives e-mail and password; an e-mail address that has a user is linked with that user’s password. Sets the HTTP-only `refresh_token` cookie.',
  service: 'auth',
  method: 'POST',
  path: '/api/v2/auth/signup',
  auth: 'public',
  envelope: standard,
  body: z.object({
    signup_token: field('string', 'The token from the exchange.'),
    organization_id: field('integer', 'Id of one of the organizations of the exchange.'),
    email: field('string', 'E-mail address of a new user.'),
    password: field('string', 'Password of a new user: 8 to 128 characters of at least two kinds.'),
    consent: field('object', '`{ads: boolean}`. How the person came here is stored only when it is true.'),
    attribution: field('object', 'How the person came here: `{first, last, clicks}`.'),
  }),
  bodyOptional: true,
  lenientField: 'attribution',
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 201,
  output: z.object({
    token: z.string().describe('A session token of the new owner.'),
    user: User.describe('The person, with the client account.'),
    status: z.literal(true).describe('Always true.'),
    message: z.string().describe('What was done, for people.'),
  }),
  example: {
    cannotRun: 'A person proves who they are at the identity provider first, in a browser.',
    body: {
      signup_token: 'the-token-of-the-exchange',
      organization_id: demo.company.organization_id,
      email: 'ingrid@nordlys.example',
      password: demo.password,
    },
    answer: { token: sessionToken, user: owner, status: true, message: 'User created successfully' },
  },
  failures: [
    'signup.missing_fields',
    'signup.invalid_token',
    'signup.organization_not_authorized',
    'signup.organization_already_registered',
    'signup.invalid_email',
    'signup.weak_password',
    'signup.email_linked_to_other_identity',
    'signup.incorrect_password',
    'signup.identity_already_registered',
  ],
  cookies: true,
  rateLimit: { name: 'signup.complete', requests: 50, windowSeconds: HOUR, methods: ['POST'] },
  secret: true,
  idempotency: 'steps',
});
