import type { Principal } from '@app/access';
import { getOrganization, type OrganizationOut, searchOrganizations } from '@app/api/organisation/organizations';
import { type Api, notFound } from '@app/contract';
import type { z } from 'zod';
import { reachedAmong } from '../access/store.ts';
import { instantOrNull } from '../wire.ts';
import { findById, type OrganizationSources, searchOrganizations as search } from './find.ts';
import type { Organization } from './organization.ts';

export type OrganizationWire = z.input<typeof OrganizationOut>;

/** An organization as a caller sees it who reaches some of the client accounts. */
export const organizationWire = (organization: Organization, reached: ReadonlySet<number>): OrganizationWire => ({
  id: organization.id,
  organization_number: organization.organizationNumber,
  name: organization.name,
  country_code: organization.countryCode,
  organization_form: organization.organizationForm,
  industry_code: organization.industryCode,
  industry_description: organization.industryDescription,
  is_vat_registered: organization.isVatRegistered,
  is_bankrupt: organization.isBankrupt,
  is_dissolved: organization.isDissolved,
  registered_at: organization.registeredOn === null ? null : `${organization.registeredOn}T00:00:00Z`,
  street_address: organization.streetAddress,
  postal_code: organization.postalCode,
  city: organization.city,
  email: organization.email,
  phone: organization.phone,
  share_capital: organization.shareCapital,
  employee_count: organization.employeeCount,
  client_account_id:
    organization.clientAccountId !== null && reached.has(organization.clientAccountId)
      ? organization.clientAccountId
      : null,
  already_registered: organization.clientAccountId !== null,
  fetched_at: instantOrNull(organization.fetchedAt),
});

/** Those of the organizations' client accounts that the caller reaches. */
export async function reachedAccounts(
  { db, clock }: Pick<OrganizationSources, 'db' | 'clock'>,
  caller: Pick<Principal, 'userId' | 'isAdmin'>,
  organizations: readonly Organization[],
): Promise<ReadonlySet<number>> {
  const ids = organizations.flatMap(({ clientAccountId }) => clientAccountId ?? []);
  return caller.isAdmin ? new Set(ids) : reachedAmong(db.executor, caller.userId, ids, clock.today());
}

export function serveOrganizations(api: Api, sources: OrganizationSources): void {
  api.serve(searchOrganizations, async ({ query, principal }) => {
    const { organizations, meta } = await search(
      sources,
      { organizationNumber: query.organization_number, name: query.name },
      query,
    );
    const reached = await reachedAccounts(sources, principal, organizations);
    return { data: organizations.map((organization) => organizationWire(organization, reached)), meta };
  });
  api.serve(getOrganization, {
    load: async ({ params }) => {
      const organization = await findById(sources, params.id);
      if (!organization) throw notFound(`There is no organization ${params.id}`, 'organization.not_found');
      return organization;
    },
    handle: async ({ resource, principal }) =>
      organizationWire(resource, await reachedAccounts(sources, principal, [resource])),
  });
}
