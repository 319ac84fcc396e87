import { endpoint, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, CurrencyCode, Flag, Id, IdText, integer, oneOf, requiredText, Switch, Timestamp } from '../scalars.ts';
import { UserLinkOut } from './account-users.ts';
import { ContractOut, ServiceProvided } from './contracts.ts';
import { MetadataIn, MetadataOut } from './metadata.ts';
import { OrganizationNumberIn } from './organization-number.ts';
import { OrganizationOut } from './organizations.ts';
import { SettingsOut } from './settings.ts';

export const AccountingLanguage = oneOf('nob', 'swe', 'dan', 'eng');
export const ProviderType = oneOf('ACCOUNTANT', 'AUDITOR');

export const OrganizationalRoleOut = z.object({
  role: z.string(),
  person_name: z.string().nullable(),
  organization_name: z.string().nullable(),
});

export const AccountStatisticsOut = z.object({
  journal_entries: z.int(),
  vouchers: z.int(),
  documents: z.int(),
  bank_transactions: z.int(),
  business_partners: z.int(),
});

export const ClientAccountOut = z.object({
  id: z.int(),
  created_at: Timestamp,
  created_by_id: z.int().nullable(),
  updated_at: Timestamp,
  updated_by_id: z.int().nullable(),
  unique_name: z.string(),
  display_name: z.string(),
  is_active: z.boolean(),
  is_proven: z.boolean(),
  accounting_currency: CurrencyCode,
  accounting_language: AccountingLanguage,
  organization_id: z.int(),
  organization_number: z.string(),
  logo_url: z.string().nullable(),
  metadata: MetadataOut,
  selected_industry_extension: z.string().nullable(),
  is_provider: z.boolean(),
  provider_type: ProviderType.nullable(),
  is_vat_liable: z.boolean(),
  is_billing_account: z.boolean(),
  organization: OrganizationOut.optional(),
  users: z.array(UserLinkOut).optional(),
  provider_contracts: z.array(ContractOut).optional(),
  client_contracts: z.array(ContractOut).optional(),
  organizational_roles: z.array(OrganizationalRoleOut).optional(),
  settings: z.array(SettingsOut).optional(),
  current_settings: SettingsOut.optional(),
  statistics: AccountStatisticsOut.optional(),
});

/** Relations of one account; `users.user` and `users.role` name the people. */
const withAll = relations([
  'organization',
  'users',
  'users.user',
  'users.role',
  'provider_contracts',
  'client_contracts',
  'organizational_roles',
  'settings',
  'current_settings',
  'statistics',
]);

/** Relations that a page of accounts can embed with one query each. */
const withListed = relations([
  'organization',
  'users',
  'users.user',
  'users.role',
  'provider_contracts',
  'client_contracts',
  'settings',
  'current_settings',
]);

const SaleNumber = integer(1);

const NewAccountContract = z.object({
  provider_client_account_id: Id,
  service_provided: ServiceProvided,
  start_date: CalendarDate.nullish(),
});

const params = z.object({ id: IdText });

export const listClientAccounts = endpoint({
  name: 'organisation.listClientAccounts',
  summary: 'The client accounts the caller reaches',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/client-accounts',
  envelope: standard,
  query: z.object({
    has_direct_role: Flag.optional(),
    is_provider: Flag.optional(),
    provider_type: ProviderType.optional(),
    is_active: Flag.optional(),
    'client_contracts.provider_client_account_id': IdText.optional(),
    'client_contracts.service_provided': ServiceProvided.optional(),
    'client_contracts.is_active': Flag.optional(),
    ...polling,
    order_by: orderBy(['id', 'display_name', 'unique_name', 'organization_number', 'is_active', 'created_at', 'updated_at']),
    with: withListed,
    ...paging(),
  }),
  status: 200,
  output: followedListOf(ClientAccountOut),
  tool: { name: 'list_client_accounts', title: 'List client accounts' },
});

export const getClientAccount = endpoint({
  name: 'organisation.getClientAccount',
  summary: 'One client account',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/client-accounts/{id}',
  envelope: standard,
  account: { in: 'path', field: 'id', take: 'one' },
  params,
  query: z.object({ with: withAll }),
  status: 200,
  output: ClientAccountOut,
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found', 'integration.upstream_failed'],
  tool: { name: 'get_client_account', title: 'Get a client account' },
});

export const createClientAccount = endpoint({
  name: 'organisation.createClientAccount',
  summary: 'Open the books of an organization',
  description:
    'Without client_contracts the caller becomes the owner. With them the caller acts for a provider firm: the contracts are approved at once, and no direct role is given.',
  service: 'organisation',
  method: 'POST',
  path: '/api/v2/client-accounts',
  envelope: standard,
  query: z.object({ with: withAll }),
  body: z
    .object({
      organization_id: Id.nullish(),
      organization_number: OrganizationNumberIn.nullish(),
      display_name: requiredText(150).nullish(),
      accounting_currency: CurrencyCode.nullish(),
      accounting_language: AccountingLanguage.nullish(),
      metadata: MetadataIn.nullish(),
      client_contracts: z
        .array(NewAccountContract, { error: 'must be an array of contracts' })
        .max(20, 'must hold at most 20 contracts')
        .nullish(),
    })
    .refine((body) => (body.organization_id == null) !== (body.organization_number == null), {
      error: 'exactly one of organization_id and organization_number is required',
      path: ['organization_id'],
    }),
  status: 201,
  output: ClientAccountOut,
  // The registry is asked before anything is stored, and no transaction is held over that call.
  idempotency: 'steps',
  location: (account) => `/api/v2/client-accounts/${account.id}`,
  failures: [
    'client_account.organization_already_has_client_account',
    'contract.duplicate',
    'client_account.inactive',
    'integration.upstream_failed',
  ],
});

export const updateClientAccount = endpoint({
  name: 'organisation.updateClientAccount',
  summary: 'Change a client account',
  description:
    'Only the fields that are sent change; read-only ones are ignored. An inactive account can be changed, so that it can be made active again. With is_proven true an administrator confirms that whoever controls the account may act for the organization; from anybody else the field is a 403.',
  service: 'organisation',
  method: ['PUT', 'PATCH'],
  path: '/api/v2/client-accounts/{id}',
  envelope: standard,
  account: { in: 'path', field: 'id', take: 'one' },
  permission: 'admin',
  administratorFields: ['is_proven'],
  inactive: 'allowed',
  params,
  query: z.object({ with: withAll }),
  body: z
    .looseObject({
      display_name: requiredText(150).optional(),
      is_active: Switch.optional(),
      is_proven: z.literal(true, 'must be true: what was confirmed once stays confirmed').optional(),
      accounting_currency: CurrencyCode.optional(),
      accounting_language: AccountingLanguage.nullable().optional(),
      metadata: MetadataIn.nullable().optional(),
      next_sale_invoice_number: SaleNumber.optional(),
      next_sale_credit_note_number: SaleNumber.optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'must name at least one field to change'),
  status: 200,
  output: ClientAccountOut,
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found', 'client_account.has_postings', 'integration.upstream_failed'],
});
