import type { RoleCode } from '@app/access';
import { roleCode } from '../roles/roles.ts';

/** What a user may do on one client account. */
export interface Access {
  readonly clientAccountId: number;
  /** The stronger of the direct role and the contract-derived ones; null means no access. */
  readonly role: RoleCode | null;
  /** The only one that counts where a rule asks for a direct role. */
  readonly directRole: RoleCode | null;
  readonly isActive: boolean;
}

/**
 * From strong to weak. CA stands above AA, since an owner may delete the account and an accountant may not; BK and US
 * have the same limits, so their order shows in nothing but the code (docs/decisions/0030).
 */
const strength: readonly RoleCode[] = ['SA', 'CA', 'AA', 'BK', 'US', 'EM'];

export const strongest = (codes: readonly RoleCode[]): RoleCode | null =>
  strength.find((code) => codes.includes(code)) ?? null;

/** The role on a customer's account that a role in the provider firm gives by contract (ROLE-R09, ROLE-R10). */
export const derivedRole = (inFirm: RoleCode): RoleCode => (inFirm === 'AA' || inFirm === 'CA' ? 'AA' : inFirm);

/**
 * What the store found for one account: an active direct link, and the user's roles in firms with an active contract.
 */
export interface AccessFacts {
  readonly clientAccountId: number;
  readonly isActive: boolean;
  readonly directRoleId: number | null;
  readonly firmRoleIds: readonly number[];
}

export function decideAccess(facts: AccessFacts): Access {
  const directRole = facts.directRoleId === null ? null : roleCode(facts.directRoleId);
  const derived = facts.firmRoleIds.map((id) => derivedRole(roleCode(id)));
  return {
    clientAccountId: facts.clientAccountId,
    role: strongest(directRole === null ? derived : [directRole, ...derived]),
    directRole,
    isActive: facts.isActive,
  };
}
