import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { User } from '../auth/users.ts';
import { standard } from '../envelopes.ts';
import { followedListOf, polling } from '../pagination.ts';
import { Id, IdText, oneOf, requiredText, Timestamp } from '../scalars.ts';
import { LinkedUserOut } from './account-users.ts';
import { AccountNameOut } from './contracts.ts';
import { RoleNameOut, RoleOut } from './roles.ts';

export const InvitationStatus = oneOf('PENDING', 'ACCEPTED', 'EXPIRED', 'CANCELLED');

/** An invitation (document 3). The token stands in the mail alone. */
export const InvitationOut = z.object({
  id: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  email: z.string(),
  client_account_id: z.int(),
  role_id: z.int(),
  status: InvitationStatus,
  expires_at: Timestamp,
  invited_by_id: z.int(),
  accepted_by_id: z.int().nullable(),
  accepted_at: Timestamp.nullable(),
  is_expired: z.boolean(),
  is_pending: z.boolean(),
  can_be_accepted: z.boolean(),
  client_account: AccountNameOut.optional(),
  role: RoleNameOut.optional(),
  invited_by: LinkedUserOut.optional(),
  accepted_by: LinkedUserOut.optional(),
});

/** What whoever holds the link may see before saying yes. */
export const PublicInvitationOut = z.object({
  id: z.int(),
  email: z.string(),
  status: InvitationStatus,
  expires_at: Timestamp,
  is_expired: z.boolean(),
  can_be_accepted: z.boolean(),
  client_account: z.object({ id: z.int(), display_name: z.string() }),
  role: RoleOut,
});

/** Addresses are checked where the code of the area is known. */
const Email = requiredText();

export const createInvitation = endpoint({
  name: 'organisation.createInvitation',
  summary: 'Invite a person to a client account',
  description:
    'Sends a mail with a link that works for 7 days, in Norwegian when Accept-Language asks for it, else in English. A pending invitation of the same person is cancelled. Roles: 2 AA (provider firms only), 3 CA (by a direct CA; through a contract only while the account has no active owner), 4 BK, 5 EM. At most 30 per inviter and hour and 100 per account and day.',
  service: 'organisation',
  method: 'POST',
  path: '/api/v2/invitations',
  envelope: standard,
  account: {
    in: 'body',
    field: 'client_account_id',
    take: 'one',
    unknown: { status: 404, code: 'invitation.client_account_not_found' },
    refused: 'invitation.not_authorized_to_invite',
  },
  permission: 'admin',
  query: z.object({ with: relations(['client_account', 'role', 'invited_by']) }),
  body: z.object({ email: Email, client_account_id: Id, role_id: Id }),
  status: 201,
  output: InvitationOut,
  // Auth is asked who has access already, and no transaction is held over that call.
  idempotency: 'steps',
  // The operation refuses an inactive account itself, after it has looked at the role.
  inactive: 'allowed',
  location: (invitation) => `/api/v2/invitations/${invitation.id}`,
  failures: [
    'invitation.invalid_email',
    'invitation.sa_role_not_assignable',
    'invitation.aa_role_requires_provider_account',
    'invitation.role_not_found',
    'invitation.already_has_access',
    'client_account.inactive',
    'common.rate_limited',
  ],
});

export const listInvitations = endpoint({
  name: 'organisation.listInvitations',
  summary: 'Invitations, the newest first',
  description: 'By default those of every client account the caller reaches.',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/invitations',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'list' },
  query: z.object({
    client_account_id: list(IdText).optional(),
    status: InvitationStatus.optional(),
    ...polling,
    order_by: orderBy(['id', 'email', 'status', 'expires_at', 'created_at', 'updated_at']),
    with: relations(['client_account', 'role']),
    ...paging(),
  }),
  status: 200,
  output: followedListOf(InvitationOut),
});

const byId = {
  service: 'organisation',
  path: '/api/v2/invitations/{id}',
  envelope: standard,
  params: z.object({ id: IdText }),
  query: z.object({ with: relations(['client_account', 'role', 'invited_by', 'accepted_by']) }),
  status: 200,
  output: InvitationOut,
} as const;

export const getInvitation = endpoint({
  ...byId,
  name: 'organisation.getInvitation',
  summary: 'One invitation',
  method: 'GET',
});

export const cancelInvitation = endpoint({
  ...byId,
  name: 'organisation.cancelInvitation',
  summary: 'Cancel an invitation',
  description: 'By whoever invited, or an AA or CA of the account, also while the account is inactive. The link stops working.',
  method: 'DELETE',
  permission: 'any',
  inactive: 'allowed',
  failures: ['invitation.not_authorized_to_cancel', 'invitation.not_found', 'invitation.cannot_cancel_accepted'],
});

const params = z.object({ token: z.string() });

export const readPublicInvitation = endpoint({
  name: 'organisation.readPublicInvitation',
  summary: 'What an invitation is about, for whoever holds its link',
  service: 'organisation',
  method: 'GET',
  path: '/public/v2/invitations/{token}',
  auth: 'public',
  envelope: standard,
  params,
  status: 200,
  output: PublicInvitationOut,
  secret: true,
});

export const acceptInvitation = endpoint({
  name: 'organisation.acceptInvitation',
  summary: 'Accept an invitation',
  description:
    'Makes the user when the address has none; otherwise the password is checked and the names are ignored. Answers with a session token and sets the HTTP-only `refresh_token` cookie.',
  service: 'organisation',
  method: 'POST',
  path: '/public/v2/invitations/{token}/accept',
  auth: 'public',
  envelope: standard,
  params,
  body: z.object({
    first_name: requiredText(),
    last_name: requiredText(),
    email: Email,
    // Taken as it is: not trimmed, and measured by the password rule.
    password: z
      .string({ error: 'must be text' })
      .min(1, 'must not be empty')
      .refine((value) => !value.includes('\0'), 'must not hold NUL characters'),
  }),
  status: 200,
  output: z.object({
    message: z.string(),
    invitation: InvitationOut,
    user: User,
    tokens: z.object({ access_token: z.string(), token_type: z.literal('Bearer') }),
  }),
  // Auth makes or proves the user in between: the intent is stored first, and driven on if this process dies.
  idempotency: 'steps',
  secret: true,
  cookies: true,
  failures: [
    'invitation.invalid_email',
    'invitation.invalid_password',
    'invitation.weak_password',
    'invitation.email_mismatch',
    'invitation.contract_not_approved',
    'invitation.invalid_token',
    'invitation.expired',
    'invitation.already_accepted',
    'invitation.cancelled',
    'invitation.cannot_be_accepted',
  ],
});
