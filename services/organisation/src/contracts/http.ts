import type { Principal } from '@app/access';
import { type ContractOut, createContract, listContracts, updateContract } from '@app/api/organisation/contracts';
import { type Api, locatePage } from '@app/contract';
import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import type { z } from 'zod';
import { accessOf } from '../access/local-sources.ts';
import { findAccounts } from '../tenancy/account-store.ts';
import type { ClientAccount } from '../tenancy/client-account.ts';
import type { StandingDirectory } from '../tenancy/standings.ts';
import { instantOrNull, instantOut } from '../wire.ts';
import { type Contract, contractNotFound, isInForce, notAuthorized } from './contract.ts';
import { createContract as create, isFirmMember } from './create.ts';
import * as store from './store.ts';
import { updateContract as update } from './update.ts';

type Dependencies = { readonly db: Database; readonly clock: Clock; readonly users: StandingDirectory };

export type ContractWire = z.input<typeof ContractOut>;

/** @param today Oslo's date, which decides whether a contract is active */
export const contractWire = (contract: Contract, today: string): ContractWire => ({
  id: contract.id,
  created_at: instantOut(contract.createdAt),
  created_by_id: contract.createdById,
  client_account_id: contract.clientAccountId,
  provider_client_account_id: contract.providerClientAccountId,
  service_provided: contract.serviceProvided,
  start_date: contract.startDate,
  end_date: contract.endDate,
  approval_status: contract.approvalStatus,
  approved_by_id: contract.approvedById,
  approved_at: instantOrNull(contract.approvedAt),
  pending_since: instantOrNull(contract.pendingSince),
  terminated_by_id: contract.terminatedById,
  terminated_at: instantOrNull(contract.terminatedAt),
  termination_reason: contract.terminationReason,
  is_active: isInForce(contract, today),
});

const nameWire = ({ id, displayName, uniqueName }: ClientAccount) => ({
  id,
  display_name: displayName,
  unique_name: uniqueName,
});

/** Contracts with the names of their accounts, read at once and only when asked for. */
async function contractsWire(
  { db, clock }: Dependencies,
  contracts: readonly Contract[],
  relations: ReadonlySet<'client_account' | 'provider_client_account'>,
): Promise<ContractWire[]> {
  const ids = contracts.flatMap((contract) => [
    ...(relations.has('client_account') ? [contract.clientAccountId] : []),
    ...(relations.has('provider_client_account') ? [contract.providerClientAccountId] : []),
  ]);
  const today = clock.today();
  const names = new Map(
    (await findAccounts(db.executor, [...new Set(ids)], today)).map((account) => [account.id, nameWire(account)]),
  );
  return contracts.map((contract) => ({
    ...contractWire(contract, today),
    ...(relations.has('client_account') ? { client_account: names.get(contract.clientAccountId) } : {}),
    ...(relations.has('provider_client_account')
      ? { provider_client_account: names.get(contract.providerClientAccountId) }
      : {}),
  }));
}

/** The caller's access to an account; an administrator has the role SA on every one. */
async function accountScopeOf(deps: Dependencies, caller: Principal, clientAccountId: number) {
  const access = await accessOf(deps, caller.userId, clientAccountId);
  return caller.isAdmin && access.exists ? { ...access, role: 'SA' as const } : access;
}

export function serveContracts(api: Api, deps: Dependencies): void {
  const { db } = deps;

  api.serve(listContracts, async ({ query, principal, accounts }) => {
    const firm = query.provider_client_account_id;
    if (firm !== undefined && !isFirmMember(await accountScopeOf(deps, principal, firm)))
      throw notAuthorized(`You are no direct active member of the provider account ${firm}`, 'account');
    // A member of the firm sees its contracts also where the customer's books are not open to it, or not yet.
    const clientAccountIds =
      firm !== undefined && query.client_account_id === undefined
        ? undefined
        : accounts.map((account) => account.clientAccountId);
    const filter = { clientAccountIds, providerClientAccountId: firm, approvalStatus: query.approval_status };
    const { meta, offset } = locatePage(query, await store.countContracts(db.executor, filter));
    const page = { limit: meta.per_page, offset, order: query.order_by };
    return { data: await contractsWire(deps, await store.findPage(db.executor, filter, page), query.with), meta };
  });

  api.serve(createContract, async ({ body, query, account, principal, commandKey }) => {
    const offer = {
      clientAccountId: body.client_account_id,
      serviceProvided: body.service_provided,
      startDate: body.start_date ?? null,
      actorId: principal.userId,
      provider: account,
    };
    return (await contractsWire(deps, [await create(deps, offer, commandKey)], query.with))[0]!;
  });

  api.serve(updateContract, {
    load: async ({ params, principal }) => {
      const contract = await store.findContract(db.executor, params.id);
      if (!contract) throw contractNotFound(params.id);
      const [customer, provider] = await Promise.all(
        [contract.clientAccountId, contract.providerClientAccountId].map((id) => accountScopeOf(deps, principal, id)),
      );
      if (customer!.role === null && provider!.role === null)
        throw notAuthorized(`You have access to neither party of contract ${contract.id}`, 'account');
      return { contract, customer: customer!, provider: provider! };
    },
    handle: async ({ resource, body, query, principal }) => {
      const contract = await update(deps, {
        contractId: resource.contract.id,
        actorId: principal.userId,
        customer: resource.customer,
        provider: resource.provider,
        patch: {
          approvalStatus: body.approval_status,
          endDate: body.end_date,
          terminationReason: body.termination_reason,
          serviceProvided: body.service_provided,
          startDate: body.start_date,
        },
        accounts: { clientAccountId: body.client_account_id, providerClientAccountId: body.provider_client_account_id },
      });
      return (await contractsWire(deps, [contract], query.with))[0]!;
    },
  });
}
