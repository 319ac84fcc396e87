import { endpoint, paging } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { listOf } from '../pagination.ts';
import { IdText, MoneyOut, Timestamp, text } from '../scalars.ts';
import { OrganizationNumberIn } from './organization-number.ts';

export const OrganizationOut = z.object({
  id: z.int(),
  organization_number: z.string(),
  name: z.string(),
  country_code: z.string(),
  organization_form: z.string().nullable(),
  industry_code: z.string().nullable(),
  industry_description: z.string().nullable(),
  is_vat_registered: z.boolean(),
  is_bankrupt: z.boolean(),
  is_dissolved: z.boolean(),
  registered_at: Timestamp.nullable(),
  street_address: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  share_capital: MoneyOut.nullable(),
  employee_count: z.int().nullable(),
  /** Only when the caller can access it. */
  client_account_id: z.int().nullable(),
  already_registered: z.boolean(),
  fetched_at: Timestamp.nullable(),
});

export const searchOrganizations = endpoint({
  name: 'organisation.searchOrganizations',
  summary: 'Search organizations by number or name',
  description: 'Searches the organizations stored here and, by number or when few names match, the business registry; its hits are stored.',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/organizations',
  envelope: standard,
  query: z
    .object({
      organization_number: OrganizationNumberIn.optional(),
      name: text(180)
        .refine((name) => name.length >= 3, 'must have at least 3 characters')
        .optional(),
      ...paging({ size: 25 }),
    })
    .refine((query) => query.organization_number !== undefined || query.name !== undefined, {
      error: 'organization_number or name is required',
      path: ['organization_number'],
    }),
  status: 200,
  output: listOf(OrganizationOut),
  failures: ['integration.upstream_failed'],
});

export const getOrganization = endpoint({
  name: 'organisation.getOrganization',
  summary: 'One organization',
  service: 'organisation',
  method: 'GET',
  path: '/api/v2/organizations/{id}',
  envelope: standard,
  params: z.object({ id: IdText }),
  status: 200,
  output: OrganizationOut,
  notFoundCode: 'organization.not_found',
  failures: ['organization.not_found'],
});
