import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { OAUTH_BODY_LIMIT, parameter } from './parameters.ts';
import { beginSignup, completeSignup } from './signup.ts';

const form = 'application/x-www-form-urlencoded';

/**
 * The page that people sign up on; the identity provider leads back to it when it is the web application of
 * `APP_BASE_URL`.
 */
export const signUpPage = endpoint({
  name: 'signup.page',
  summary: 'The sign-up page',
  service: 'auth',
  method: 'GET',
  path: '/sign-up',
  // A reload after a form shows the first page.
  aliases: ['/sign-up/start', '/sign-up/complete', '/sign-up/log-in'],
  auth: 'public',
  envelope: standard,
  query: z.looseObject({
    signup_code: parameter('Code from the callback.'),
    signup_error: parameter('Error code from the callback.'),
  }),
  status: 200,
  output: z.undefined(),
  alternatives: ['text/html'],
  secret: true,
  hidden: true,
  forPeople: true,
});

/** Shares the limit of the call that it stands for, so that it is no way around it. */
export const startSignUp = endpoint({
  name: 'signup.startForm',
  summary: 'Leads from the sign-up page to the identity provider',
  service: 'auth',
  method: 'POST',
  path: '/sign-up/start',
  auth: 'public',
  envelope: standard,
  body: z.looseObject({}),
  bodyOptional: true,
  bodyType: form,
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 303,
  output: z.undefined(),
  rateLimit: beginSignup.rateLimit!,
  secret: true,
  hidden: true,
  forPeople: true,
  idempotency: 'steps',
});

/** Shares the limit of the call that it stands for. */
export const finishSignUp = endpoint({
  name: 'signup.completeForm',
  summary: 'Completes a signup from the sign-up page',
  service: 'auth',
  method: 'POST',
  path: '/sign-up/complete',
  auth: 'public',
  envelope: standard,
  body: z.object({
    signup_token: parameter('Token of the page.'),
    organization_id: parameter('Id of the organization that was chosen.'),
    email: parameter('E-mail address of a new user.'),
    password: parameter('Password of a new user.'),
    ads: parameter('The word on: how the person came here may be stored.'),
  }),
  bodyOptional: true,
  bodyType: form,
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: z.undefined(),
  rateLimit: completeSignup.rateLimit!,
  secret: true,
  hidden: true,
  forPeople: true,
  idempotency: 'steps',
});

/** Shares the limit of the call beside it. */
export const logInByIdentityForm = endpoint({
  name: 'signup.logInForm',
  summary: 'Logs in whom the identity provider has proved, without a new company',
  service: 'auth',
  method: 'POST',
  path: '/sign-up/log-in',
  auth: 'public',
  envelope: standard,
  body: z.object({ signup_token: parameter('Token of the page.') }),
  bodyOptional: true,
  bodyType: form,
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 303,
  output: z.undefined(),
  rateLimit: completeSignup.rateLimit!,
  secret: true,
  hidden: true,
  forPeople: true,
  idempotency: 'steps',
});
