import type { Executor } from '@app/db';
import { eq } from 'drizzle-orm';
import { clientAccounts } from '../schema/client-accounts.ts';
import { organizations } from '../schema/organizations.ts';
import { accountNotFound } from '../tenancy/client-account.ts';

const columns = {
  organizationNumber: organizations.organizationNumber,
  name: organizations.name,
  streetAddress: organizations.streetAddress,
  postalCode: organizations.postalCode,
  city: organizations.city,
  countryCode: organizations.countryCode,
  email: organizations.email,
  phone: organizations.phone,
};

/**
 * The organization of a client account with its address, as files for the authorities name it. @throws Failure 404
 * `client_account.not_found`
 */
export async function findCompany(ex: Executor, clientAccountId: number) {
  const [company] = await ex
    .select(columns)
    .from(clientAccounts)
    .innerJoin(organizations, eq(organizations.id, clientAccounts.organizationId))
    .where(eq(clientAccounts.id, clientAccountId));
  if (!company) throw accountNotFound(clientAccountId);
  return company;
}
