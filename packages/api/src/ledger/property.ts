import { z } from 'zod';
import { CreatedAt } from '../fields.ts';
import { MoneyOut } from '../scalars.ts';

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
