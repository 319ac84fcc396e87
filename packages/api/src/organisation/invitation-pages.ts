import { endpoint } from '@app/contract';
import { z } from 'zod';
import { OAUTH_BODY_LIMIT, parameter } from '../auth/parameters.ts';
import { standard } from '../envelopes.ts';

/**
 * What the links in mails of invitations lead to when `APP_BASE_URL` is the platform's own address. Not part of the
 * API.
 */
const page = {
  service: 'organisation',
  path: '/invitations/{token}',
  auth: 'public',
  envelope: standard,
  params: z.object({ token: z.string().describe('The token of the link in the mail.') }),
  // Mail programs add words of their own to links.
  query: z.looseObject({}),
  output: z.undefined(),
  secret: true,
  hidden: true,
  forPeople: true,
} as const;

export const invitationPage = endpoint({
  ...page,
  name: 'pages.invitation',
  summary: 'Who invites to what, and the form that accepts it',
  method: 'GET',
  status: 200,
  alternatives: ['text/html'],
});

/** The same operation as `acceptInvitation`, which also validates the fields. */
export const invitationForm = endpoint({
  ...page,
  name: 'pages.acceptInvitation',
  summary: 'Accepts an invitation from its page',
  method: 'POST',
  body: z.object({
    first_name: parameter('Given name of a new user.'),
    last_name: parameter('Family name of a new user.'),
    email: parameter('The invited address.'),
    password: parameter('A new password, or that of the existing user.'),
    known: parameter('The word yes: the page asked an existing user for the password.'),
  }),
  bodyOptional: true,
  bodyType: 'application/x-www-form-urlencoded',
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 303,
  idempotency: 'steps',
});
