import { z } from 'zod';
import { Flag } from '../scalars.ts';
import { dimensionTypes } from './dimensions.ts';

/** One `type:id` of a `dimensions` filter. */
export const DimensionTuple = z
  .string()
  .transform((text, context) => {
    const match = /^([a-z]+):(\d{1,16})$/.exec(text);
    const type = dimensionTypes.find((known) => known === match?.[1]);
    const id = Number(match?.[2]);
    if (type !== undefined && Number.isSafeInteger(id) && id > 0) return { type, id };
    context.addIssue({
      code: 'custom',
      message: `"${text}" must be a tuple such as project:12, with one of the types ${dimensionTypes.join(', ')}`,
    });
    return z.NEVER;
  })
  .meta({ override: { type: 'string', examples: ['project:12'] } });

/** An account code in a filter: digits; one that does not exist matches nothing. */
export const AccountCodeFilter = z
  .string()
  .regex(/^\d{1,6}$/, 'must be account codes: up to 6 digits each, separated by comma');

export const IncludeDrafts = Flag.default(false).describe('True counts drafts as well. False by default.');
