import { z } from 'zod';

/** The account of a tax code, when it is embedded. */
export const TaxAccountOut = z.object({
  id: z.int().describe('Id of the account.'),
  account_code: z.string().describe('Number of the account.'),
  description: z.string().describe('Name of the account, in the language asked for.'),
  description_nob: z.string().describe('Name of the account in Norwegian.'),
  description_eng: z.string().nullable().describe('Name of the account in English.'),
  is_active: z.boolean().describe('Whether entries may use it.'),
});
