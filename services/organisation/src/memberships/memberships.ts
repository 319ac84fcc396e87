import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { isInForce } from '../contracts/contract.ts';
import { contractsOfProviders } from '../contracts/store.ts';
import { roleCode } from '../roles/roles.ts';
import { membershipsOf } from '../tenancy/link-store.ts';

/** The accounts a user is linked to, and the contracts by which these accounts work for customers. */
export async function findMemberships({ db, clock }: { readonly db: Database; readonly clock: Clock }, userId: number) {
  const memberships = await membershipsOf(db.executor, userId);
  const contracts = await contractsOfProviders(
    db.executor,
    memberships.map(({ account }) => account.id),
  );
  const today = clock.today();
  return {
    accounts: memberships.map(({ id, roleId, account }) => ({
      id,
      account,
      role: { id: roleId, name: roleCode(roleId) },
    })),
    contracts: contracts.map((contract) => ({
      id: contract.id,
      clientAccountId: contract.clientAccountId,
      providerClientAccountId: contract.providerClientAccountId,
      serviceProvided: contract.serviceProvided,
      approvalStatus: contract.approvalStatus,
      isActive: isInForce(contract, today),
    })),
  };
}
