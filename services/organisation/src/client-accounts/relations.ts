import type { Principal } from '@app/access';
import type { ClientAccountOut } from '@app/api/organisation/client-accounts';
import type { z } from 'zod';
import { linksWire } from '../account-users/http.ts';
import { contractWire } from '../contracts/http.ts';
import { contractsOfCustomers, contractsOfProviders } from '../contracts/store.ts';
import { findRoles, type OrganizationSources } from '../organizations/find.ts';
import { organizationWire, reachedAccounts } from '../organizations/http.ts';
import { findOrganizations } from '../organizations/store.ts';
import type { ReferenceKinds } from '../references/kinds.ts';
import { settingsWire } from '../settings/http.ts';
import { versionsOf } from '../settings/store.ts';
import { inForce } from '../settings/timeline.ts';
import type { ClientAccount } from '../tenancy/client-account.ts';
import { activeLinks } from '../tenancy/link-store.ts';
import type { UserDirectory } from '../tenancy/users.ts';
import { countRecords, type RecordCounter } from './statistics.ts';

export type ClientAccountWire = z.input<typeof ClientAccountOut>;

export type Relation =
  | 'organization'
  | 'users'
  | 'users.user'
  | 'users.role'
  | 'provider_contracts'
  | 'client_contracts'
  | 'organizational_roles'
  | 'settings'
  | 'current_settings'
  | 'statistics';

export interface RelationSources extends OrganizationSources {
  readonly users: UserDirectory;
  readonly kinds: ReferenceKinds;
  readonly counters: readonly RecordCounter[];
}

type Part = Partial<ClientAccountWire>;
/** One relation of many accounts: reads what all of them need at once, and gives each its part. */
type Loader = (
  sources: RelationSources,
  caller: Principal,
  accounts: readonly ClientAccount[],
  wanted: ReadonlySet<Relation>,
) => Promise<(account: ClientAccount) => Part>;

const idsOf = (accounts: readonly ClientAccount[]): number[] => accounts.map(({ id }) => id);

const organizationsOf = async (sources: RelationSources, accounts: readonly ClientAccount[]) =>
  new Map(
    (
      await findOrganizations(
        sources.db.executor,
        accounts.map(({ organizationId }) => organizationId),
      )
    ).map((one) => [one.id, one]),
  );

const loaders: Readonly<Partial<Record<Relation, Loader>>> = {
  organization: async (sources, caller, accounts) => {
    const organizations = await organizationsOf(sources, accounts);
    const reached = await reachedAccounts(sources, caller, [...organizations.values()]);
    return ({ organizationId }) => ({ organization: organizationWire(organizations.get(organizationId)!, reached) });
  },
  users: async (sources, _caller, accounts, wanted) => {
    const names = new Set([
      ...(wanted.has('users.user') ? ['user'] : []),
      ...(wanted.has('users.role') ? ['role'] : []),
    ]);
    const links = await linksWire(sources.users, await activeLinks(sources.db.executor, idsOf(accounts)), names);
    return ({ id }) => ({ users: links.filter((link) => link.client_account_id === id) });
  },
  provider_contracts: async ({ db, clock }, _caller, accounts) => {
    const contracts = await contractsOfProviders(db.executor, idsOf(accounts));
    const today = clock.today();
    return ({ id }) => ({
      provider_contracts: contracts
        .filter((one) => one.providerClientAccountId === id)
        .map((one) => contractWire(one, today)),
    });
  },
  client_contracts: async ({ db, clock }, _caller, accounts) => {
    const contracts = await contractsOfCustomers(db.executor, idsOf(accounts));
    const today = clock.today();
    return ({ id }) => ({
      client_contracts: contracts.filter((one) => one.clientAccountId === id).map((one) => contractWire(one, today)),
    });
  },
  organizational_roles: async (sources, _caller, accounts) => {
    const organizations = await organizationsOf(sources, accounts);
    const roles = new Map<number, Awaited<ReturnType<typeof findRoles>>>();
    for (const organization of organizations.values())
      roles.set(organization.id, await findRoles(sources, organization));
    return ({ organizationId }) => ({
      organizational_roles: roles.get(organizationId)!.map(({ role, personName, organizationName }) => ({
        role,
        person_name: personName,
        organization_name: organizationName,
      })),
    });
  },
  settings: async ({ db }, _caller, accounts) => {
    const versions = await versionsOf(db.executor, idsOf(accounts));
    return ({ id, accountingCurrency }) => ({
      settings: versions
        .filter((one) => one.clientAccountId === id)
        .map((one) => settingsWire(one, accountingCurrency)),
    });
  },
  current_settings: async ({ db, clock }, _caller, accounts) => {
    const versions = await versionsOf(db.executor, idsOf(accounts));
    const today = clock.today();
    return ({ id, accountingCurrency }) => {
      const ofAccount = versions.filter((one) => one.clientAccountId === id);
      return { current_settings: settingsWire(inForce(ofAccount, today), accountingCurrency) };
    };
  },
  statistics: async (sources, _caller, accounts) => {
    const counts = new Map<number, Awaited<ReturnType<typeof countRecords>>>();
    for (const { id } of accounts) counts.set(id, await countRecords(sources, id));
    return ({ id }) => ({ statistics: counts.get(id)! });
  },
};

/** What is embedded in each account, in one read per relation however many accounts there are. */
export async function loadRelations(
  sources: RelationSources,
  caller: Principal,
  accounts: readonly ClientAccount[],
  wanted: ReadonlySet<Relation>,
): Promise<(account: ClientAccount) => Part> {
  const parts: ((account: ClientAccount) => Part)[] = [];
  for (const relation of wanted) {
    const load = loaders[relation];
    if (load) parts.push(await load(sources, caller, accounts, wanted));
  }
  return (account) => Object.assign({}, ...parts.map((part) => part(account)));
}
