import type { Failure } from '@app/contract';
import { type Logger, shownName } from '@app/runtime';
import type { ServiceProvided } from '../../contracts/contract.ts';
import { findContract } from '../../contracts/store.ts';
import { roleCode } from '../../roles/roles.ts';
import { findAccount } from '../../tenancy/account-store.ts';
import { findUsers } from '../../tenancy/users.ts';
import type { InvitationDependencies } from '../create.ts';
import { type Invitation, refusalOf } from '../invitation.ts';
import { refusalNow } from '../right.ts';
import type { InvitedRole } from '../role-names.ts';
import * as store from '../store.ts';
import { tokenDigest } from '../token.ts';
import type { ClosedReason } from './words.ts';

export type OfferDependencies = Pick<InvitationDependencies, 'db' | 'clock' | 'users'> & { readonly logger: Logger };

/** What the page of an invitation shows. */
export interface Offer {
  readonly company: string;
  readonly role: InvitedRole;
  readonly email: string;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  /** Null when nobody can say their name now. */
  readonly inviter: string | null;
  /** The contract that accepting approves as well. */
  readonly engagement: { readonly firm: string; readonly service: ServiceProvided } | null;
  /** What stands in the way; undefined for an invitation that can be accepted. */
  readonly refusal: Refusal | undefined;
}

export interface Refusal extends Pick<Failure, 'code' | 'status'> {
  /** The words it is written in. */
  readonly reason: ClosedReason;
}

/** What the link offers; undefined when no invitation has it. */
export async function findOffer(deps: OfferDependencies, token: string): Promise<Offer | undefined> {
  const { db, clock } = deps;
  const invitation = await store.findByDigest(db.executor, tokenDigest(token));
  if (!invitation) return undefined;
  const [account, inviter, engagement, refusal] = await Promise.all([
    findAccount(db.executor, invitation.clientAccountId, clock.today()),
    inviterName(deps, invitation),
    findEngagement(deps, invitation),
    findRefusal(deps, invitation),
  ]);
  const { email, expiresAt, acceptedAt } = invitation;
  return {
    company: shownName(account!.displayName),
    role: roleCode(invitation.roleId) as InvitedRole,
    email,
    expiresAt,
    acceptedAt,
    inviter,
    engagement,
    refusal,
  };
}

/** While auth cannot say whether the inviter may still give the role the offer is shown; accepting asks again. */
async function findRefusal(deps: OfferDependencies, invitation: Invitation): Promise<Refusal | undefined> {
  const own = refusalOf(invitation, new Date(deps.clock.millis()));
  if (own) return { code: own.code, status: own.status, reason: own.code as ClosedReason };
  try {
    const refusal = await refusalNow(deps, invitation);
    const reason = invitation.contractStatus === 'PENDING' ? 'waits for approval' : 'inviter lost the right';
    return refusal && { code: refusal.code, status: refusal.status, reason };
  } catch (error) {
    deps.logger.warn({ err: error }, 'a page could not say whether an invitation is still good');
    return undefined;
  }
}

/** A page without the name is better than none. */
async function inviterName({ users, logger }: OfferDependencies, { invitedById }: Invitation): Promise<string | null> {
  try {
    return shownName((await findUsers(users, [invitedById])).get(invitedById)?.fullName ?? '') || null;
  } catch (error) {
    logger.warn({ err: error }, 'the name of an inviter could not be read');
    return null;
  }
}

async function findEngagement(
  { db, clock }: OfferDependencies,
  { contractId }: Invitation,
): Promise<Offer['engagement']> {
  const contract = contractId === null ? undefined : await findContract(db.executor, contractId);
  if (contract?.approvalStatus !== 'PENDING') return null;
  const firm = await findAccount(db.executor, contract.providerClientAccountId, clock.today());
  return { firm: shownName(firm!.displayName), service: contract.serviceProvided };
}
