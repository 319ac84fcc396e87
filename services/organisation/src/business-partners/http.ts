import type { Principal } from '@app/access';
import {
  createBusinessPartner,
  deactivateBusinessPartner,
  getBusinessPartner,
  listBusinessPartners,
  updateBusinessPartner,
} from '@app/api/organisation/business-partners';
import type { Api } from '@app/contract';
import type { z } from 'zod';
import { auditWire, guardedBy, identityWire } from '../records/wire.ts';
import { createPartner, deactivatePartner, type PartnerDependencies, updatePartner } from './change.ts';
import type { Partner } from './partner.ts';
import { loadRelations, type PartnerRelation, type PartnerWire, type RelationSources } from './relations.ts';
import type { PartnerRequest } from './request.ts';
import { partnersWith } from './store.ts';

/** The national identity number is never among them (BPA-R11). */
const partnerWire = (partner: Partner): PartnerWire => ({
  ...identityWire(partner),
  ...auditWire(partner),
  is_organization: partner.isOrganization,
  organization_id: partner.organizationId,
  organization_number: partner.organizationNumber,
  user_id: partner.userId,
  first_name: partner.firstName,
  last_name: partner.lastName,
  email: partner.email,
  phone: partner.phone,
  street_address: partner.streetAddress,
  postal_code: partner.postalCode,
  city: partner.city,
  country_code: partner.countryCode,
  vat_number: partner.vatNumber,
  is_customer: partner.isCustomer,
  is_supplier: partner.isSupplier,
  is_employee: partner.isEmployee,
  is_owner: partner.isOwner,
  birth_date: partner.birthDate,
  has_national_identity_number: partner.hasNationalIdentityNumber,
  payment_terms_days: partner.paymentTermsDays,
  currency_code: partner.currencyCode,
  default_account_code: partner.defaultAccountCode,
  default_tax_code: partner.defaultTaxCode,
  invoice_email: partner.invoiceEmail,
  default_bank_account_id: partner.defaultBankAccountId,
  autonomy_level: partner.autonomyLevel,
  external_id: partner.externalId,
  metadata: partner.metadata,
});

const requestOf = (body: z.output<(typeof updateBusinessPartner)['body'] & object>): PartnerRequest => ({
  name: body.name,
  isActive: body.is_active,
  organizationId: body.organization_id,
  organizationNumber: body.organization_number,
  isOrganization: body.is_organization,
  userId: body.user_id,
  firstName: body.first_name,
  lastName: body.last_name,
  email: body.email,
  phone: body.phone,
  streetAddress: body.street_address,
  postalCode: body.postal_code,
  city: body.city,
  countryCode: body.country_code,
  vatNumber: body.vat_number,
  isCustomer: body.is_customer,
  isSupplier: body.is_supplier,
  isEmployee: body.is_employee,
  isOwner: body.is_owner,
  birthDate: body.birth_date,
  nationalIdentityNumber: body.national_identity_number,
  paymentTermsDays: body.payment_terms_days,
  currencyCode: body.currency_code,
  defaultAccountCode: body.default_account_code,
  defaultTaxCode: body.default_tax_code,
  invoiceEmail: body.invoice_email,
  defaultBankAccountId: body.default_bank_account_id,
  autonomyLevel: body.autonomy_level,
  externalId: body.external_id,
  metadata: body.metadata,
});

export function serveBusinessPartners(api: Api, deps: PartnerDependencies & RelationSources): void {
  const { partners } = deps;
  const guarded = guardedBy(partners);
  const show = async (
    caller: Principal,
    records: readonly Partner[],
    wanted: ReadonlySet<PartnerRelation>,
  ): Promise<PartnerWire[]> => {
    const relations = await loadRelations(deps, caller, records, wanted);
    return records.map((partner) => ({ ...partnerWire(partner), ...relations(partner) }));
  };
  const showOne = async (caller: Principal, partner: Partner, wanted: ReadonlySet<PartnerRelation>) =>
    (await show(caller, [partner], wanted))[0]!;

  api.serve(listBusinessPartners, async ({ query, account, principal, following }) => {
    const { rows, meta } = await partners.list({
      accounts: [account],
      isActive: query.is_active ?? undefined,
      updatedFrom: query.updated_from,
      order: query.order_by,
      page: query,
      following,
      also: partnersWith({
        isOrganization: query.is_organization,
        organizationId: query.organization_id,
        userId: query.user_id,
        externalId: query.external_id,
        freeText: query.free_text,
      }),
    });
    return { data: await show(principal, rows, query.with), meta };
  });
  api.serve(getBusinessPartner, {
    ...guarded,
    handle: ({ resource, query, principal }) => showOne(principal, resource, query.with),
  });
  api.serve(createBusinessPartner, async ({ body, account, principal, commandKey, isFirstTry, query }) => {
    const { name, ...details } = body;
    const by = { clientAccountId: account.clientAccountId, actorId: principal.userId };
    const creation = { ...by, commandKey, isFirstTry };
    const partner = await createPartner(deps, creation, requestOf({ ...details, name: name ?? undefined }));
    return showOne(principal, partner, query.with);
  });
  api.serve(updateBusinessPartner, {
    ...guarded,
    handle: async ({ resource, body, principal, query }) =>
      showOne(principal, await updatePartner(deps, resource, principal.userId, requestOf(body)), query.with),
  });
  api.serve(deactivateBusinessPartner, {
    ...guarded,
    handle: async ({ resource, principal, query }) =>
      showOne(principal, await deactivatePartner(deps, resource, principal.userId), query.with),
  });
}
