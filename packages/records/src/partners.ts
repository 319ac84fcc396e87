import type { BusinessPartnerOut } from '@app/api/organisation/business-partner';
import { parseExact } from '@app/contract/json';
import type { ClientOf, Partners as PartnersContract } from '@app/rpc';
import type { z } from 'zod';

export type WirePartner = z.input<typeof BusinessPartnerOut>;

/** Business partners of a client account, as organisation shows them. */
export interface Partners {
  /** By id; those that are gone are left out. @throws Failure 503 */
  find(clientAccountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, WirePartner>>;
}

/** Partners that are asked about in one call. */
const BATCH = 1_000;

export const createPartners = (partners: Pick<ClientOf<typeof PartnersContract>, 'GetPartners'>): Partners => ({
  find: async (clientAccountId, ids) => {
    const distinct = [...new Set(ids)];
    const found = new Map<number, WirePartner>();
    for (let start = 0; start < distinct.length; start += BATCH) {
      const answer = await partners.GetPartners({ clientAccountId, ids: distinct.slice(start, start + BATCH) });
      for (const partner of answer.partners) found.set(partner.id, partnerWire(partner));
    }
    return found;
  },
});

type Partner = Awaited<ReturnType<ClientOf<typeof PartnersContract>['GetPartners']>>['partners'][number];

const partnerWire = (partner: Partner): WirePartner => ({
  id: partner.id,
  client_account_id: partner.clientAccountId,
  sequence_number: partner.sequenceNumber,
  created_at: partner.createdAt,
  created_by_id: partner.createdById ?? null,
  updated_at: partner.updatedAt,
  updated_by_id: partner.updatedById ?? null,
  name: partner.name,
  is_active: partner.isActive,
  is_organization: partner.isOrganization,
  organization_id: partner.organizationId ?? null,
  organization_number: partner.organizationNumber ?? null,
  vat_number: partner.vatNumber ?? null,
  user_id: partner.userId ?? null,
  first_name: partner.firstName ?? null,
  last_name: partner.lastName ?? null,
  birth_date: partner.birthDate ?? null,
  has_national_identity_number: partner.hasNationalIdentityNumber,
  email: partner.email ?? null,
  invoice_email: partner.invoiceEmail ?? null,
  phone: partner.phone ?? null,
  street_address: partner.streetAddress ?? null,
  postal_code: partner.postalCode ?? null,
  city: partner.city ?? null,
  country_code: partner.countryCode,
  is_customer: partner.isCustomer,
  is_supplier: partner.isSupplier,
  is_employee: partner.isEmployee,
  is_owner: partner.isOwner,
  payment_terms_days: partner.paymentTermsDays,
  currency_code: partner.currencyCode ?? null,
  default_account_code: partner.defaultAccountCode ?? null,
  default_tax_code: partner.defaultTaxCode ?? null,
  default_bank_account_id: partner.defaultBankAccountId ?? null,
  autonomy_level: (partner.autonomyLevel ?? null) as WirePartner['autonomy_level'],
  external_id: partner.externalId ?? null,
  metadata: (partner.metadata ? parseExact(partner.metadata) : {}) as WirePartner['metadata'],
});
