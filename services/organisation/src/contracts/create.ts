import { type AccountAccess, forbidden } from '@app/access';
import { conflict, invalidField } from '@app/contract';
import { appendToOutbox, type Database, defineCommand, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { z } from 'zod';
import { accessNow, roleEnded } from '../access/local-sources.ts';
import { providerType } from '../organizations/organization.ts';
import { findAccounts, lockAccounts } from '../tenancy/account-store.ts';
import { accessToAccountChanged } from '../tenancy/link.ts';
import { hasActiveOwner } from '../tenancy/owners.ts';
import { type StandingDirectory, type Standings, withStandings } from '../tenancy/standings.ts';
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
export const isFirmMember = ({ role, directRole }: AccountAccess): boolean =>
  role === 'SA' || (directRole !== null && directRole !== 'EM');

const creating = defineCommand({ name: 'create_contract', result: z.object({ id: z.int() }) });

/** Offers a customer to work for it, once per command key. @throws Failure 400, 403, 409, 503 */
export async function createContract(
  { db, clock, users }: { readonly db: Database; readonly clock: Clock; readonly users: StandingDirectory },
  offer: ContractOffer,
  commandKey: string,
): Promise<Contract> {
  if (!isFirmMember(offer.provider))
    throw notAuthorized(
      `You are no direct member of the provider account ${offer.provider.clientAccountId}`,
      'account',
    );
  const { id } = await creating.once(db, commandKey, (carryOut) =>
    withStandings(users, (standings) =>
      carryOut(async (tx) => ({ id: (await offerContract(tx, { db, clock, standings }, offer)).id })),
    ),
  );
  return (await store.findContract(db.executor, id))!;
}

/**
 * Stores an offer in the caller's transaction: approved at once when the firm itself opened the customer's account, no
 * active owner is there to answer and none has sent the firm away, pending otherwise (CON-R07, CTL-R10). Offers to one
 * customer are made one after another, under the lock of its row and of the firm's, from which nobody offers who has
 * just been removed.
 * @throws Failure 400, 403, 409
 */
export async function offerContract(
  tx: Tx,
  { db, clock, standings }: { readonly db: Database; readonly clock: Clock; readonly standings: Standings },
  offer: ContractOffer,
): Promise<Contract> {
  const { clientAccountId, serviceProvided, actorId } = offer;
  const providerClientAccountId = offer.provider.clientAccountId;
  await lockAccounts(tx, [clientAccountId, providerClientAccountId]);
  if (!isFirmMember(await accessNow({ db, clock }, actorId, offer.provider))) throw roleEnded();
  const accounts = await findAccounts(tx, [clientAccountId, providerClientAccountId], clock.today());
  const customer = accounts.find(({ id }) => id === clientAccountId);
  const firm = accounts.find(({ id }) => id === providerClientAccountId);
  if (!firm || providerType(firm.industryCode) === null)
    throw notAuthorized(
      `Account ${providerClientAccountId} is no provider firm (industry code 69.2), so it cannot offer its services`,
    );
  if (!firm.isProven) throw providerNotProven(firm.id);
  if (!customer) throw invalidField('client_account_id', `There is no client account ${clientAccountId}`);
  const inactive = [customer, firm].find((account) => !account.isActive);
  if (inactive) throw conflict(`Client account ${inactive.id} is inactive and read-only`, 'client_account.inactive');
  const pair = { clientAccountId, providerClientAccountId, serviceProvided };
  if (await store.hasOpenContract(tx, pair, clock.today())) throw duplicateContract();
  const isApproved =
    customer.openedByProviderIds.includes(firm.id) &&
    !(await hasActiveOwner(tx, standings, clientAccountId)) &&
    !(await store.wasSentAway(tx, pair));
  const now = new Date(clock.millis());
  const contract = await store.insertContract(
    tx,
    {
      ...pair,
      createdById: actorId,
      startDate: isApproved ? (offer.startDate ?? clock.today()) : offer.startDate,
      approvalStatus: isApproved ? 'APPROVED' : 'PENDING',
      approvedById: isApproved ? actorId : null,
      approvedAt: isApproved ? now : null,
      pendingSince: isApproved ? null : now,
    },
    now,
  );
  if (isApproved) await appendToOutbox(tx, accessToAccountChanged(clientAccountId));
  return contract;
}

/** Nobody has shown yet that whoever runs the firm's account may act for the firm. */
export const providerNotProven = (
  id: number,
  code: 'contract.provider_not_proven' | 'client_engagement.provider_not_proven' = 'contract.provider_not_proven',
) =>
  forbidden(
    `Client account ${id} is not proven, so it cannot work for others: complete signup for its organization, or ask an administrator to confirm it`,
    'account',
    code,
  );
