import { forbidden } from '@app/access';
import { conflict, invalidField } from '@app/contract';
import type { NewEvent } from '@app/db';
import { accessChanged } from '@app/identity';

/** A user's direct role on a client account. */
export interface UserLink {
  readonly id: number;
  readonly clientAccountId: number;
  readonly userId: number;
  readonly roleId: number;
  readonly isActive: boolean;
  readonly createdAt: Date;
}

export const OWNER_ROLE_ID = 3;

/** Roles that can be given here; BK and EM come by invitation alone (CAC-R23). */
export const assignableRoleIds: readonly number[] = [2, 3, 6];

/**
 * A user's links changed. It names the user alone: a role in a provider firm decides about the firm's customers too, so
 * whatever is cached of the user goes.
 */
export const linksOfUserChanged = (userId: number): NewEvent => accessChanged.create({ user_id: userId });

/** Who reaches an account changed, or its state did: whatever is cached about it goes. */
export const accessToAccountChanged = (clientAccountId: number): NewEvent =>
  accessChanged.create({ client_account_id: clientAccountId }, clientAccountId);

export const cannotChangeOwnRole = () =>
  forbidden(
    'Nobody changes their own role; ask another AA or CA of the account',
    'role',
    'client_account.cannot_change_own_role',
  );

export const cannotRemoveSelf = () =>
  forbidden(
    'Nobody removes themselves; ask another AA or CA of the account',
    'role',
    'client_account.cannot_remove_self',
  );

export const lastOwner = () =>
  conflict(
    'This user is the last active owner (CA) of the account; make another user CA first',
    'client_account.cannot_remove_last_owner',
  );

export const notLinked = (userId: number, clientAccountId: number) =>
  invalidField('user_id', `User ${userId} is no active user of client account ${clientAccountId}`);
