import { endpoint } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdText, CreatedAt } from '../fields.ts';
import { MoneyOut, text } from '../scalars.ts';

const Part = z.int().nullable();

/** A property as the register of the tax authority describes it. */
const PropertyOut = z.object({
  external_id: z.string().describe('Id of the property in the register.'),
  address: z.string().nullable().describe('Street address.'),
  municipality_number: z.string().nullable().describe('Number of the municipality, four digits.'),
  municipality_name: z.string().nullable().describe('Name of the municipality.'),
  cadastral: z
    .object({
      gaardsnummer: Part.describe('Number of the farm.'),
      bruksnummer: Part.describe('Number of the holding.'),
      festenummer: Part.describe('Number of the leasehold.'),
      seksjonsnummer: Part.describe('Number of the section.'),
    })
    .describe('Cadastral unit.'),
  property_type: z.string().nullable().describe('Kind of property, in the words of the register.'),
  ownership_share: z.string().nullable().describe('Share that the company owns, in percent.'),
});

/** What an asset keeps of the property that it is linked to. */
export const LinkedPropertyOut = PropertyOut.extend({
  tax_value: MoneyOut.nullable().describe('Value for tax in that income year.'),
  income_year: z.int().describe('Income year that was asked for.'),
  fetched_at: CreatedAt.describe('When the register was asked, in UTC.'),
});

const Year = z
  .string()
  .regex(/^(19|20|21)\d\d$/, 'must be a year such as 2025')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 1900, maximum: 2199 } });

const PartIn = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a number of at most 6 digits')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 0, maximum: 999_999 } });

/** What a search may ask for. */
const searchFields = {
  kommunenummer: z
    .string()
    .regex(/^\d{4}$/, 'must have four digits')
    .optional()
    .describe('Number of the municipality, four digits.'),
  gaardsnummer: PartIn.optional().describe('Number of the farm.'),
  bruksnummer: PartIn.optional().describe('Number of the holding.'),
  festenummer: PartIn.optional().describe('Number of the leasehold.'),
  seksjonsnummer: PartIn.optional().describe('Number of the section.'),
  address: text(200).optional().describe('Words of the address.'),
};

const names = Object.keys(searchFields) as readonly (keyof typeof searchFields)[];

/** A shop of the demo company. */
export const shop: z.output<typeof PropertyOut> = {
  external_id: '4601-164-12',
  address: 'Torgallmenningen',
  municipality_number: '4601',
  municipality_name: 'Bergen',
  cadastral: { gaardsnummer: 164, bruksnummer: 12, festenummer: 0, seksjonsnummer: 0 },
  property_type: 'NAERINGSEIENDOM',
  ownership_share: '100.00',
};

export const searchProperties = endpoint({
  name: 'ledger.searchProperties',
  summary: 'Search the property register of the tax authority',
  description:
    'By cadastral unit or words of the address, at least one of them. The register is asked each time, in the name of the client account, and gives at most 200 properties.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/integrations/skatteetaten/eiendom/soek/{inntektsaar}',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  params: z.object({ inntektsaar: Year.describe('Income year.') }),
  query: z
    .object({ client_account_id: ClientAccountIdText, ...searchFields })
    .refine((query) => names.some((name) => query[name] !== undefined && query[name] !== ''), {
      path: ['address'],
      error: `is required, or one of ${names.filter((name) => name !== 'address').join(', ')}`,
    }),
  status: 200,
  output: z.array(PropertyOut),
  example: {
    params: { inntektsaar: 2025 },
    query: { client_account_id: demo.company.id, address: 'Torgallmenningen' },
    answer: [shop],
  },
  failures: ['integration.upstream_failed'],
});
