import { endpoint, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { Id, IdText, Timestamp } from '../scalars.ts';
import { RoleNameOut } from './roles.ts';

/** A user as links and invitations show it: with its e-mail address. */
export const LinkedUserOut = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  created_at: Timestamp,
  profile_image_url: z.string().nullable(),
  last_login: Timestamp.nullable(),
});

export const UserLinkOut = z.object({
  id: z.int(),
  user_id: z.int(),
  client_account_id: z.int(),
  role_id: z.int(),
  is_active: z.boolean(),
  created_at: Timestamp,
  user: LinkedUserOut.optional(),
  role: RoleNameOut.optional(),
});

const account = { in: 'path', field: 'client_account_id', take: 'one' } as const;
const path = '/api/v2/client-accounts/{client_account_id}/users';
const withUsers = relations(['user', 'role']);

export const listAccountUsers = endpoint({
  name: 'organisation.listAccountUsers',
  summary: 'The active users of a client account and their roles',
  service: 'organisation',
  method: 'GET',
  path,
  envelope: standard,
  account,
  permission: 'any',
  params: z.object({ client_account_id: IdText }),
  query: z.object({ with: withUsers }),
  status: 200,
  output: z.array(UserLinkOut),
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found'],
});

export const updateAccountUser = endpoint({
  name: 'organisation.updateAccountUser',
  summary: 'Give a user of a client account another role',
  description:
    'By an AA or CA. The role CA is given and taken by a direct CA alone, never through a contract. Invitations sent by a role that is taken away are cancelled.',
  service: 'organisation',
  method: 'PATCH',
  path: `${path}/{user_id}`,
  envelope: standard,
  account,
  permission: 'admin',
  params: z.object({ client_account_id: IdText, user_id: IdText }),
  query: z.object({ with: withUsers }),
  body: z.object({ role_id: Id }),
  // The operation refuses an inactive account itself, after it has looked at the role.
  inactive: 'allowed',
  status: 200,
  output: UserLinkOut,
  failures: [
    'client_account.not_found',
    'client_account.inactive',
    'client_account.cannot_change_own_role',
    'client_account.cannot_remove_last_owner',
  ],
});

export const removeAccountUser = endpoint({
  name: 'organisation.removeAccountUser',
  summary: 'Take a user off a client account',
  description: 'By an AA or CA; an owner by a direct CA alone, never through a contract. Invitations the user has pending are cancelled.',
  service: 'organisation',
  method: 'DELETE',
  path: `${path}/{user_id}`,
  envelope: standard,
  account,
  permission: 'admin',
  params: z.object({ client_account_id: IdText, user_id: IdText }),
  query: z.object({ with: withUsers }),
  inactive: 'allowed',
  status: 200,
  output: UserLinkOut,
  failures: [
    'client_account.not_found',
    'client_account.inactive',
    'client_account.cannot_remove_self',
    'client_account.cannot_remove_last_owner',
  ],
});
