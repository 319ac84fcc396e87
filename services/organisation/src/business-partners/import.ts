import { isEmailAddress } from '@app/api/email-address';
import { isOrganizationNumber } from '@app/check-digits';
import { invalid } from '@app/contract';
import { defineCommand, type Tx } from '@app/db';
import { z } from 'zod';
import { findByNumber } from '../organizations/find.ts';
import type { Organization } from '../organizations/organization.ts';
import { findByNumbers } from '../organizations/store.ts';
import { holdWritable } from '../tenancy/writable.ts';
import type { PartnerDependencies } from './change.ts';
import type { Partner, PartnerFields } from './partner.ts';
import { defaultTerms, emptyPartner } from './request.ts';
import { amongOrganizations, amongSources, partnerStore } from './store.ts';

export type ImportDependencies = PartnerDependencies;

/** A customer, a supplier or both, as a file knows it (protos/organisation/v1/partners.proto). */
export interface ImportedPartner {
  readonly name: string;
  readonly sourceIds: readonly string[];
  readonly registrationNumber?: string | undefined;
  readonly streetAddress?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly countryCode?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly isCustomer: boolean;
  readonly isSupplier: boolean;
}

export interface PartnersImport {
  readonly clientAccountId: number;
  /** The same for every try. */
  readonly commandKey: string;
  readonly actorId: number;
  readonly partners: readonly ImportedPartner[];
}

/** Of one call: as many as are made in one transaction while somebody waits. */
const MOST = 100;
/** Organizations that the registry is asked about at once. */
const PARALLEL = 4;

const importing = defineCommand({ name: 'import_business_partners', result: z.object({ ids: z.array(z.int()) }) });

/**
 * Makes the customers and suppliers of a file partners of a client account, once per command key. One that is an
 * organization is the active partner that is this organization; any other is the active partner of the same name that
 * an earlier file called the same. What is found stays as it is, but for being a customer or supplier. The registry is
 * asked with no transaction open.
 * @returns the id of the partner of each, in their order
 * @throws Failure 400 for too many, 404, 409 `client_account.inactive`, 502 when only the registry could answer
 */
export async function importPartners(deps: ImportDependencies, wanted: PartnersImport): Promise<readonly number[]> {
  const { partners } = wanted;
  if (partners.length > MOST) throw invalid(`At most ${MOST} business partners are imported at once`);
  const { ids } = await importing.once(deps.db, wanted.commandKey, async (carryOut) => {
    const organizations = await organizationsOf(deps, partners);
    const paymentTermsDays = await defaultTerms(deps, wanted.clientAccountId);
    return carryOut(async (tx) => {
      await holdWritable(tx, deps.clock, wanted.clientAccountId);
      const found = await known(tx, wanted);
      const ids: number[] = [];
      for (const partner of partners) {
        const organization = organizations.get(partner.registrationNumber ?? '');
        const key = organization ? ofOrganization(organization.id) : ofSources(partner);
        const existing = key.map((each) => found.get(each)).find((each) => each !== undefined);
        const kept = existing
          ? await addKinds(deps, existing, wanted.actorId, partner)
          : await deps.partners.create(
              { ...newFields(partner, organization, paymentTermsDays), clientAccountId: wanted.clientAccountId },
              wanted.actorId,
            );
        for (const each of key) found.set(each, kept);
        ids.push(kept.id);
      }
      return { ids };
    });
  });
  return ids;
}

/** The registry's organizations among them, by the number as the file has it. @throws Failure 502 */
async function organizationsOf(
  deps: ImportDependencies,
  partners: readonly ImportedPartner[],
): Promise<ReadonlyMap<string, Organization>> {
  const numbers = new Map<string, string>();
  for (const { registrationNumber = '' } of partners) {
    const number = organizationNumberIn(registrationNumber);
    if (isOrganizationNumber(number)) numbers.set(registrationNumber, number);
  }
  const stored = await findByNumbers(deps.db.executor, [...new Set(numbers.values())]);
  const found = new Map(stored.map((each) => [each.organizationNumber, each]));
  const left = [...new Set(numbers.values())].filter((number) => !found.has(number));
  const ask = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const organization = await findByNumber(deps, next);
      if (organization) found.set(next, organization);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, ask));
  return new Map(
    [...numbers].flatMap(([asFiled, number]) => {
      const organization = found.get(number);
      return organization ? [[asFiled, organization] as const] : [];
    }),
  );
}

const ofOrganization = (id: number): readonly string[] => [`#${id}`];
const ofSources = ({ sourceIds, name }: Pick<ImportedPartner, 'sourceIds' | 'name'>): readonly string[] =>
  sourceIds.map((source) => `${source} ${name}`);

/** Active partners that some of these are already, by all that they may be recognised by. */
async function known(tx: Tx, { clientAccountId, partners }: PartnersImport): Promise<Map<string, Partner>> {
  const numbers = partners.flatMap(({ registrationNumber }) =>
    registrationNumber === undefined ? [] : organizationNumberIn(registrationNumber),
  );
  const sources = partners.flatMap(({ sourceIds }) => sourceIds);
  const filter = { clientAccountIds: [clientAccountId], isActive: true };
  const found = new Map<string, Partner>();
  const most = (asked: readonly unknown[]) => asked.length * 10;
  if (sources.length > 0)
    for (const partner of await partnerStore.first(tx, filter, most(sources), amongSources(sources)))
      for (const source of sourceIdsOf(partner)) found.set(`${source} ${partner.name}`, partner);
  if (numbers.length > 0)
    for (const partner of await partnerStore.first(tx, filter, most(numbers), amongOrganizations(numbers)))
      found.set(ofOrganization(partner.organizationId!)[0]!, partner);
  return found;
}

const sourceIdsOf = ({ metadata }: Partner): readonly string[] => {
  const ids = metadata.saft_ids;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
};

/** A partner that the books know becomes a customer or supplier as well. */
const addKinds = (
  { partners }: ImportDependencies,
  partner: Partner,
  actorId: number,
  { isCustomer, isSupplier }: Pick<ImportedPartner, 'isCustomer' | 'isSupplier'>,
): Promise<Partner> =>
  partners.update(partner, actorId, () => ({
    ...(isCustomer ? { isCustomer } : {}),
    ...(isSupplier ? { isSupplier } : {}),
  }));

/**
 * A new partner. A number that is no organization's is kept in the metadata, but for one of eleven digits: that is how a
 * national identity number looks, which is never kept in the clear.
 */
function newFields(
  partner: ImportedPartner,
  organization: Organization | undefined,
  paymentTermsDays: number,
): PartnerFields {
  const { registrationNumber, countryCode, email } = partner;
  const isForeign = registrationNumber !== undefined && !organization && !/^\d{11}$/.test(digitsOf(registrationNumber));
  return {
    ...emptyPartner,
    name: partner.name,
    isOrganization: organization !== undefined,
    organizationId: organization?.id ?? null,
    email: email !== undefined && isEmailAddress(email) ? email : null,
    phone: partner.phone ?? null,
    streetAddress: partner.streetAddress ?? null,
    postalCode: partner.postalCode ?? null,
    city: partner.city ?? null,
    countryCode: countryCode !== undefined && /^[A-Z]{2}$/.test(countryCode) ? countryCode : emptyPartner.countryCode,
    isCustomer: partner.isCustomer,
    isSupplier: partner.isSupplier,
    paymentTermsDays,
    metadata: {
      saft_ids: [...partner.sourceIds],
      ...(isForeign ? { registration_number: registrationNumber } : {}),
    },
  };
}

/** `310 433 217 MVA` as `310433217`. */
const organizationNumberIn = (text: string): string => text.replace(/\s|MVA$/g, '');

const digitsOf = (text: string): string => text.replace(/\D/g, '');
