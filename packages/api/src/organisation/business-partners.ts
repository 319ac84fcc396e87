import { endpoint, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { followedListOf, polling } from '../pagination.ts';
import {
  CalendarDate,
  CountryCode,
  CurrencyCode,
  EmailAddress,
  Flag,
  FlagOrNull,
  Id,
  IdText,
  integer,
  MoneyOut,
  requiredText,
  Switch,
  Timestamp,
  text,
} from '../scalars.ts';
import { PublicUserOut } from '../users.ts';
import { MetadataIn, MetadataOut } from './metadata.ts';
import { OrganizationNumberIn } from './organization-number.ts';
import { OrganizationOut } from './organizations.ts';
import { AutonomyLevel } from './settings.ts';

/** A bank account of a partner, in the shape of document 4 section 6.1. */
export const PartnerBankAccountOut = z.object({
  id: z.int(),
  created_at: Timestamp,
  created_by_id: z.int().nullable(),
  updated_at: Timestamp,
  updated_by_id: z.int().nullable(),
  client_account_id: z.int(),
  business_partner_id: z.int(),
  name: z.string().nullable(),
  type: z.string(),
  bban: z.string().nullable(),
  iban: z.string().nullable(),
  bank_country: z.string().nullable(),
  bank_name: z.string().nullable(),
  bank_zip: z.string().nullable(),
  bank_city: z.string().nullable(),
  bic: z.string().nullable(),
  routing_number: z.string().nullable(),
  currency_code: z.string().nullable(),
  account_code: z.string().nullable(),
  is_house: z.boolean(),
  is_active: z.boolean(),
});

export const BusinessPartnerOut = z.object({
  id: z.int(),
  created_at: Timestamp,
  created_by_id: z.int().nullable(),
  updated_at: Timestamp,
  updated_by_id: z.int().nullable(),
  client_account_id: z.int(),
  sequence_number: z.int(),
  name: z.string(),
  is_organization: z.boolean(),
  organization_id: z.int().nullable(),
  organization_number: z.string().nullable(),
  user_id: z.int().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  street_address: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  country_code: z.string(),
  vat_number: z.string().nullable(),
  is_customer: z.boolean(),
  is_supplier: z.boolean(),
  is_employee: z.boolean(),
  is_owner: z.boolean(),
  birth_date: CalendarDate.nullable(),
  has_national_identity_number: z.boolean(),
  payment_terms_days: z.int(),
  currency_code: z.string().nullable(),
  default_account_code: z.string().nullable(),
  default_tax_code: z.string().nullable(),
  invoice_email: z.string().nullable(),
  default_bank_account_id: z.int().nullable(),
  is_active: z.boolean(),
  autonomy_level: AutonomyLevel.nullable(),
  metadata: MetadataOut,
  organization: OrganizationOut.optional(),
  user: PublicUserOut.optional(),
  bank_accounts: z.array(PartnerBankAccountOut).optional(),
  statistics: z.object({ receivable_balance: MoneyOut, payable_balance: MoneyOut }).optional(),
});

const withAll = relations(['organization', 'user', 'bank_accounts', 'statistics']);

/** Eleven digits; spaces as people write them are dropped. Whether the number can exist is asked elsewhere. */
const IdentityNumber = z
  .string({ error: 'must be a national identity number of eleven digits' })
  .transform((digits) => digits.replace(/\s+/g, ''))
  .refine((digits) => /^\d{11}$/.test(digits), 'must be a national identity number of eleven digits')
  .meta({ override: { type: 'string', pattern: '^\\d{11}$', writeOnly: true } });

const AccountCode = text(20).refine((code) => /^\d{4,}[\w.-]*$/.test(code), 'must be an account code such as 4300');

const details = {
  organization_id: Id.nullish(),
  organization_number: OrganizationNumberIn.nullish(),
  is_organization: Switch.optional(),
  user_id: Id.nullish(),
  first_name: text().nullish(),
  last_name: text().nullish(),
  email: EmailAddress.nullish(),
  phone: text(50).nullish(),
  street_address: text().nullish(),
  postal_code: text(20).nullish(),
  city: text().nullish(),
  country_code: CountryCode.nullish(),
  vat_number: text(30).nullish(),
  is_customer: Switch.optional(),
  is_supplier: Switch.optional(),
  is_employee: Switch.optional(),
  is_owner: Switch.optional(),
  birth_date: CalendarDate.nullish(),
  national_identity_number: IdentityNumber.nullish(),
  payment_terms_days: integer(0, 365).nullish(),
  currency_code: CurrencyCode.nullish(),
  default_account_code: AccountCode.nullish(),
  default_tax_code: text(20).nullish(),
  invoice_email: EmailAddress.nullish(),
  default_bank_account_id: Id.nullish(),
  autonomy_level: AutonomyLevel.nullish(),
  metadata: MetadataIn.nullish(),
  is_active: Switch.optional(),
};

const byId = {
  service: 'organisation',
  path: '/api/v2/business-partners/{id}',
  envelope: standard,
  params: z.object({ id: IdText }),
  query: z.object({ with: withAll }),
  status: 200,
  output: BusinessPartnerOut,
  notFoundCode: 'business_partner.not_found',
} as const;

export const listBusinessPartners = endpoint({
  name: 'organisation.listBusinessPartners',
  summary: 'The customers, suppliers, employees and owners of a client account',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/business-partners',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z.object({
    client_account_id: IdText,
    is_organization: Flag.optional(),
    organization_id: IdText.optional(),
    user_id: IdText.optional(),
    is_active: FlagOrNull.default(true),
    free_text: text().optional(),
    ...polling,
    order_by: orderBy(['id', 'name', 'sequence_number', 'organization_number', 'is_organization', 'is_active', 'created_at', 'updated_at']),
    with: withAll,
    ...paging(),
  }),
  status: 200,
  output: followedListOf(BusinessPartnerOut),
  tool: { name: 'list_business_partners', title: 'List business partners' },
});

export const getBusinessPartner = endpoint({
  ...byId,
  name: 'organisation.getBusinessPartner',
  summary: 'One business partner',
  method: 'GET',
  failures: ['business_partner.not_found'],
  tool: { name: 'get_business_partner', title: 'Get a business partner' },
});

export const createBusinessPartner = endpoint({
  name: 'organisation.createBusinessPartner',
  summary: 'Create a business partner',
  description:
    'An organization is named by organization_id, or by organization_number, which is looked up in the business registry; without a name the partner then gets the name of the organization. The national identity number is stored encrypted and never shown.',
  service: 'organisation',
  method: 'POST',
  path: '/api/v2/business-partners',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  query: z.object({ with: withAll }),
  body: z
    .object({ client_account_id: Id, name: requiredText().nullish(), ...details })
    .refine((body) => body.name != null || body.organization_id != null || body.organization_number != null, {
      error: 'is required unless organization_id or organization_number names a registered organization',
      path: ['name'],
    }),
  status: 201,
  output: BusinessPartnerOut,
  // The registry and the owner of bank accounts are asked before anything is stored.
  idempotency: 'steps',
  location: (partner) => `/api/v2/business-partners/${partner.id}`,
  failures: ['business_partner.duplicate_organization', 'client_account.inactive', 'integration.upstream_failed'],
  tool: { name: 'create_business_partner', title: 'Create a business partner' },
});

export const updateBusinessPartner = endpoint({
  ...byId,
  name: 'organisation.updateBusinessPartner',
  summary: 'Change a business partner',
  description: 'Only the fields that are sent change; null clears an optional one. The client account never changes.',
  method: ['PUT', 'PATCH'],
  body: z.object({ name: requiredText().optional(), ...details }),
  failures: [
    'business_partner.not_found',
    'business_partner.duplicate_organization',
    'business_partner.has_open_items',
    'client_account.inactive',
    'integration.upstream_failed',
  ],
});

export const deactivateBusinessPartner = endpoint({
  ...byId,
  name: 'organisation.deactivateBusinessPartner',
  summary: 'Deactivate a business partner',
  description: 'Refused while a balance stands on 1500, 2400 or 2930. The partner stays on the lines that carry it.',
  method: 'DELETE',
  failures: ['business_partner.not_found', 'business_partner.has_open_items', 'client_account.inactive'],
});
