import {
  acceptInvitation,
  cancelInvitation,
  createInvitation,
  getInvitation,
  type InvitationOut,
  listInvitations,
  readPublicInvitation,
} from '@app/api/organisation/invitations';
import { type Api, reply } from '@app/contract';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import { findMemberships } from '../memberships/memberships.ts';
import { findRole } from '../roles/roles.ts';
import { findAccount, findAccounts } from '../tenancy/account-store.ts';
import { findUsers, linkedUserWire } from '../tenancy/users.ts';
import { instantOrNull, instantOut } from '../wire.ts';
import { type AcceptDependencies, acceptInvitation as accept, cookiesOf, type RegisteredUser } from './accept.ts';
import { cancelInvitation as cancel } from './cancel.ts';
import { createInvitation as create, type InvitationDependencies } from './create.ts';
import { type Invitation, invitationNotFound, isExpired, unknownToken } from './invitation.ts';
import { mailLanguage } from './mail.ts';
import { acceptableNow } from './right.ts';
import * as store from './store.ts';
import { tokenDigest } from './token.ts';

type InvitationWire = z.input<typeof InvitationOut>;
type Relation = 'client_account' | 'role' | 'invited_by' | 'accepted_by';
type Dependencies = InvitationDependencies & AcceptDependencies;

/** @param can_be_accepted as far as the inviter's right is concerned too */
const invitationWire = (invitation: Invitation, now: Date, can_be_accepted: boolean): InvitationWire => ({
  id: invitation.id,
  created_at: instantOut(invitation.createdAt),
  updated_at: instantOut(invitation.updatedAt),
  email: invitation.email,
  client_account_id: invitation.clientAccountId,
  role_id: invitation.roleId,
  status: invitation.status,
  expires_at: instantOut(invitation.expiresAt),
  invited_by_id: invitation.invitedById,
  accepted_by_id: invitation.acceptedById,
  accepted_at: instantOrNull(invitation.acceptedAt),
  is_expired: isExpired(invitation, now),
  is_pending: invitation.status === 'PENDING',
  can_be_accepted,
});

/** Invitations with what is asked for; names are read at once, and a relation with nothing to show is left out. */
async function show(
  deps: Dependencies,
  invitations: readonly Invitation[],
  wanted: ReadonlySet<Relation>,
): Promise<InvitationWire[]> {
  const { db, clock, users } = deps;
  const now = new Date(clock.millis());
  const acceptable = await acceptableNow(deps, invitations);
  const accountIds = wanted.has('client_account') ? invitations.map(({ clientAccountId }) => clientAccountId) : [];
  const accounts = new Map(
    (await findAccounts(db.executor, [...new Set(accountIds)], clock.today())).map((account) => [account.id, account]),
  );
  const people = await findUsers(
    users,
    invitations.flatMap((one) => [
      ...(wanted.has('invited_by') ? [one.invitedById] : []),
      ...(wanted.has('accepted_by') && one.acceptedById !== null ? [one.acceptedById] : []),
    ]),
  );
  return invitations.map((one) => {
    const account = accounts.get(one.clientAccountId);
    const role = findRole(one.roleId);
    const [inviter, accepter] = [people.get(one.invitedById), people.get(one.acceptedById ?? 0)];
    return {
      ...invitationWire(one, now, acceptable.has(one.id)),
      ...(account
        ? { client_account: { id: account.id, display_name: account.displayName, unique_name: account.uniqueName } }
        : {}),
      ...(role && wanted.has('role') ? { role: { id: role.id, name: role.name } } : {}),
      ...(inviter && wanted.has('invited_by') ? { invited_by: linkedUserWire(inviter) } : {}),
      ...(accepter && wanted.has('accepted_by') ? { accepted_by: linkedUserWire(accepter) } : {}),
    };
  });
}

export function serveInvitations(api: Api, deps: Dependencies): void {
  const { db, clock } = deps;
  const showOne = async (invitation: Invitation, wanted: ReadonlySet<Relation>) =>
    (await show(deps, [invitation], wanted))[0]!;
  const guarded = {
    load: async ({ params }: { readonly params: { readonly id: number } }) => {
      const invitation = await store.findInvitation(db.executor, params.id);
      if (!invitation) throw invitationNotFound(params.id);
      return invitation;
    },
    accountOf: (invitation: Invitation) => invitation.clientAccountId,
  };

  api.serve(createInvitation, async ({ body, account, principal, commandKey, headers, query }) => {
    const invitation = await create(deps, {
      clientAccountId: account.clientAccountId,
      email: body.email,
      roleId: body.role_id,
      actorId: principal.userId,
      access: account,
      language: mailLanguage(headers['accept-language']),
      commandKey,
    });
    return showOne(invitation, query.with);
  });

  api.serve(listInvitations, async ({ query, accounts, following }) => {
    const clientAccountIds = accounts.map(({ clientAccountId }) => clientAccountId);
    const filter = { clientAccountIds, status: query.status, updatedFrom: query.updated_from };
    const { rows, meta } = await store.findPage(db.executor, filter, { following, page: query, order: query.order_by });
    return { data: await show(deps, rows, query.with), meta };
  });

  api.serve(getInvitation, { ...guarded, handle: ({ resource, query }) => showOne(resource, query.with) });

  api.serve(cancelInvitation, {
    ...guarded,
    handle: async ({ resource, account, principal, query }) =>
      showOne(await cancel(deps, resource, { userId: principal.userId, access: account }), query.with),
  });

  api.serve(readPublicInvitation, async ({ params }) => {
    const invitation = await store.findByDigest(db.executor, tokenDigest(params.token));
    if (!invitation) throw unknownToken('common.not_found');
    const account = await findAccount(db.executor, invitation.clientAccountId, clock.today());
    const isAcceptable = (await acceptableNow(deps, [invitation])).has(invitation.id);
    const { id, email, status, expires_at, is_expired, can_be_accepted } = invitationWire(
      invitation,
      new Date(clock.millis()),
      isAcceptable,
    );
    return {
      id,
      email,
      status,
      expires_at,
      is_expired,
      can_be_accepted,
      client_account: { id: account!.id, display_name: account!.displayName },
      role: findRole(invitation.roleId)!,
    };
  });

  api.serve(acceptInvitation, async ({ params, body, commandKey, language, address }) => {
    const { invitation, registered } = await accept(deps, {
      token: params.token,
      email: body.email,
      password: body.password,
      firstName: body.first_name,
      lastName: body.last_name,
      language,
      commandKey,
      address,
    });
    const answer = {
      message: 'Invitation accepted',
      invitation: await showOne(invitation, new Set()),
      user: await userWire(deps, registered),
      tokens: { access_token: registered.sessionToken, token_type: 'Bearer' },
    };
    return reply(200, acceptInvitation.output.parse(answer), { 'Set-Cookie': cookiesOf(registered) });
  });
}

/** The user object (docs/contract/users.md), with what the acceptance has just added. */
async function userWire(deps: Dependencies, registered: RegisteredUser) {
  const user = registered.user!;
  const { accounts, contracts } = await findMemberships(deps, user.id);
  return {
    self_url: `/api/v2/users/${user.id}`,
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email === '' ? null : user.email,
    email_verified: registered.emailVerified,
    pending_email: registered.pendingEmail ?? null,
    profile_image_url: user.profileImageUrl ?? null,
    accounts: accounts.map(({ id, account, role }) => ({
      id,
      account: { id: account.id, unique_name: account.uniqueName, display_name: account.displayName },
      role,
    })),
    contracts: contracts.map((contract) => ({
      id: contract.id,
      client_account_id: contract.clientAccountId,
      provider_client_account_id: contract.providerClientAccountId,
      service_provided: contract.serviceProvided,
      approval_status: contract.approvalStatus,
      is_active: contract.isActive,
    })),
    created_at: user.createdAt,
    last_login: user.lastLogin ?? null,
    language: registered.language as Language,
    has_identity_link: registered.hasIdentityLink,
    is_admin: registered.isAdmin,
  };
}
