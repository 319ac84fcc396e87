import { z } from 'zod';
import { Id, oneOf } from '../scalars.ts';

/** What a line can be tagged with (document 2, Journal entry). */
export const dimensionTypes = ['businesspartner', 'bankacc', 'project', 'department', 'asset', 'tag', 'item'] as const;
export type DimensionType = (typeof dimensionTypes)[number];

export const DimensionTypeIn = oneOf(...dimensionTypes);

/** A value to tag a line with: an active record of the client account. */
export const DimensionIn = z.object({ relation_type: DimensionTypeIn, relation_id: Id }, { error: 'must be an object' });

export const DimensionOut = z.object({
  id: z.int(),
  relation_type: DimensionTypeIn,
  relation_id: z.int(),
  name: z.string().nullable(),
});
