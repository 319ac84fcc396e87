import type { BusinessPartnerOut } from '@app/api/organisation/business-partner';
import { type Failure, type FieldFault, invalid } from '@app/contract/failure';
import type { Database } from '@app/db';
import type { Beat } from '@app/events';
import type { ClientOf, Partners } from '@app/rpc';
import type { z } from 'zod';
import { metadataOf } from '../journal-entries/metadata-text.ts';
import type { KnownReference, References } from '../projections/references.ts';

export type WirePartner = z.input<typeof BusinessPartnerOut>;

/** A business partner that a request names. */
export interface NamedPartner {
  /** Field of the request. */
  readonly field: string;
  readonly id: number;
  /** Who receives shares must be active; who gives them need not be. */
  readonly receives: boolean;
}

export interface Shareholders {
  /**
   * The partners are known to the company, at most a second late, and active where they receive something.
   * @throws Failure 400 `equity.business_partner_not_found` with every field, 400 for an inactive one, 503
   */
  require(clientAccountId: number, partners: readonly NamedPartner[]): Promise<void>;
  /**
   * Names by id; those that the company does not have are left out.
   * @throws Failure 503 when one is not known here and its owner cannot be asked
   */
  names(clientAccountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Partners as their owner shows them, by id; those that are gone are left out. @throws Failure 503 */
  embed(clientAccountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, WirePartner>>;
}

const TYPE = 'businesspartner';
/** Partners that are asked about in one call. */
const BATCH = 1_000;

export function createShareholders(deps: {
  readonly db: Pick<Database, 'aside'>;
  readonly references: References;
  readonly partners: Pick<ClientOf<typeof Partners>, 'GetPartners'>;
  readonly owner: Pick<Beat, 'current'>;
}): Shareholders {
  const { db, references, partners, owner } = deps;

  /** What is known here, after the owner was asked about whatever `isDoubtful` says may be behind. */
  const find = async (
    clientAccountId: number,
    ids: readonly number[],
    isDoubtful: (id: number, known: KnownReference | undefined) => boolean,
  ): Promise<ReadonlyMap<number, KnownReference>> => {
    const known = await references.known(clientAccountId, TYPE, ids);
    const doubtful = ids.filter((id) => isDoubtful(id, known.get(id)));
    if (doubtful.length === 0) return known;
    // Outside any transaction: what the owner says is there for everybody, whatever becomes of the request.
    await db.aside(() => references.refresh(clientAccountId, TYPE, doubtful));
    return references.known(clientAccountId, TYPE, ids);
  };

  return {
    require: async (clientAccountId, named) => {
      await owner.current();
      const ids = [...new Set(named.map(({ id }) => id))];
      const known = await find(clientAccountId, ids, (_id, partner) => !partner?.isActive);
      const unknown = named.filter(({ id }) => !known.has(id));
      if (unknown.length > 0) throw partnerNotFound(unknown);
      const inactive = named.filter(({ id, receives }) => receives && !known.get(id)!.isActive);
      if (inactive.length > 0)
        throw refusal(inactive, (id) => `Business partner ${id} is inactive and takes no shares`);
    },
    names: async (clientAccountId, ids) => {
      const known = await find(clientAccountId, [...new Set(ids)], (_id, partner) => partner === undefined);
      return new Map([...known].map(([id, { name }]) => [id, name]));
    },
    embed: async (clientAccountId, ids) => {
      const distinct = [...new Set(ids)];
      const found = new Map<number, WirePartner>();
      for (let start = 0; start < distinct.length; start += BATCH) {
        const answer = await partners.GetPartners({ clientAccountId, ids: distinct.slice(start, start + BATCH) });
        for (const partner of answer.partners) found.set(partner.id, wireOf(partner));
      }
      return found;
    },
  };
}

/** 400 `equity.business_partner_not_found`, naming every field. */
export const partnerNotFound = (named: readonly Pick<NamedPartner, 'field' | 'id'>[]): Failure =>
  refusal(
    named,
    (id) => `There is no business partner ${id} in this client account`,
    'equity.business_partner_not_found',
  );

function refusal(
  named: readonly Pick<NamedPartner, 'field' | 'id'>[],
  say: (id: number) => string,
  code?: string,
): Failure {
  const faults = named.map(({ field, id }): FieldFault => ({ field, message: say(id) }));
  return invalid(faults[0]!.message, faults, code);
}

type Partner = Awaited<ReturnType<ClientOf<typeof Partners>['GetPartners']>>['partners'][number];

const wireOf = (partner: Partner): WirePartner => ({
  id: partner.id,
  created_at: partner.createdAt,
  created_by_id: partner.createdById ?? null,
  updated_at: partner.updatedAt,
  updated_by_id: partner.updatedById ?? null,
  client_account_id: partner.clientAccountId,
  sequence_number: partner.sequenceNumber,
  name: partner.name,
  is_organization: partner.isOrganization,
  organization_id: partner.organizationId ?? null,
  organization_number: partner.organizationNumber ?? null,
  user_id: partner.userId ?? null,
  first_name: partner.firstName ?? null,
  last_name: partner.lastName ?? null,
  email: partner.email ?? null,
  phone: partner.phone ?? null,
  street_address: partner.streetAddress ?? null,
  postal_code: partner.postalCode ?? null,
  city: partner.city ?? null,
  country_code: partner.countryCode,
  vat_number: partner.vatNumber ?? null,
  is_customer: partner.isCustomer,
  is_supplier: partner.isSupplier,
  is_employee: partner.isEmployee,
  is_owner: partner.isOwner,
  birth_date: partner.birthDate ?? null,
  has_national_identity_number: partner.hasNationalIdentityNumber,
  payment_terms_days: partner.paymentTermsDays,
  currency_code: partner.currencyCode ?? null,
  default_account_code: partner.defaultAccountCode ?? null,
  default_tax_code: partner.defaultTaxCode ?? null,
  invoice_email: partner.invoiceEmail ?? null,
  default_bank_account_id: partner.defaultBankAccountId ?? null,
  is_active: partner.isActive,
  autonomy_level: (partner.autonomyLevel ?? null) as WirePartner['autonomy_level'],
  metadata: metadataOf(partner.metadata) ?? {},
});
