import { endpoint, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { CreatedAt, CreatedById, pathId, RecordId, UpdatedAt, UpdatedById } from '../fields.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, CurrencyCode, Flag, Id, IdText, integer, oneOf, requiredText, Switch } from '../scalars.ts';
import { UserLinkOut } from './account-users.ts';
import { ContractOut, ServiceProvided } from './contracts.ts';
import { client, clientAccount, companyAccount } from './examples.ts';
import { MetadataIn, MetadataOut } from './metadata.ts';
import { OrganizationNumber, OrganizationNumberIn } from './organization-number.ts';
import { OrganizationOut } from './organizations.ts';
import { SettingsOut } from './settings.ts';

export const AccountingLanguage = oneOf('nob', 'swe', 'dan', 'eng');
export const ProviderType = oneOf('ACCOUNTANT', 'AUDITOR');

export const OrganizationalRoleOut = z.object({
  role: z.string().describe('Code of the role in the business registry, such as DAGL for the general manager.'),
  person_name: z.string().nullable().describe('Person who has the role.'),
  organization_name: z.string().nullable().describe('Organization that has the role.'),
});

export const AccountStatisticsOut = z.object({
  journal_entries: z.int().describe('Number of journal entries, drafts included.'),
  vouchers: z.int().describe('Number of vouchers.'),
  documents: z.int().describe('Number of documents.'),
  bank_transactions: z.int().describe('Number of bank transactions.'),
  business_partners: z.int().describe('Number of business partners.'),
});

export const ClientAccountOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  unique_name: z.string().describe('Name in addresses: made from the name, unique, and never changed.'),
  display_name: z.string().describe('Name that people see.'),
  is_active: z.boolean().describe('False makes the account read-only.'),
  is_proven: z
    .boolean()
    .describe('Whether somebody who may act for the organization, or an administrator, has confirmed the account.'),
  accounting_currency: CurrencyCode.describe(
    'Currency of the books, as a code of ISO 4217. Fixed with the first journal entry.',
  ),
  accounting_language: AccountingLanguage.describe('Language of texts that the platform writes into the books.'),
  organization_id: z.int().describe('The organization whose books these are.'),
  organization_number: OrganizationNumber,
  logo_url: z.string().nullable().describe('Address of the logo; it works for 7 days.'),
  metadata: MetadataOut,
  selected_industry_extension: z
    .string()
    .nullable()
    .describe('Additional accounts by industry, such as HOSPITALITY; null when there are none.'),
  is_provider: z.boolean().describe('Whether the organization keeps books or audits for others, by its industry code.'),
  provider_type: ProviderType.nullable().describe('What kind of firm it is; null for who is none.'),
  is_vat_liable: z.boolean().describe('Whether the settings in force say that the company is in the VAT register.'),
  is_billing_account: z.boolean().describe('Whether other client accounts are billed through this one.'),
  organization: OrganizationOut.optional().describe('The organization, embedded.'),
  users: z.array(UserLinkOut).optional().describe('Users with a role of their own here, embedded.'),
  provider_contracts: z
    .array(ContractOut)
    .optional()
    .describe('Contracts in which this account is the firm, embedded.'),
  client_contracts: z
    .array(ContractOut)
    .optional()
    .describe('Contracts in which this account is the customer, embedded.'),
  organizational_roles: z
    .array(OrganizationalRoleOut)
    .optional()
    .describe('Who has which role in the business registry, embedded.'),
  settings: z.array(SettingsOut).optional().describe('Every version of the settings, embedded.'),
  current_settings: SettingsOut.optional().describe('The settings in force today, embedded.'),
  statistics: AccountStatisticsOut.optional().describe('How much the account holds, embedded.'),
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
  provider_client_account_id: Id.describe('Client account of the firm.'),
  service_provided: ServiceProvided.describe('What the firm does for the customer.'),
  start_date: CalendarDate.nullish().describe('First day; today when it is left out.'),
});

const params = pathId('client account');

export const listClientAccounts = endpoint({
  name: 'organisation.listClientAccounts',
  summary: 'The client accounts the caller reaches',
  description: 'By a role of their own or by a contract of their firm, active and inactive ones, ordered by name.',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/client-accounts',
  envelope: standard,
  query: z.object({
    has_direct_role: Flag.optional().describe(
      'True for accounts on which the caller has a role of their own, false for the others.',
    ),
    is_provider: Flag.optional().describe('True for firms, false for others.'),
    provider_type: ProviderType.optional().describe('Firms of this kind.'),
    is_active: Flag.optional().describe('True for active accounts, false for inactive ones.'),
    'client_contracts.provider_client_account_id': IdText.optional().describe('Customers of this firm.'),
    'client_contracts.service_provided': ServiceProvided.optional().describe(
      'Customers that have a contract about this.',
    ),
    'client_contracts.is_active': Flag.optional().describe('Whether that contract gives access today.'),
    ...polling,
    order_by: orderBy([
      'id',
      'display_name',
      'unique_name',
      'organization_number',
      'is_active',
      'created_at',
      'updated_at',
    ]),
    with: withListed,
    ...paging(),
  }),
  status: 200,
  output: followedListOf(ClientAccountOut),
  example: { query: { is_active: true }, answer: lastPageOf(companyAccount) },
  tool: { name: 'list_client_accounts', title: 'List client accounts' },
});

export const getClientAccount = endpoint({
  name: 'organisation.getClientAccount',
  summary: 'One client account',
  description: 'With the relations that are asked for. `organizational_roles` asks the business registry.',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/client-accounts/{id}',
  envelope: standard,
  account: { in: 'path', field: 'id', take: 'one' },
  params,
  query: z.object({ with: withAll }),
  status: 200,
  output: ClientAccountOut,
  example: { params: { id: demo.company.id }, answer: companyAccount },
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
      organization_id: Id.nullish().describe('The organization; or its number instead.'),
      organization_number: OrganizationNumberIn.nullish().describe(
        'The number of the organization, looked up in the business registry.',
      ),
      display_name: requiredText(150)
        .nullish()
        .describe('Name that people see; that of the organization when it is left out.'),
      accounting_currency: CurrencyCode.nullish().describe(
        'Currency of the books, as a code of ISO 4217; NOK when it is left out.',
      ),
      accounting_language: AccountingLanguage.nullish().describe(
        'Language of texts that the platform writes into the books; by country when left out.',
      ),
      metadata: MetadataIn.nullish(),
      client_contracts: z
        .array(NewAccountContract, { error: 'must be an array of contracts' })
        .max(20, 'must hold at most 20 contracts')
        .nullish()
        .describe('Contracts with firms of the caller, approved at once.'),
    })
    .refine((body) => (body.organization_id == null) !== (body.organization_number == null), {
      error: 'exactly one of organization_id and organization_number is required',
      path: ['organization_id'],
    }),
  status: 201,
  output: ClientAccountOut,
  example: {
    sender: 'accountant',
    values: { 'body.organization_number': 'addresses/organization' },
    body: {
      organization_number: client.organization_number,
      client_contracts: [
        { provider_client_account_id: demo.firm.id, service_provided: 'ACCOUNTING', start_date: '2026-01-15' },
      ],
    },
    answer: clientAccount,
  },
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
      display_name: requiredText(150).optional().describe('Name that people see.'),
      is_active: Switch.optional().describe('False makes the account read-only, true opens it again.'),
      is_proven: z
        .literal(true, 'must be true: what was confirmed once stays confirmed')
        .optional()
        .describe('True confirms the account; for administrators alone.'),
      accounting_currency: CurrencyCode.optional().describe('Currency of the books, while there is no journal entry.'),
      accounting_language: AccountingLanguage.nullable()
        .optional()
        .describe('Language of texts that the platform writes into the books.'),
      metadata: MetadataIn.nullable().optional(),
      next_sale_invoice_number: SaleNumber.optional().describe('Number of the next sales invoice. Not shown again.'),
      next_sale_credit_note_number: SaleNumber.optional().describe('Number of the next credit note. Not shown again.'),
    })
    .refine((body) => Object.keys(body).length > 0, 'must name at least one field to change'),
  status: 200,
  output: ClientAccountOut,
  example: {
    params: { id: demo.company.id },
    body: { display_name: demo.company.display_name },
    answer: { ...companyAccount, updated_at: demo.now },
  },
  notFoundCode: 'client_account.not_found',
  failures: ['client_account.not_found', 'client_account.has_postings', 'integration.upstream_failed'],
});
