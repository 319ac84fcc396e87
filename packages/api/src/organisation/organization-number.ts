import { z } from 'zod';

/** As people write it: `NO 310 433 217 MVA`. Gives the nine digits; whether the number can exist is asked elsewhere. */
export const OrganizationNumberIn = z
  .string({ error: 'must be an organization number of nine digits' })
  .transform((text) => text.replace(/\s+/g, '').replace(/^NO/i, '').replace(/MVA$/i, ''))
  .refine((digits) => /^\d{9}$/.test(digits), 'must be an organization number of nine digits')
  .meta({
    description: 'Number in the business registry: nine digits, the last a check digit (MOD 11).',
    override: { type: 'string', pattern: '^\\d{9}$', examples: ['310433217'] },
  });

export const OrganizationNumber = z.string().describe('Number in the business registry, nine digits.');
