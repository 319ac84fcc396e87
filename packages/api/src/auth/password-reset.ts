import { endpoint } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { oauth } from '../envelopes.ts';
import { mailedToken } from './examples.ts';
import { OAUTH_BODY_LIMIT } from './parameters.ts';

const common = { service: 'auth', auth: 'public', envelope: oauth, secret: true, forPeople: true } as const;

const asking = { ...common, path: '/v2/oauth/password-reset', aliases: ['/public/v2/oauth/password-reset'] } as const;

const choosing = {
  ...common,
  path: '/v2/oauth/password-reset/{token}',
  aliases: ['/public/v2/oauth/password-reset/{token}'],
  params: z.object({ token: z.string().describe('The token of the link in the mail.') }),
  // Mail programs add words of their own to links.
  query: z.looseObject({}),
} as const;

const page = { method: 'GET', status: 200, output: z.undefined(), alternatives: ['text/html'] } as const;

const form = {
  method: 'POST',
  bodyType: 'form-or-json',
  bodyLimit: OAUTH_BODY_LIMIT,
  output: z.undefined(),
} as const;

export const passwordResetPage = endpoint({
  ...asking,
  ...page,
  name: 'oauth.passwordResetPage',
  operationId: 'showPasswordResetPage',
  summary: 'The page for a forgotten password',
  description: 'A form for an e-mail address, for people in a browser.',
  example: {},
});

export const requestPasswordReset = endpoint({
  ...asking,
  ...form,
  name: 'oauth.requestPasswordReset',
  summary: 'Ask for a link to a new password',
  description:
    'Says the same, as fast, for every address. A link is mailed to the user whose address it is, at most three an hour. From a browser’s form the answer is a page.',
  body: z.object({
    email: z
      .string({ error: 'is required' })
      .min(1, 'is required')
      .describe('The address that the person signs in with.'),
  }),
  example: { body: { email: 'jonas@nordlys.example' } },
  status: 202,
  failures: ['invalid_request@400'],
  rateLimit: { name: 'oauth.passwordReset', requests: 5, windowSeconds: 900, methods: ['POST'] },
});

export const newPasswordPage = endpoint({
  ...choosing,
  ...page,
  name: 'oauth.newPasswordPage',
  operationId: 'showNewPasswordPage',
  summary: 'The page that the mailed link leads to',
  description: 'Looking at it does not use the link up.',
  example: { values: { 'params.token': 'password-reset/token' }, params: { token: mailedToken } },
});

export const resetPassword = endpoint({
  ...choosing,
  ...form,
  name: 'oauth.resetPassword',
  summary: 'Choose a new password by the mailed link',
  description:
    'Works once, for an hour. Ends every session and refresh token of the user. A password that is too weak leaves the link as it is. From a browser’s form the answer is a page.',
  body: z.object({
    password: z
      .string({ error: 'is required' })
      .min(1, 'is required')
      .describe('The new password: 8 to 128 characters of at least two kinds, none that many people use.'),
  }),
  example: {
    values: { 'params.token': 'password-reset/token' },
    after: ['showNewPasswordPage'],
    params: { token: mailedToken },
    body: { password: demo.password },
  },
  status: 204,
  replies: { 200: { description: 'Form: the page that says it is done' } },
  failures: ['invalid_request@400', 'invalid_grant@400', 'user.weak_password'],
});
