import { endpoint } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { CreatedAt, pathId } from '../fields.ts';
import { oneOf, Switch, text } from '../scalars.ts';
import { FirstName, LastLogin, LastName, ProfileImageUrl, PublicUserOut, UserId } from '../users.ts';
import { bookkeeper, owner } from './examples.ts';

export const UserLanguage = oneOf('nob', 'eng');

const AccountLink = z.object({
  id: z.int().describe('Id of the link between the user and the client account.'),
  account: z
    .object({
      id: z.int().describe('Id of the client account.'),
      unique_name: z.string().describe('Name in addresses: unique, and never changed.'),
      display_name: z.string().describe('Name that people see.'),
    })
    .describe('The client account.'),
  role: z
    .object({
      id: z.int().describe('Id of the role, 1 to 6.'),
      name: z.string().describe('Code of the role, such as CA.'),
    })
    .describe('The role of the user there.'),
});

const ContractSummary = z.object({
  id: z.int().describe('Id of the contract.'),
  client_account_id: z.int().describe('Client account of the customer.'),
  provider_client_account_id: z.int().describe('Client account of the firm.'),
  service_provided: z.string().describe('What the firm does: ACCOUNTING, AUDITING or TASK_CONTRIBUTION.'),
  approval_status: z.string().describe('What the customer decided: PENDING, APPROVED, REJECTED or EXPIRED.'),
  is_active: z.boolean().describe('Whether it gives access today.'),
});

/** The user object (docs/contract/users.md). */
export const User = z.object({
  self_url: z.string().describe('Path of this user.'),
  id: UserId,
  first_name: FirstName,
  last_name: LastName,
  email: z
    .string()
    .nullable()
    .describe('E-mail address that the person signs in with; null for one who signs in by identity alone.'),
  email_verified: z.boolean().describe('Whether the link mailed to `email` was opened, or an invitation reached it.'),
  pending_email: z.string().nullable().describe('Address that `email` becomes once the link mailed to it is opened.'),
  profile_image_url: ProfileImageUrl,
  accounts: z.array(AccountLink).optional().describe('Client accounts that the user has a role on.'),
  contracts: z.array(ContractSummary).optional().describe('Contracts of firms that the user is a member of.'),
  created_at: CreatedAt,
  last_login: LastLogin,
  language: UserLanguage.describe('Language of pages and mails: nob for Norwegian, eng for English.'),
  has_identity_link: z.boolean().describe('Whether the person has proven who they are to the identity provider.'),
  is_admin: z.boolean().describe('Whether the user is an administrator of the platform (SA).'),
});

/** What people who share a client account see of each other. */
export const PublicUser = PublicUserOut;

const relations = ['accounts', 'contracts'] as const;

/** Both by default; those that are named otherwise. */
const withRelations = z
  .string()
  .optional()
  .transform(
    (value): ReadonlySet<string> =>
      new Set(
        (value ?? relations.join(',')).split(/[,;\s]+/).filter((name) => relations.some((known) => known === name)),
      ),
  )
  .meta({ override: { type: 'string', description: 'Relations to embed: accounts, contracts. Both by default.' } });

export const me = endpoint({
  name: 'users.me',
  operationId: 'getMe',
  summary: 'Who you are and what you reach',
  description: 'The person of the token, with the client accounts of their own and the contracts of their firms.',
  service: 'auth',
  method: 'GET',
  path: '/api/v2/users/me',
  envelope: standard,
  permission: 'any',
  query: z.object({ with: withRelations }),
  status: 200,
  output: User,
  example: { answer: owner },
});

/** Passwords are taken as they are: not trimmed, and measured by the password rule. */
const password = z
  .string({ error: 'must be text' })
  .refine((value) => !value.includes('\0'), 'must not hold NUL characters');

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
    first_name: text(100).optional().describe('Given name.'),
    last_name: text(100).optional().describe('Family name.'),
    language: UserLanguage.optional().describe('Language of pages and mails.'),
    email: text(254).optional().describe('New e-mail address; in force when the link mailed to it is opened.'),
    password: password.optional().describe('New password: 8 to 128 characters of at least two kinds.'),
    current_password: password.optional().describe('The password in force; needed for a new address or password.'),
  }),
  status: 200,
  output: User,
  example: { body: { language: 'nob' }, answer: owner },
  failures: ['user.invalid_password', 'user.weak_password', 'user.email_taken', 'common.rate_limited'],
  cookies: true,
});

export const getUser = endpoint({
  name: 'users.get',
  operationId: 'getUser',
  summary: 'Somebody you share a client account with',
  description: 'The public part of a user. Anybody else is answered as if there were no such user.',
  service: 'auth',
  method: 'GET',
  path: '/api/v2/users/{id}',
  envelope: standard,
  permission: 'any',
  params: pathId('user'),
  notFoundCode: 'user.not_found',
  status: 200,
  output: PublicUser,
  example: { params: { id: demo.users.bookkeeper }, answer: bookkeeper },
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
  params: z.object({
    id: z.string().meta({
      description: 'Id of the user.',
      override: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    }),
  }),
  body: z.object({ is_active: Switch.describe('False deactivates the user, true makes the user active again.') }),
  notFoundCode: 'user.not_found',
  status: 200,
  output: PublicUser.extend({ is_active: z.boolean().describe('Whether the user may sign in and use tokens.') }),
  example: {
    sender: 'administrator',
    params: { id: demo.users.bookkeeper },
    body: { is_active: true },
    answer: { ...bookkeeper, is_active: true },
  },
  failures: ['user.last_administrator'],
});
