import type { Executor, Tx } from '@app/db';
import { and, asc, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import { clientAccounts } from '../schema/client-accounts.ts';
import { organizations } from '../schema/organizations.ts';
import type { Organization, OrganizationalRole, RegistryEntry } from './organization.ts';

const { createdAt: _createdAt, ...columns } = {
  id: organizations.id,
  organizationNumber: organizations.organizationNumber,
  name: organizations.name,
  countryCode: organizations.countryCode,
  organizationForm: organizations.organizationForm,
  industryCode: organizations.industryCode,
  industryDescription: organizations.industryDescription,
  isVatRegistered: organizations.isVatRegistered,
  isBankrupt: organizations.isBankrupt,
  isDissolved: organizations.isDissolved,
  registeredOn: organizations.registeredOn,
  streetAddress: organizations.streetAddress,
  postalCode: organizations.postalCode,
  city: organizations.city,
  email: organizations.email,
  phone: organizations.phone,
  shareCapital: organizations.shareCapital,
  employeeCount: organizations.employeeCount,
  roles: organizations.roles,
  rolesFetchedAt: organizations.rolesFetchedAt,
  fetchedAt: organizations.fetchedAt,
  createdAt: organizations.createdAt,
};

const selection = {
  ...columns,
  clientAccountId: clientAccounts.id,
  isAccountProven: sql<boolean>`coalesce(${clientAccounts.isProven}, false)`,
};

function select(ex: Executor, condition: SQL | undefined) {
  return ex
    .select(selection)
    .from(organizations)
    .leftJoin(clientAccounts, eq(clientAccounts.organizationId, organizations.id))
    .where(condition);
}

type Row = Awaited<ReturnType<typeof select>>[number];

const organizationOf = (row: Row): Organization => ({
  ...row,
  roles: row.roles as readonly OrganizationalRole[] | null,
});

export async function findOrganizations(ex: Executor, ids: readonly number[]): Promise<readonly Organization[]> {
  if (ids.length === 0) return [];
  return (await select(ex, inArray(organizations.id, [...ids])).orderBy(asc(organizations.id))).map(organizationOf);
}

export async function findOrganization(ex: Executor, id: number): Promise<Organization | undefined> {
  return (await findOrganizations(ex, [id]))[0];
}

/**
 * Waits until nobody is opening an account for the organization, and keeps others from it until the transaction ends.
 */
export async function lockOrganization(tx: Tx, id: number): Promise<Organization | undefined> {
  await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id)).for('update');
  return findOrganization(tx, id);
}

export async function findByNumbers(ex: Executor, numbers: readonly string[]): Promise<readonly Organization[]> {
  if (numbers.length === 0) return [];
  return (await select(ex, inArray(organizations.organizationNumber, [...numbers]))).map(organizationOf);
}

export interface OrganizationSearch {
  readonly organizationNumber?: string | undefined;
  /** Every word must occur, whatever its case. */
  readonly name?: string | undefined;
}

const conditionOf = ({ organizationNumber, name }: OrganizationSearch): SQL | undefined =>
  and(
    organizationNumber === undefined ? undefined : eq(organizations.organizationNumber, organizationNumber),
    ...(name ?? '')
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => ilike(organizations.name, `%${word.replace(/[\\%_]/g, '\\$&')}%`)),
  );

export async function countMatches(ex: Executor, search: OrganizationSearch): Promise<number> {
  return ex.$count(organizations, conditionOf(search));
}

export async function findMatches(
  ex: Executor,
  search: OrganizationSearch,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly Organization[]> {
  const rows = await select(ex, conditionOf(search))
    .orderBy(sql`${organizations.name} collate "nb-x-icu"`, asc(organizations.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(organizationOf);
}

const inOrder = <T extends { readonly organizationNumber: string }>(entries: readonly T[]): T[] =>
  [...new Map(entries.map((entry) => [entry.organizationNumber, entry])).values()].sort((a, b) =>
    a.organizationNumber.localeCompare(b.organizationNumber),
  );

/** Stores what the registry says now, over what it said before. */
export async function saveEntries(tx: Tx, entries: readonly RegistryEntry[], fetchedAt: Date): Promise<void> {
  if (entries.length === 0) return;
  const excluded = Object.fromEntries(
    [...Object.keys(entries[0]!), 'fetchedAt'].map((key) => [
      key,
      sql.raw(`excluded.${organizations[key as keyof typeof columns].name}`),
    ]),
  );
  await tx
    .insert(organizations)
    .values(inOrder(entries).map((entry) => ({ ...entry, fetchedAt, createdAt: fetchedAt })))
    .onConflictDoUpdate({ target: organizations.organizationNumber, set: excluded });
}

/** Stores numbers and names alone, where nothing is known yet; what is known stays. */
export async function saveNames(
  tx: Tx,
  names: readonly { readonly organizationNumber: string; readonly name: string }[],
  createdAt: Date,
): Promise<void> {
  if (names.length === 0) return;
  await tx
    .insert(organizations)
    .values(inOrder(names).map(({ organizationNumber, name }) => ({ organizationNumber, name, createdAt })))
    .onConflictDoNothing({ target: organizations.organizationNumber });
}

export async function saveRoles(
  tx: Tx,
  id: number,
  roles: readonly OrganizationalRole[],
  fetchedAt: Date,
): Promise<void> {
  await tx.update(organizations).set({ roles, rolesFetchedAt: fetchedAt }).where(eq(organizations.id, id));
}
