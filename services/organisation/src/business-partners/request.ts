import { isOrganizationNumber } from '@app/check-digits';
import { invalid, invalidField } from '@app/contract';
import type { Sealer } from '@app/runtime';
import { accessOf } from '../access/local-sources.ts';
import { findByNumber, type OrganizationSources } from '../organizations/find.ts';
import type { Organization } from '../organizations/organization.ts';
import { findOrganization } from '../organizations/store.ts';
import { versionsOf } from '../settings/store.ts';
import { inForce } from '../settings/timeline.ts';
import { assertIdentityNumber, type IdentityRules } from './identity-number.ts';
import { assertProposals, isBankAccount, type PartnerNeighbours } from './outside.ts';
import { bankAccountUnknown, type Partner, type PartnerFields, userUnknown } from './partner.ts';

export interface RequestSources extends OrganizationSources, PartnerNeighbours {
  readonly sealer: Sealer;
  readonly identityRules: IdentityRules;
}

type Plain = Omit<
  PartnerFields,
  'organizationId' | 'isOrganization' | 'nationalIdentityNumberSealed' | 'countryCode' | 'paymentTermsDays' | 'metadata'
>;

/** What a caller sends: absent fields stay as they are, null goes back to nothing or to the default. */
export type PartnerRequest = { readonly [K in keyof Plain]?: Plain[K] | undefined } & {
  readonly organizationId?: number | null | undefined;
  readonly organizationNumber?: string | null | undefined;
  readonly isOrganization?: boolean | undefined;
  readonly nationalIdentityNumber?: string | null | undefined;
  readonly countryCode?: string | null | undefined;
  readonly paymentTermsDays?: number | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
};

const HOME = 'NO';

/** A partner of which nothing was said. */
export const emptyPartner: Omit<PartnerFields, 'name' | 'paymentTermsDays'> = {
  isActive: true,
  isOrganization: false,
  organizationId: null,
  userId: null,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  streetAddress: null,
  postalCode: null,
  city: null,
  countryCode: HOME,
  vatNumber: null,
  isCustomer: false,
  isSupplier: false,
  isEmployee: false,
  isOwner: false,
  birthDate: null,
  currencyCode: null,
  defaultAccountCode: null,
  defaultTaxCode: null,
  invoiceEmail: null,
  defaultBankAccountId: null,
  autonomyLevel: null,
  externalId: null,
  metadata: {},
  nationalIdentityNumberSealed: null,
};

/** Days a new partner gets to pay: from the settings in force today, 14 unless they say otherwise. */
export async function defaultTerms(
  { db, clock }: Pick<OrganizationSources, 'db' | 'clock'>,
  clientAccountId: number,
): Promise<number> {
  return inForce(await versionsOf(db.executor, [clientAccountId]), clock.today()).defaultPaymentTermsDays;
}

/** The fields of a request as they are stored, without those it does not name; the identity number is sealed. */
export function fieldsOf(
  { sealer }: Pick<RequestSources, 'sealer'>,
  request: PartnerRequest,
  terms: number,
): Partial<PartnerFields> {
  const {
    organizationId: _id,
    organizationNumber: _number,
    nationalIdentityNumber,
    countryCode,
    paymentTermsDays,
    metadata,
    ...plain
  } = request;
  const stored = {
    ...plain,
    countryCode: countryCode === null ? HOME : countryCode,
    paymentTermsDays: paymentTermsDays === null ? terms : paymentTermsDays,
    metadata: metadata === null ? {} : metadata,
    nationalIdentityNumberSealed:
      nationalIdentityNumber == null ? nationalIdentityNumber : sealer.seal(Buffer.from(nationalIdentityNumber)),
  };
  return Object.fromEntries(
    Object.entries(stored).filter(([, value]) => value !== undefined),
  ) as Partial<PartnerFields>;
}

/**
 * The organization that a request names: undefined when it names none, null when it takes it away. Asks the registry,
 * so with no transaction open. @throws Failure 400 for a number that cannot exist or is not registered, 502 when only
 * the registry could answer
 */
export async function organizationOf(
  sources: OrganizationSources,
  request: PartnerRequest,
): Promise<Organization | null | undefined> {
  const { organizationId: id, organizationNumber: number } = request;
  if (id == null && number == null) return id === null || number === null ? null : undefined;
  if (id === null || number === null)
    throw invalid(
      'organization_id and organization_number name one organization: send both as null to take it away, or one of them to change it',
    );
  const byId = id === undefined ? undefined : await requireById(sources, id);
  const byNumber = number === undefined ? undefined : await requireByNumber(sources, number);
  if (byId && byNumber && byId.id !== byNumber.id)
    throw invalidField(
      'organization_number',
      `is ${number}, but organization ${id} has the number ${byId.organizationNumber}`,
    );
  return byId ?? byNumber;
}

async function requireById({ db }: OrganizationSources, id: number): Promise<Organization> {
  const organization = await findOrganization(db.executor, id);
  if (!organization)
    throw invalidField('organization_id', `There is no organization ${id}; search for it by number first`);
  return organization;
}

async function requireByNumber(sources: OrganizationSources, number: string): Promise<Organization> {
  if (!isOrganizationNumber(number))
    throw invalidField('organization_number', `${number} is no organization number: its check digit is wrong`);
  const organization = await findByNumber(sources, number);
  if (!organization)
    throw invalidField('organization_number', `The business registry has no organization with the number ${number}`);
  return organization;
}

/**
 * What a request points at belongs to the account; what stays as it is, is not asked about again. @throws Failure 400,
 * 503
 */
export async function assertOwn(
  sources: RequestSources,
  owner: { readonly clientAccountId: number; readonly actorId: number },
  request: PartnerRequest,
  before?: Partner,
): Promise<void> {
  const { userId, defaultBankAccountId, nationalIdentityNumber } = request;
  if (nationalIdentityNumber != null) assertIdentityNumber(nationalIdentityNumber, sources.identityRules);
  if (userId != null && userId !== before?.userId && userId !== owner.actorId) {
    if ((await accessOf(sources, userId, owner.clientAccountId)).role === null) throw userUnknown(userId);
  }
  if (defaultBankAccountId != null && defaultBankAccountId !== before?.defaultBankAccountId) {
    if (!(await isBankAccount(sources, owner.clientAccountId, defaultBankAccountId)))
      throw bankAccountUnknown(defaultBankAccountId);
  }
  const { defaultAccountCode, defaultTaxCode } = request;
  await assertProposals(
    sources,
    { clientAccountId: owner.clientAccountId, date: sources.clock.today() },
    {
      accountCode: defaultAccountCode === before?.defaultAccountCode ? null : (defaultAccountCode ?? null),
      taxCode: defaultTaxCode === before?.defaultTaxCode ? null : (defaultTaxCode ?? null),
    },
  );
}
