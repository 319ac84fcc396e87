import { type AccountAccess, conflict, invalidField } from '@app/contract';
import { appendToOutbox, type Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { accessToAccountChanged } from '../account-users/link.ts';
import { countOtherOwners } from '../account-users/store.ts';
import { findAccounts, lockAccounts } from '../client-accounts/store.ts';
import { providerType } from '../organizations/organization.ts';
import { type Contract, duplicateContract, notAuthorized, type ServiceProvided } from './contract.ts';
import * as store from './store.ts';

export interface ContractOffer {
  readonly clientAccountId: number;
  readonly serviceProvided: ServiceProvided;
  readonly startDate: string | null;
  readonly actorId: number;
  /** The caller's access to the provider account. */
  readonly provider: AccountAccess;
}

/** May this caller act for a provider firm? A direct role does, contract access never; SA may everything. */
export const isFirmMember = ({ role, directRole }: AccountAccess): boolean => role === 'SA' || (directRole !== null && directRole !== 'EM');

const NOBODY = 0;

/**
 * Offers a customer to work for it: approved at once when the customer has no active owner who could answer, pending otherwise (document 3,
 * Contract). Offers to one customer are made one after another, under the lock of its row. @throws Failure 400, 403, 409
 */
export async function createContract(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  offer: ContractOffer,
): Promise<Contract> {
  const { clientAccountId, serviceProvided, actorId, provider } = offer;
  const providerClientAccountId = provider.clientAccountId;
  if (!isFirmMember(provider))
    throw notAuthorized(`You are no direct member of the provider account ${providerClientAccountId}`, 'account');
  return db.write(async (tx) => {
    await lockAccounts(tx, [clientAccountId, providerClientAccountId]);
    const accounts = await findAccounts(tx, [clientAccountId, providerClientAccountId], clock.today());
    const customer = accounts.find(({ id }) => id === clientAccountId);
    const firm = accounts.find(({ id }) => id === providerClientAccountId);
    if (providerType(firm?.industryCode ?? null) === null)
      throw notAuthorized(`Account ${providerClientAccountId} is no provider firm (industry code 69.2), so it cannot offer its services`);
    if (!customer) throw invalidField('client_account_id', `There is no client account ${clientAccountId}`);
    if (!customer.isActive)
      throw conflict(`Client account ${clientAccountId} is inactive: it can be read, not written`, 'client_account.inactive');
    const pair = { clientAccountId, providerClientAccountId, serviceProvided };
    if (await store.hasOpenContract(tx, pair, clock.today())) throw duplicateContract();
    const now = new Date(clock.millis());
    const hasOwner = (await countOtherOwners(tx, clientAccountId, NOBODY)) > 0;
    const contract = await store.insertContract(
      tx,
      {
        ...pair,
        createdById: actorId,
        startDate: hasOwner ? offer.startDate : (offer.startDate ?? clock.today()),
        approvalStatus: hasOwner ? 'PENDING' : 'APPROVED',
        approvedById: hasOwner ? null : actorId,
        approvedAt: hasOwner ? null : now,
        pendingSince: hasOwner ? now : null,
      },
      now,
    );
    if (!hasOwner) await appendToOutbox(tx, accessToAccountChanged(clientAccountId));
    return contract;
  });
}
