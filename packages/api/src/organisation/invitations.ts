import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { invitee, mailedToken, sessionToken } from '../auth/examples.ts';
import { User } from '../auth/users.ts';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { CreatedAt, pathId, RecordId, UpdatedAt } from '../fields.ts';
import { followedListOf, polling } from '../pagination.ts';
import { Id, IdText, oneOf, requiredText, Timestamp } from '../scalars.ts';
import { LinkedUserOut } from './account-users.ts';
import { AccountNameOut } from './contracts.ts';
import { invitation } from './examples.ts';
import { RoleId, RoleNameOut, RoleOut } from './roles.ts';

export const InvitationStatus = oneOf('PENDING', 'ACCEPTED', 'EXPIRED', 'CANCELLED');

const InvitedEmail = z.string().describe('The invited address.');
const ExpiresAt = Timestamp.describe('When the link stops working, in UTC: 7 days after it was sent.');
const Status = InvitationStatus.describe('Whether it waits, was accepted, ran out or was cancelled.');
const IsExpired = z.boolean().describe('Whether its time has run out.');
const CanBeAccepted = z
  .boolean()
  .describe('Whether the link works: pending, not expired, and from somebody who may still give the role.');

/** An invitation (docs/contract/invitations.md). The token stands in the mail alone (INV-R45). */
export const InvitationOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
  email: InvitedEmail,
  client_account_id: z.int().describe('Client account that the person is invited to.'),
  role_id: RoleId,
  status: Status,
  expires_at: ExpiresAt,
  invited_by_id: z.int().describe('User who invited.'),
  accepted_by_id: z.int().nullable().describe('User who accepted.'),
  accepted_at: Timestamp.nullable().describe('When it was accepted, in UTC.'),
  is_expired: IsExpired,
  is_pending: z.boolean().describe('Whether it waits for an answer.'),
  can_be_accepted: CanBeAccepted,
  client_account: AccountNameOut.optional().describe('The client account, embedded.'),
  role: RoleNameOut.optional().describe('The role, embedded.'),
  invited_by: LinkedUserOut.optional().describe('The user who invited, embedded.'),
  accepted_by: LinkedUserOut.optional().describe('The user who accepted, embedded.'),
});

/** What whoever holds the link may see before saying yes. */
export const PublicInvitationOut = z.object({
  id: RecordId,
  email: InvitedEmail,
  status: Status,
  expires_at: ExpiresAt,
  is_expired: IsExpired,
  can_be_accepted: CanBeAccepted,
  client_account: AccountNameOut.omit({ unique_name: true }).describe('Client account that the person is invited to.'),
  role: RoleOut.describe('Role that the person is to have there.'),
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
  body: z.object({
    email: Email.describe('Address of the person.'),
    client_account_id: Id.describe('Client account that the person is invited to.'),
    role_id: Id.describe('Role that the person is to have: 2 (AA), 3 (CA), 4 (BK) or 5 (EM).'),
  }),
  status: 201,
  output: InvitationOut,
  example: {
    values: { 'body.email': 'addresses/sara' },
    body: { email: invitation.email, client_account_id: demo.company.id, role_id: 4 },
    answer: invitation,
  },
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
    client_account_id: list(IdText, 'Invitations to these client accounts.').optional(),
    status: InvitationStatus.optional().describe('Invitations in this state.'),
    ...polling,
    order_by: orderBy(['id', 'email', 'status', 'expires_at', 'created_at', 'updated_at']),
    with: relations(['client_account', 'role']),
    ...paging(),
  }),
  status: 200,
  output: followedListOf(InvitationOut),
  example: { query: { client_account_id: demo.company.id, status: 'PENDING' }, answer: lastPageOf(invitation) },
});

const byId = {
  service: 'organisation',
  path: '/api/v2/invitations/{id}',
  envelope: standard,
  params: pathId('invitation'),
  query: z.object({ with: relations(['client_account', 'role', 'invited_by', 'accepted_by']) }),
  status: 200,
  output: InvitationOut,
} as const;

export const getInvitation = endpoint({
  ...byId,
  name: 'organisation.getInvitation',
  summary: 'One invitation',
  description: 'Without its token, which stands in the mail alone.',
  example: { params: { id: invitation.id }, answer: invitation },
  method: 'GET',
});

export const cancelInvitation = endpoint({
  ...byId,
  name: 'organisation.cancelInvitation',
  summary: 'Cancel an invitation',
  description:
    'By whoever invited, or an AA or CA of the account, also while the account is inactive. The link stops working.',
  method: 'DELETE',
  example: {
    values: { 'params.id': 'invitations/to-cancel' },
    params: { id: invitation.id },
    answer: { ...invitation, status: 'CANCELLED', is_pending: false, can_be_accepted: false },
  },
  permission: 'any',
  inactive: 'allowed',
  failures: ['invitation.not_authorized_to_cancel', 'invitation.not_found', 'invitation.cannot_cancel_accepted'],
});

const params = z.object({ token: z.string().describe('The token of the link in the mail.') });

export const readPublicInvitation = endpoint({
  name: 'organisation.readPublicInvitation',
  summary: 'What an invitation is about, for whoever holds its link',
  description: 'Shows it in every state; accepting it says what stands against it.',
  service: 'organisation',
  method: 'GET',
  path: '/public/v2/invitations/{token}',
  auth: 'public',
  envelope: standard,
  params,
  status: 200,
  output: PublicInvitationOut,
  example: {
    values: { 'params.token': 'invitations/token' },
    params: { token: mailedToken },
    answer: {
      id: invitation.id,
      email: invitation.email,
      status: 'PENDING',
      expires_at: invitation.expires_at,
      is_expired: false,
      can_be_accepted: true,
      client_account: { id: demo.company.id, display_name: demo.company.display_name },
      role: { id: 4, name: 'BK', title: 'Bookkeeper' },
    },
  },
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
    first_name: requiredText().describe('Given name of a new user.'),
    last_name: requiredText().describe('Family name of a new user.'),
    email: Email.describe('The invited address, whatever its case.'),
    // Taken as it is: not trimmed, and measured by the password rule.
    password: z
      .string({ error: 'must be text' })
      .min(1, 'must not be empty')
      .refine((value) => !value.includes('\0'), 'must not hold NUL characters')
      .describe(
        'Password of the existing user, or the one that a new user chooses: 8 to 128 characters of at least two kinds.',
      ),
  }),
  status: 200,
  output: z.object({
    message: z.string().describe('What was done, for people.'),
    invitation: InvitationOut.describe('The invitation, accepted now.'),
    user: User.describe('The person, with the client account.'),
    tokens: z
      .object({
        access_token: z.string().describe('A session token.'),
        token_type: z.literal('Bearer').describe('Always Bearer.'),
      })
      .describe('What the person is signed in with.'),
  }),
  example: {
    values: { 'params.token': 'invitations/token', 'body.email': 'addresses/sara' },
    after: ['readPublicInvitation'],
    params: { token: mailedToken },
    body: {
      first_name: invitee.first_name,
      last_name: invitee.last_name,
      email: invitation.email,
      password: demo.password,
    },
    answer: {
      message: 'Invitation accepted',
      invitation: {
        ...invitation,
        status: 'ACCEPTED',
        accepted_by_id: invitee.id,
        accepted_at: demo.now,
        is_pending: false,
        can_be_accepted: false,
      },
      user: invitee,
      tokens: { access_token: sessionToken, token_type: 'Bearer' },
    },
  },
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
