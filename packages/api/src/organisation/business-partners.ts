import { endpoint, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { ExternalId } from '../caller-references.ts';
import { demo, lastPageOf } from '../demo-company.ts';
import { EmailAddress } from '../email-address.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdIn, ClientAccountIdText, IsActiveIn, pathId } from '../fields.ts';
import { followedListOf, polling } from '../pagination.ts';
import {
  CalendarDate,
  CountryCode,
  CurrencyCode,
  Flag,
  FlagOrNull,
  Id,
  IdText,
  integer,
  requiredText,
  Switch,
  searchedWords,
  text,
} from '../scalars.ts';
import { BusinessPartnerOut, partnerMeaning as meaning } from './business-partner.ts';
import { customer, supplier } from './examples.ts';
import { MetadataIn } from './metadata.ts';
import { OrganizationNumberIn } from './organization-number.ts';
import { AutonomyLevel } from './settings.ts';

const withAll = relations(['organization', 'user', 'bank_accounts', 'statistics']);

/** Eleven digits; spaces as people write them are dropped. Whether the number can exist is asked elsewhere. */
const IdentityNumber = z
  .string({ error: 'must be a national identity number of eleven digits' })
  .transform((digits) => digits.replace(/\s+/g, ''))
  .refine((digits) => /^\d{11}$/.test(digits), 'must be a national identity number of eleven digits')
  .meta({
    description: 'National identity number or D-number, eleven digits. Stored encrypted and never shown.',
    override: { type: 'string', pattern: '^\\d{11}$', writeOnly: true },
  });

const AccountCode = text(20).refine((code) => /^\d{4,}[\w.-]*$/.test(code), 'must be an account code such as 4300');

const details = {
  organization_id: Id.nullish().describe(meaning.organization_id),
  organization_number: OrganizationNumberIn.nullish().describe(meaning.organization_number),
  is_organization: Switch.optional().describe(meaning.is_organization),
  user_id: Id.nullish().describe(meaning.user_id),
  first_name: text().nullish().describe(meaning.first_name),
  last_name: text().nullish().describe(meaning.last_name),
  email: EmailAddress.nullish().describe(meaning.email),
  phone: text(50).nullish().describe(meaning.phone),
  street_address: text().nullish().describe(meaning.street_address),
  postal_code: text(20).nullish().describe(meaning.postal_code),
  city: text().nullish().describe(meaning.city),
  country_code: CountryCode.nullish().describe(meaning.country_code),
  vat_number: text(30).nullish().describe(meaning.vat_number),
  is_customer: Switch.optional().describe(meaning.is_customer),
  is_supplier: Switch.optional().describe(meaning.is_supplier),
  is_employee: Switch.optional().describe(meaning.is_employee),
  is_owner: Switch.optional().describe(meaning.is_owner),
  birth_date: CalendarDate.nullish().describe(meaning.birth_date),
  national_identity_number: IdentityNumber.nullish(),
  payment_terms_days: integer(0, 365).nullish().describe(meaning.payment_terms_days),
  currency_code: CurrencyCode.nullish().describe(meaning.currency_code),
  default_account_code: AccountCode.nullish().describe(meaning.default_account_code),
  default_tax_code: text(20).nullish().describe(meaning.default_tax_code),
  invoice_email: EmailAddress.nullish().describe(meaning.invoice_email),
  default_bank_account_id: Id.nullish().describe(meaning.default_bank_account_id),
  autonomy_level: AutonomyLevel.nullish().describe(meaning.autonomy_level),
  external_id: ExternalId.nullish(),
  metadata: MetadataIn.nullish(),
  is_active: IsActiveIn.optional(),
};

const byId = {
  service: 'organisation',
  path: '/api/v2/business-partners/{id}',
  envelope: standard,
  params: pathId('business partner'),
  query: z.object({ with: withAll }),
  status: 200,
  output: BusinessPartnerOut,
  notFoundCode: 'business_partner.not_found',
} as const;

export const listBusinessPartners = endpoint({
  name: 'organisation.listBusinessPartners',
  summary: 'The customers, suppliers, employees and owners of a client account',
  description: 'Active ones unless asked otherwise. `with=statistics` adds what is owed either way.',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/business-partners',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z.object({
    client_account_id: ClientAccountIdText,
    is_organization: Flag.optional().describe('True for organizations, false for people.'),
    organization_id: IdText.optional().describe('The partner that is this organization.'),
    user_id: IdText.optional().describe('The partner that is this user.'),
    is_active: FlagOrNull.default(true).describe('True for active partners, false for inactive ones, null for both.'),
    free_text: searchedWords()
      .optional()
      .describe(
        'Words that all occur in name, e-mail address, city, organization number or VAT number, whatever their case; at most 20.',
      ),
    external_id: text(100).optional().describe("The partner with this id of the caller's own."),
    ...polling,
    order_by: orderBy([
      'id',
      'name',
      'sequence_number',
      'organization_number',
      'is_organization',
      'is_active',
      'created_at',
      'updated_at',
    ]),
    with: withAll,
    ...paging(),
  }),
  status: 200,
  output: followedListOf(BusinessPartnerOut),
  example: { query: { client_account_id: demo.company.id, free_text: 'kaffebaren' }, answer: lastPageOf(customer) },
  tool: { name: 'list_business_partners', title: 'List business partners' },
});

export const getBusinessPartner = endpoint({
  ...byId,
  name: 'organisation.getBusinessPartner',
  summary: 'One business partner',
  description: 'Active or not, with the relations that are asked for.',
  example: { params: { id: customer.id }, answer: customer },
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
    .object({ client_account_id: ClientAccountIdIn, name: requiredText().nullish().describe(meaning.name), ...details })
    .refine((body) => body.name != null || body.organization_id != null || body.organization_number != null, {
      error: 'is required unless organization_id or organization_number names a registered organization',
      path: ['name'],
    }),
  status: 201,
  output: BusinessPartnerOut,
  example: {
    body: {
      client_account_id: demo.company.id,
      organization_number: demo.firm.organization_number,
      email: 'post@fjordregnskap.example',
      is_supplier: true,
      default_account_code: '6705',
      default_tax_code: '1',
    },
    answer: supplier,
  },
  // The registry and the owner of bank accounts are asked before anything is stored.
  idempotency: 'steps',
  location: (partner) => `/api/v2/business-partners/${partner.id}`,
  failures: [
    'business_partner.duplicate_organization',
    'client_account.inactive',
    'common.conflict',
    'integration.upstream_failed',
  ],
  tool: { name: 'create_business_partner', title: 'Create a business partner' },
});

export const updateBusinessPartner = endpoint({
  ...byId,
  name: 'organisation.updateBusinessPartner',
  summary: 'Change a business partner',
  description: 'Only the fields that are sent change; null clears an optional one. The client account never changes.',
  method: ['PUT', 'PATCH'],
  body: z.object({ name: requiredText().optional().describe(meaning.name), ...details }),
  example: {
    params: { id: supplier.id },
    body: { payment_terms_days: 30 },
    answer: { ...supplier, payment_terms_days: 30 },
  },
  failures: [
    'business_partner.not_found',
    'business_partner.duplicate_organization',
    'business_partner.has_open_items',
    'client_account.inactive',
    'common.conflict',
    'integration.upstream_failed',
  ],
});

export const deactivateBusinessPartner = endpoint({
  ...byId,
  name: 'organisation.deactivateBusinessPartner',
  summary: 'Deactivate a business partner',
  description: 'Refused while a balance stands on 1500, 2400 or 2930. The partner stays on the lines that carry it.',
  method: 'DELETE',
  example: { params: { id: supplier.id }, answer: { ...supplier, payment_terms_days: 30, is_active: false } },
  failures: ['business_partner.not_found', 'business_partner.has_open_items', 'client_account.inactive'],
});
