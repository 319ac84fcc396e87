import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { IdText, oneOf, Switch, Timestamp, text } from '../scalars.ts';

export const UserLanguage = oneOf('nob', 'eng');

const AccountLink = z.object({
  id: z.int(),
  account: z.object({ id: z.int(), unique_name: z.string(), display_name: z.string() }),
  role: z.object({ id: z.int(), name: z.string() }),
});

const ContractSummary = z.object({
  id: z.int(),
  client_account_id: z.int(),
  provider_client_account_id: z.int(),
  service_provided: z.string(),
  approval_status: z.string(),
  is_active: z.boolean(),
});

/** The user object of document 1 with the additions of document 4 section 13.2. */
export const User = z.object({
  self_url: z.string(),
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  email_verified: z.boolean().meta({ description: 'The link mailed to `email` was opened, or an invitation reached it' }),
  pending_email: z.string().nullable().meta({ description: 'The address that `email` becomes once the link mailed to it is opened' }),
  profile_image_url: z.string().nullable(),
  accounts: z.array(AccountLink).optional(),
  contracts: z.array(ContractSummary).optional(),
  created_at: Timestamp,
  last_login: Timestamp.nullable(),
  language: UserLanguage,
  has_identity_link: z.boolean(),
  is_admin: z.boolean(),
});

/** What people who share a client account see of each other. */
export const PublicUser = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  created_at: Timestamp,
  profile_image_url: z.string().nullable(),
  last_login: Timestamp.nullable(),
});

const relations = ['accounts', 'contracts'] as const;

/** Both by default; those that are named otherwise. */
const withRelations = z
  .string()
  .optional()
  .transform(
    (value): ReadonlySet<string> =>
      new Set((value ?? relations.join(',')).split(/[,;\s]+/).filter((name) => relations.some((known) => known === name))),
  )
  .meta({ override: { type: 'string', description: 'Relations to embed: accounts, contracts; both by default' } });

export const me = endpoint({
  name: 'users.me',
  operationId: 'getMe',
  summary: 'Who you are and what you reach',
  service: 'auth',
  method: 'GET',
  path: '/api/v2/users/me',
  envelope: standard,
  permission: 'any',
  query: z.object({ with: withRelations }),
  status: 200,
  output: User,
});

/** Passwords are taken as they are: not trimmed, and measured by the password rule. */
const password = z.string({ error: 'must be text' }).refine((value) => !value.includes('\0'), 'must not hold NUL characters');

export const updateMe = endpoint({
  name: 'users.updateMe',
  summary: 'Change your name, language, e-mail address or password',
  description:
    'A new address or password needs `current_password`. A new address stands in `pending_email` until the link mailed to it is opened; the old one is in force until then and gets a notice. Your own address sent again takes the wish back, or mails a new link when it is not verified. A new password ends your other sessions and refresh tokens, and a wish for another address made before.',
  service: 'auth',
  method: 'PATCH',
  path: '/api/v2/users/me',
  envelope: standard,
  permission: 'any',
  query: z.object({ with: withRelations }),
  body: z.object({
    first_name: text(100).optional(),
    last_name: text(100).optional(),
    language: UserLanguage.optional(),
    email: text(254).optional(),
    password: password.optional(),
    current_password: password.optional(),
  }),
  status: 200,
  output: User,
  failures: ['user.invalid_password', 'user.weak_password', 'user.email_taken', 'common.rate_limited'],
  cookies: true,
});

export const getUser = endpoint({
  name: 'users.get',
  operationId: 'getUser',
  summary: 'Somebody you share a client account with',
  service: 'auth',
  method: 'GET',
  path: '/api/v2/users/{id}',
  envelope: standard,
  permission: 'any',
  params: z.object({ id: IdText }),
  notFoundCode: 'user.not_found',
  status: 200,
  output: PublicUser,
});

export const updateUser = endpoint({
  name: 'users.update',
  operationId: 'updateUser',
  summary: 'Deactivate or reactivate a user',
  description:
    'For administrators. All tokens of a deactivated user are refused. Nobody deactivates themselves, and one active administrator is always left.',
  service: 'auth',
  method: 'PATCH',
  path: '/api/v2/users/{id}',
  envelope: standard,
  permission: 'any',
  // Who may not do this learns nothing of ids, malformed ones included: the operation reads it after the role.
  params: z.object({ id: z.string().meta({ override: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } }) }),
  body: z.object({ is_active: Switch }),
  notFoundCode: 'user.not_found',
  status: 200,
  output: PublicUser.extend({ is_active: z.boolean() }),
  failures: ['user.last_administrator'],
});
