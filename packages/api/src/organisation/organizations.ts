import { endpoint, paging } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { pathId } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { MoneyOut, Timestamp, text } from '../scalars.ts';
import { companyOrganization } from './examples.ts';
import { OrganizationNumber, OrganizationNumberIn } from './organization-number.ts';

export const OrganizationOut = z.object({
  id: z.int().describe('Id of the organization on this platform.'),
  organization_number: OrganizationNumber,
  name: z.string().describe('Name in the business registry.'),
  country_code: z.string().describe('Country as a code of ISO 3166-1.'),
  organization_form: z.string().nullable().describe('Legal form as the registry codes it, such as AS or ENK.'),
  industry_code: z.string().nullable().describe('Industry by the national standard (SN2007), such as 69.201.'),
  industry_description: z.string().nullable().describe('Name of the industry.'),
  is_vat_registered: z.boolean().describe('Whether it stands in the VAT register.'),
  is_bankrupt: z.boolean().describe('Whether it is bankrupt.'),
  is_dissolved: z.boolean().describe('Whether it has been dissolved or deleted from the registry.'),
  registered_at: Timestamp.nullable().describe('When it was registered.'),
  street_address: z.string().nullable().describe('Street and number of its address.'),
  postal_code: z.string().nullable().describe('Postal code of its address.'),
  city: z.string().nullable().describe('City of its address.'),
  email: z.string().nullable().describe('E-mail address in the registry.'),
  phone: z.string().nullable().describe('Telephone number in the registry.'),
  share_capital: MoneyOut.nullable().describe('Share capital in kroner.'),
  employee_count: z.int().nullable().describe('Number of employees in the registry.'),
  client_account_id: z
    .int()
    .nullable()
    .describe('Its client account; null when there is none or the caller has no access to it.'),
  already_registered: z.boolean().describe('Whether it has a client account.'),
  fetched_at: Timestamp.nullable().describe('When the registry was last asked about it.'),
});

export const searchOrganizations = endpoint({
  name: 'organisation.searchOrganizations',
  summary: 'Search organizations by number or name',
  description:
    'Searches the organizations stored here and, by number or when few names match, the business registry; its hits are stored.',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/organizations',
  envelope: standard,
  query: z
    .object({
      organization_number: OrganizationNumberIn.optional(),
      name: text(180)
        .refine((name) => name.length >= 3, 'must have at least 3 characters')
        .optional()
        .describe('Part of the name, at least 3 characters.'),
      ...paging({ size: 25 }),
    })
    .refine((query) => query.organization_number !== undefined || query.name !== undefined, {
      error: 'organization_number or name is required',
      path: ['organization_number'],
    }),
  status: 200,
  output: listOf(OrganizationOut),
  example: {
    query: { organization_number: demo.company.organization_number },
    answer: onePageOf(companyOrganization, 25),
  },
  failures: ['integration.upstream_failed'],
});

export const getOrganization = endpoint({
  name: 'organisation.getOrganization',
  summary: 'One organization',
  description: 'As it is stored here; `fetched_at` says how old that is.',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/organizations/{id}',
  envelope: standard,
  params: pathId('organization'),
  status: 200,
  output: OrganizationOut,
  example: { params: { id: demo.company.organization_id }, answer: companyOrganization },
  notFoundCode: 'organization.not_found',
  failures: ['organization.not_found'],
});
