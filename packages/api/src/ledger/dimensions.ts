import { z } from 'zod';
import { Id, oneOf } from '../scalars.ts';

/** What a line can be tagged with (JE-R46). */
export const dimensionTypes = ['businesspartner', 'bankacc', 'project', 'department', 'asset', 'tag', 'item'] as const;
export type DimensionType = (typeof dimensionTypes)[number];

export const DimensionTypeIn = oneOf(...dimensionTypes);

const RelationType = DimensionTypeIn.describe('Kind of record that the line is tagged with.');

/** A value to tag a line with: an active record of the client account. */
export const DimensionIn = z.object(
  { relation_type: RelationType, relation_id: Id.describe('Id of the record: active, and of the client account.') },
  { error: 'must be an object' },
);

/** A dimension that every line of an account carries. */
export const MandatoryDimensionOut = z.object({
  relation_type: DimensionTypeIn.describe('Kind of record that lines of the account carry.'),
});

export const DimensionOut = z.object({
  id: z.int().describe('Id of the tag on the line.'),
  relation_type: RelationType,
  relation_id: z.int().describe('Id of the record.'),
  name: z.string().nullable().describe('Name of the record.'),
});
