import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { mailedToken } from './examples.ts';
import { OAUTH_BODY_LIMIT } from './parameters.ts';

const link = {
  service: 'auth',
  path: '/public/v2/email-verifications/{token}',
  auth: 'public',
  envelope: standard,
  params: z.object({ token: z.string().describe('The token of the link in the mail.') }),
  // Mail programs add words of their own to links.
  query: z.looseObject({}),
  secret: true,
  forPeople: true,
} as const;

/** Only shows what the link is for: programs that look through mails open links too. */
export const emailVerificationPage = endpoint({
  ...link,
  name: 'emailVerifications.page',
  operationId: 'showEmailVerificationPage',
  summary: 'The page that the mailed link leads to',
  description: 'Asks the person to confirm. Opening it proves nothing yet: the form on it does.',
  method: 'GET',
  status: 200,
  output: z.undefined(),
  example: { values: { 'params.token': 'email-verifications/token' }, params: { token: mailedToken } },
  alternatives: ['text/html'],
});

export const verifyEmail = endpoint({
  ...link,
  name: 'emailVerifications.verify',
  operationId: 'verifyEmail',
  summary: 'Prove an e-mail address by the link that was mailed to it',
  description:
    'Works once, for three days. The address becomes the user’s own; another user who named it without a proof loses it. From a browser’s form the answer is a page.',
  method: 'POST',
  body: z.looseObject({}),
  bodyOptional: true,
  bodyType: 'form-or-json',
  bodyLimit: OAUTH_BODY_LIMIT,
  status: 200,
  output: z.object({
    email: z.string().describe('The address that is proven now.'),
    email_verified: z.literal(true).describe('Always true.'),
  }),
  example: {
    values: { 'params.token': 'email-verifications/token' },
    after: ['showEmailVerificationPage'],
    params: { token: mailedToken },
    answer: { email: 'ingrid@nordlys.example', email_verified: true },
  },
  failures: ['email_verification.invalid_token', 'user.email_taken'],
});
