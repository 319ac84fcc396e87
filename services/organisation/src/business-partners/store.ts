import { parseJson } from '@app/contract';
import { anyOf, type Executor } from '@app/db';
import { holdsWords } from '@app/records';
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { createRecordStore } from '../records/store.ts';
import { businessPartners } from '../schema/business-partners.ts';
import { organizations } from '../schema/organizations.ts';
import { duplicateOrganization, externalIdTaken, type Partner, type PartnerFields } from './partner.ts';

const organizationNumber = sql<string | null>`(select ${organizations.organizationNumber} from ${organizations}
  where ${organizations.id} = ${businessPartners.organizationId})`;

export const partnerStore = createRecordStore<Partner, PartnerFields>({
  table: businessPartners,
  selection: {
    isOrganization: businessPartners.isOrganization,
    organizationId: businessPartners.organizationId,
    organizationNumber,
    userId: businessPartners.userId,
    firstName: businessPartners.firstName,
    lastName: businessPartners.lastName,
    email: businessPartners.email,
    phone: businessPartners.phone,
    streetAddress: businessPartners.streetAddress,
    postalCode: businessPartners.postalCode,
    city: businessPartners.city,
    countryCode: businessPartners.countryCode,
    vatNumber: businessPartners.vatNumber,
    isCustomer: businessPartners.isCustomer,
    isSupplier: businessPartners.isSupplier,
    isEmployee: businessPartners.isEmployee,
    isOwner: businessPartners.isOwner,
    birthDate: businessPartners.birthDate,
    hasNationalIdentityNumber: sql<boolean>`${businessPartners.nationalIdentityNumberSealed} is not null`,
    paymentTermsDays: businessPartners.paymentTermsDays,
    currencyCode: businessPartners.currencyCode,
    defaultAccountCode: businessPartners.defaultAccountCode,
    defaultTaxCode: businessPartners.defaultTaxCode,
    invoiceEmail: businessPartners.invoiceEmail,
    defaultBankAccountId: businessPartners.defaultBankAccountId,
    autonomyLevel: businessPartners.autonomyLevel,
    externalId: businessPartners.externalId,
    // As text, so that no digit of a caller's number is lost.
    metadata: sql<string>`${businessPartners.metadata}::text`,
  },
  read: ({ metadata }) => ({ metadata: parseJson(metadata as string) as Record<string, unknown> }),
  orders: { organization_number: organizationNumber, is_organization: businessPartners.isOrganization },
  refusals: { business_partners_organization_key: duplicateOrganization },
});

export interface PartnerFilter {
  readonly isOrganization?: boolean | undefined;
  readonly organizationId?: number | undefined;
  readonly userId?: number | undefined;
  readonly freeText?: string | undefined;
  readonly externalId?: string | undefined;
}

const searched = [
  businessPartners.name,
  businessPartners.firstName,
  businessPartners.lastName,
  businessPartners.email,
  businessPartners.city,
  businessPartners.vatNumber,
  organizationNumber,
];

export const partnersWith = ({
  isOrganization,
  organizationId,
  userId,
  freeText,
  externalId,
}: PartnerFilter): SQL | undefined =>
  and(
    isOrganization === undefined ? undefined : eq(businessPartners.isOrganization, isOrganization),
    organizationId === undefined ? undefined : eq(businessPartners.organizationId, organizationId),
    userId === undefined ? undefined : eq(businessPartners.userId, userId),
    externalId === undefined ? undefined : eq(businessPartners.externalId, externalId),
    holdsWords(freeText, searched),
  );

/**
 * Nobody else takes the id meanwhile: the caller holds the series of the account. @throws Failure 409 with the partner
 * that has it
 */
export async function assertExternalIdIsFree(
  tx: Executor,
  clientAccountId: number,
  externalId: string | null | undefined,
  ownId?: number,
): Promise<void> {
  if (externalId == null) return;
  const [row] = await tx
    .select({ id: businessPartners.id })
    .from(businessPartners)
    .where(and(eq(businessPartners.clientAccountId, clientAccountId), eq(businessPartners.externalId, externalId)));
  if (row && row.id !== ownId) throw externalIdTaken(externalId, row.id);
}

/** Of these client accounts, by id: one text for any number of them. */
export const amongIds = (clientAccountIds: readonly number[], ids: readonly number[]): SQL | undefined =>
  and(anyOf(businessPartners.clientAccountId, clientAccountIds), anyOf(businessPartners.id, ids));

/** Partners that are one of these organizations: found by the few numbers, not by looking each partner's up. */
export const amongOrganizations = (numbers: readonly string[]): SQL =>
  sql`${businessPartners.organizationId} in (select ${organizations.id} from ${organizations}
    where ${inArray(organizations.organizationNumber, [...numbers])})`;

/** Partners that a file once called one of these (docs/contract/saft-imports.md). */
export const amongSources = (sources: readonly string[]): SQL =>
  sql`${businessPartners.metadata} -> 'saft_ids' ?| array(select jsonb_array_elements_text(${JSON.stringify(sources)}::jsonb))`;

/** Sealed identity numbers of the partners that have one. */
export async function sealedIdentityNumbers(ex: Executor, clientAccountId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return ex
    .select({ id: businessPartners.id, sealed: sql<Buffer>`${businessPartners.nationalIdentityNumberSealed}` })
    .from(businessPartners)
    .where(
      and(
        eq(businessPartners.clientAccountId, clientAccountId),
        inArray(businessPartners.id, [...ids]),
        isNotNull(businessPartners.nationalIdentityNumberSealed),
      ),
    );
}
