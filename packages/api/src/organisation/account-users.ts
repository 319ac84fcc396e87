import { endpoint, relations } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { CreatedAt, RecordId } from '../fields.ts';
import { Id, IdText } from '../scalars.ts';
import { FirstName, FullName, LastLogin, LastName, ProfileImageUrl, UserId } from '../users.ts';
import { bookkeeperLink } from './examples.ts';
import { RoleId, RoleNameOut } from './roles.ts';

/** A user as links and invitations show it: with its e-mail address. */
export const LinkedUserOut = z.object({
  id: UserId,
  email: z.string().describe('E-mail address of the user.'),
  first_name: FirstName,
  last_name: LastName,
  full_name: FullName,
  created_at: CreatedAt,
  profile_image_url: ProfileImageUrl,
  last_login: LastLogin,
});

export const UserLinkOut = z.object({
  id: RecordId,
  user_id: z.int().describe('The user.'),
  client_account_id: z.int().describe('The client account that the user works in.'),
  role_id: RoleId,
  is_active: z.boolean().describe('False once the user has been taken off the client account.'),
  created_at: CreatedAt,
  user: LinkedUserOut.optional().describe('The user, embedded.'),
  role: RoleNameOut.optional().describe('The role, embedded.'),
});

const account = { in: 'path', field: 'client_account_id', take: 'one' } as const;
const path = '/api/v2/client-accounts/{client_account_id}/users';
const ofAccount = { client_account_id: IdText.describe('Id of the client account.') };
const ofUser = { ...ofAccount, user_id: IdText.describe('Id of the user.') };
const bookkeeperPath = { client_account_id: demo.company.id, user_id: demo.users.bookkeeper };
const withUsers = relations(['user', 'role']);

export const listAccountUsers = endpoint({
  name: 'organisation.listAccountUsers',
  summary: 'The active users of a client account and their roles',
  description: 'For anybody with access. Members of a firm that works for the account by contract are not among them.',
  service: 'organisation',
  method: 'GET',
  path,
  envelope: standard,
  account,
  permission: 'any',
  params: z.object(ofAccount),
  query: z.object({ with: withUsers }),
  status: 200,
  output: z.array(UserLinkOut),
  example: { params: { client_account_id: demo.company.id }, answer: [bookkeeperLink] },
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
  params: z.object(ofUser),
  query: z.object({ with: withUsers }),
  body: z.object({ role_id: Id.describe('Id of the new role: 2 (AA), 3 (CA) or 6 (US).') }),
  // The operation refuses an inactive account itself, after it has looked at the role.
  inactive: 'allowed',
  status: 200,
  output: UserLinkOut,
  example: { params: bookkeeperPath, body: { role_id: 6 }, answer: { ...bookkeeperLink, role_id: 6 } },
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
  description:
    'By an AA or CA; an owner by a direct CA alone, never through a contract. Invitations the user has pending are cancelled.',
  service: 'organisation',
  method: 'DELETE',
  path: `${path}/{user_id}`,
  envelope: standard,
  account,
  permission: 'admin',
  params: z.object(ofUser),
  query: z.object({ with: withUsers }),
  inactive: 'allowed',
  status: 200,
  output: UserLinkOut,
  example: {
    params: { client_account_id: demo.company.id, user_id: demo.users.employee },
    answer: { ...bookkeeperLink, id: 4, user_id: demo.users.employee, role_id: 5, is_active: false },
  },
  failures: [
    'client_account.not_found',
    'client_account.inactive',
    'client_account.cannot_remove_self',
    'client_account.cannot_remove_last_owner',
  ],
});
