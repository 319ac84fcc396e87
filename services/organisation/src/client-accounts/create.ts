import { forbidden } from '@app/access';
import { conflict, invalidField } from '@app/contract';
import { type Database, defineCommand } from '@app/db';
import { z } from 'zod';
import { accessOf } from '../access/local-sources.ts';
import { providerNotProven } from '../contracts/create.ts';
import { findById, findByNumber, type OrganizationSources } from '../organizations/find.ts';
import { type Organization, providerType } from '../organizations/organization.ts';
import { lockOrganization } from '../organizations/store.ts';
import type { AccountingLanguage } from '../schema/client-accounts.ts';
import { findAccounts, lockAccounts } from '../tenancy/account-store.ts';
import { assertMayBill } from './billing.ts';
import { type AccountContract, openAccount } from './open.ts';

export interface Actor {
  readonly userId: number;
  /** Role SA everywhere. */
  readonly isAdmin: boolean;
}

export interface NewClientAccount {
  /** Exactly one of the two. */
  readonly organizationId?: number | null | undefined;
  readonly organizationNumber?: string | null | undefined;
  readonly displayName?: string | null | undefined;
  readonly accountingCurrency?: string | null | undefined;
  readonly accountingLanguage?: AccountingLanguage | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly contracts: readonly AccountContract[];
}

/** Names as the release before stores them. */
const opening = defineCommand({ name: 'create_client_account', result: z.object({ client_account_id: z.int() }) });

/**
 * Opens the books of an organization (docs/contract/client-accounts.md, "Creating"), once per command key: the
 * organization is found, in the registry when only its number is known, with no transaction open; then one transaction
 * opens the account. Gives the id. @throws Failure 400, 403, 409, 502
 */
export async function createClientAccount(
  sources: OrganizationSources,
  actor: Actor,
  account: NewClientAccount,
  commandKey: string,
): Promise<number> {
  const { db, clock } = sources;
  const { client_account_id } = await opening.once(db, commandKey, async (carryOut) => {
    await assertProviders(sources, actor, account.contracts);
    await assertMayBill(sources, actor, account.metadata);
    const organization = await requireOrganization(sources, account);
    return carryOut(async (tx) => {
      // Others who open its books, or sign up for it, wait here.
      await lockOrganization(tx, organization.id);
      // And whoever is taken off a firm meanwhile opens none in its name.
      if (account.contracts.length > 0) {
        await lockAccounts(tx, firmsOf(account.contracts));
        await assertProviders(sources, actor, account.contracts);
      }
      const clientAccountId = await openAccount(tx, clock, {
        ...account,
        organization,
        actorId: actor.userId,
        ownerId: account.contracts.length > 0 ? null : actor.userId,
        isProven: actor.isAdmin,
        openedByProviderIds: firmsOf(account.contracts),
      });
      return { client_account_id: clientAccountId };
    });
  });
  return client_account_id;
}

async function requireOrganization(sources: OrganizationSources, account: NewClientAccount): Promise<Organization> {
  if (account.organizationId != null) {
    const organization = await findById(sources, account.organizationId);
    if (!organization)
      throw invalidField(
        'organization_id',
        `There is no organization ${account.organizationId}; search for it by number first`,
      );
    return organization;
  }
  const organization = await findByNumber(sources, account.organizationNumber!);
  if (!organization)
    throw invalidField(
      'organization_number',
      `The business registry has no organization with the number ${account.organizationNumber}`,
    );
  return organization;
}

const firmsOf = (contracts: readonly AccountContract[]): readonly number[] => [
  ...new Set(contracts.map((contract) => contract.providerClientAccountId)),
];

/** Only a provider firm opens an account with contracts, and only its own members in its name (CAC-R09, CAC-R10). */
async function assertProviders(
  sources: { readonly db: Database; readonly clock: OrganizationSources['clock'] },
  actor: Actor,
  contracts: readonly AccountContract[],
): Promise<void> {
  const ids = firmsOf(contracts);
  // The role on each firm is looked at before the state of any is reported (docs/contract/general.md, "Order of checks").
  for (const id of ids) {
    const { directRole } = await accessOf(sources, actor.userId, id);
    if (!actor.isAdmin && directRole === null)
      throw forbidden(`You are no direct member of the provider account ${id}`, 'account');
    if (!actor.isAdmin && directRole === 'EM')
      throw forbidden(`The role EM on account ${id} does not allow this`, 'role');
  }
  const found = await findAccounts(sources.db.executor, ids, sources.clock.today());
  const firms = ids.map((id) => [id, found.find((firm) => firm.id === id)] as const);
  for (const [id, firm] of firms) {
    if (!firm || providerType(firm.industryCode) === null)
      throw forbidden(
        `Account ${id} is no provider firm: only accounting and auditing firms (industry code 69.2) open accounts with contracts`,
        'role',
      );
    if (!firm.isProven) throw providerNotProven(id);
  }
  for (const [id, firm] of firms)
    if (!firm?.isActive)
      throw conflict(`Client account ${id} is inactive: it can be read, not written`, 'client_account.inactive');
}
