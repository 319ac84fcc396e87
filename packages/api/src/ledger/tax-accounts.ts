import { z } from 'zod';

/** The account of a tax code, when it is embedded. */
export const TaxAccountOut = z.object({
  id: z.int(),
  account_code: z.string(),
  description: z.string(),
  description_nob: z.string(),
  description_eng: z.string().nullable(),
  is_active: z.boolean(),
});
