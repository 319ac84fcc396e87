import { isOrganizationNumber } from '@app/check-digits';
import { Failure, locatePage, type PageMeta } from '@app/contract';
import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import type { Organization, OrganizationalRole, RegistryEntry } from './organization.ts';
import type { Registry } from './registry.ts';
import * as store from './store.ts';

export interface OrganizationSources {
  readonly db: Database;
  readonly clock: Clock;
  readonly registry: Registry;
}

/** In a hurry the registry gets one short try: somebody waits with a deadline. */
type Urgency = { readonly inHurry?: boolean };

/** Stored names that make asking the registry unnecessary (docs/contract/organizations.md). */
const ENOUGH = 5;
const HITS = 50;

const isDown = (error: unknown): error is Failure =>
  error instanceof Failure && error.code === 'integration.upstream_failed';

const save = ({ db, clock }: OrganizationSources, entries: readonly RegistryEntry[]): Promise<void> =>
  db.write((tx) => store.saveEntries(tx, entries, new Date(clock.millis())));

/**
 * The organization of a number, as the registry describes it now; as it was stored when the registry does not answer.
 * Undefined for a number that cannot exist or that neither knows. @throws Failure 502 `integration.upstream_failed`
 * when only the registry could answer
 */
export async function findByNumber(
  sources: OrganizationSources,
  organizationNumber: string,
): Promise<Organization | undefined> {
  if (!isOrganizationNumber(organizationNumber)) return undefined;
  await refresh(sources, organizationNumber);
  return (await store.findByNumbers(sources.db.executor, [organizationNumber]))[0];
}

/**
 * A stored organization; the registry is asked when it has not answered for it yet, and what is stored is given when it
 * still does not.
 */
export async function findById(
  sources: OrganizationSources,
  id: number,
  urgency: Urgency = {},
): Promise<Organization | undefined> {
  const stored = await store.findOrganization(sources.db.executor, id);
  if (!stored || stored.fetchedAt) return stored;
  await refresh(sources, stored.organizationNumber, urgency);
  return store.findOrganization(sources.db.executor, id);
}

async function refresh(sources: OrganizationSources, organizationNumber: string, urgency: Urgency = {}): Promise<void> {
  try {
    const entry = await sources.registry.find(organizationNumber, urgency);
    if (entry) await save(sources, [entry]);
  } catch (error) {
    const isStored = (await store.findByNumbers(sources.db.executor, [organizationNumber])).length > 0;
    if (!isDown(error) || !isStored) throw error;
  }
}

/**
 * One page of the organizations that fit, stored or in the registry; hits of the registry are stored
 * (docs/contract/organizations.md).
 */
export async function searchOrganizations(
  sources: OrganizationSources,
  search: store.OrganizationSearch,
  page: { readonly page: number; readonly per_page: number },
): Promise<{ readonly organizations: readonly Organization[]; readonly meta: PageMeta }> {
  if (search.organizationNumber !== undefined) await findByNumber(sources, search.organizationNumber);
  else await askForNames(sources, search.name ?? '');
  const { executor } = sources.db;
  const { meta, offset } = locatePage(page, await store.countMatches(executor, search));
  return { organizations: await store.findMatches(executor, search, { limit: meta.per_page, offset }), meta };
}

async function askForNames(sources: OrganizationSources, name: string): Promise<void> {
  const stored = await store.countMatches(sources.db.executor, { name });
  if (stored >= ENOUGH) return;
  try {
    await save(sources, await sources.registry.search(name, HITS));
  } catch (error) {
    if (!isDown(error) || stored === 0) throw error;
  }
}

/**
 * Who holds an office in the organization, as the registry says now; as it was stored when the registry does not
 * answer.
 */
export async function findRoles(
  sources: OrganizationSources,
  organization: Organization,
): Promise<readonly OrganizationalRole[]> {
  try {
    const roles = await sources.registry.roles(organization.organizationNumber);
    await sources.db.write((tx) => store.saveRoles(tx, organization.id, roles, new Date(sources.clock.millis())));
    return roles;
  } catch (error) {
    if (isDown(error) && organization.roles) return organization.roles;
    throw error;
  }
}

/** At once, so that a long list of companies does not flood the registry. */
const PARALLEL = 4;
/** A person waits for the list: after this the registry is asked about no further company. */
const WAIT_MILLIS = 2_500;

/**
 * Stores organizations somebody may act for, with the registry's description where it answers soon and the given name
 * where it does not; then the description is fetched when the organization is used. Numbers that cannot exist are left
 * out. In the order of `named`.
 */
export async function storeOrganizations(
  sources: OrganizationSources,
  named: readonly { readonly organizationNumber: string; readonly name: string }[],
): Promise<readonly Organization[]> {
  const wanted = [...new Map(named.map((one) => [one.organizationNumber, one])).values()].filter((one) =>
    isOrganizationNumber(one.organizationNumber),
  );
  const entries: RegistryEntry[] = [];
  const left = [...wanted];
  const until = performance.now() + WAIT_MILLIS;
  const ask = async (): Promise<void> => {
    for (let next = left.shift(); next && performance.now() < until; next = left.shift()) {
      const entry = await sources.registry.find(next.organizationNumber, { inHurry: true }).catch((error: unknown) => {
        if (isDown(error)) return undefined;
        throw error;
      });
      if (entry) entries.push(entry);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, ask));
  await sources.db.write(async (tx) => {
    const now = new Date(sources.clock.millis());
    await store.saveEntries(tx, entries, now);
    await store.saveNames(tx, wanted, now);
  });
  const stored = new Map(
    (
      await store.findByNumbers(
        sources.db.executor,
        wanted.map((one) => one.organizationNumber),
      )
    ).map((one) => [one.organizationNumber, one]),
  );
  return wanted.flatMap((one) => stored.get(one.organizationNumber) ?? []);
}
