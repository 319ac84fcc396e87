import { forbidden } from '@app/access';
import { emailKey } from '@app/api/email-address';
import { conflict, Failure, invalid, notFound } from '@app/contract';
import { osloDate } from '@app/runtime';
import type { ApprovalStatus } from '../contracts/contract.ts';

export type InvitationStatus = 'PENDING' | 'ACCEPTED' | 'EXPIRED' | 'CANCELLED';

/** A person is asked to take a role on a client account (docs/contract/invitations.md). */
export interface Invitation {
  readonly id: number;
  readonly clientAccountId: number;
  /** As it was written. */
  readonly email: string;
  readonly roleId: number;
  readonly status: InvitationStatus;
  readonly expiresAt: Date;
  readonly invitedById: number;
  readonly acceptedById: number | null;
  readonly acceptedAt: Date | null;
  /** Accepting approves it as well. */
  readonly contractId: number | null;
  /** The firm whose engagement sent it; null for one sent from within the account. */
  readonly providerClientAccountId: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly isAccountActive: boolean;
  readonly contractStatus: ApprovalStatus | null;
}

/** Seven days (INV-R13). */
export const LIFE_MILLIS = 7 * 24 * 3_600_000;

/** Until the job has stored it, a pending invitation shows its age by this alone (INV-R43). */
export const isExpired = (invitation: Pick<Invitation, 'status' | 'expiresAt'>, at: Date): boolean =>
  invitation.status === 'EXPIRED' || (invitation.status === 'PENDING' && at >= invitation.expiresAt);

/** Would anything but the person stand in the way of accepting it? */
export const canBeAccepted = (invitation: Invitation, at: Date): boolean => refusalOf(invitation, at) === undefined;

/**
 * What would refuse anybody who accepts it at that moment: the first in the order of docs/contract/invitations.md,
 * "Accepting".
 */
export const refusalOf = (invitation: Invitation, at: Date): Failure | undefined =>
  obstacle(invitation, at) ?? lostContract(invitation);

/**
 * Refuses in the order of docs/contract/invitations.md, "Accepting": cancelled, accepted, expired, inactive account.
 * @param at when accepting began: an invitation that ran out since is still good
 * @throws Failure 409, 410
 */
export function assertAcceptable(invitation: Invitation, at: Date): void {
  const failure = obstacle(invitation, at);
  if (failure) throw failure;
}

function obstacle({ status, expiresAt, isAccountActive }: Invitation, at: Date): Failure | undefined {
  if (status === 'CANCELLED')
    return conflict('This invitation was cancelled; ask for a new one', 'invitation.cancelled');
  if (status === 'ACCEPTED')
    return conflict('This invitation was accepted already; log in instead', 'invitation.already_accepted');
  if (at >= expiresAt)
    return new Failure(
      'invitation.expired',
      410,
      `This invitation ran out on ${osloDate(expiresAt.toTemporalInstant())}; ask for a new one`,
    );
  if (!isAccountActive)
    return conflict(
      'The client account of this invitation is inactive; ask its owner to activate it',
      'invitation.cannot_be_accepted',
    );
  return undefined;
}

const lostContract = ({ contractStatus }: Invitation): Failure | undefined =>
  contractStatus === 'REJECTED' || contractStatus === 'EXPIRED' ? contractLost(contractStatus) : undefined;

export const contractLost = (status: 'REJECTED' | 'EXPIRED'): Failure =>
  forbidden(
    `The engagement behind this invitation is ${status}; ask the firm for a new request`,
    'account',
    'invitation.contract_not_approved',
  );

/** @throws Failure 403 `invitation.contract_not_approved` */
export function assertContract(invitation: Invitation): void {
  const failure = lostContract(invitation);
  if (failure) throw failure;
}

/**
 * The inviter may not give the role now. While the engagement behind it waits for an answer that can still change;
 * otherwise it is void.
 */
export const inviterMayNot = ({ contractStatus }: Pick<Invitation, 'contractStatus'>): Failure =>
  contractStatus === 'PENDING'
    ? forbidden(
        'The engagement behind this invitation has not been approved by the client account yet; ask those who keep its books, or complete signup for the company',
        'account',
        'invitation.contract_not_approved',
      )
    : conflict(
        'Whoever sent this invitation may not give the role any more; ask an owner of the account for a new one',
        'invitation.cannot_be_accepted',
      );

/** @throws Failure 403 `invitation.email_mismatch` */
export function assertInvited(invitation: Invitation, email: string): void {
  if (emailKey(email) !== emailKey(invitation.email))
    throw forbidden(
      'This invitation was sent to another address; use the address the mail came to',
      'account',
      'invitation.email_mismatch',
    );
}

export const invitationNotFound = (id: number) => notFound(`There is no invitation ${id}`);

export const unknownToken = (code: 'common.not_found' | 'invitation.invalid_token') =>
  notFound(
    'No invitation has this link; it may be incomplete. Open it from the mail again, or ask for a new one',
    code,
  );

export const invalidEmail = (field = 'email') =>
  invalid(
    `"${field}" must be an e-mail address such as name@example.no`,
    [{ field, message: 'must be an e-mail address such as name@example.no' }],
    'invitation.invalid_email',
  );
