import { z } from 'zod';
import { requiredText, Switch } from '../scalars.ts';
import { dimensionEndpoints, dimensionOut } from './dimension-endpoints.ts';

export const TagOut = z.object({ ...dimensionOut, color: z.string().nullable() });

const Name = requiredText(50);

/** A colour as `#rrggbb`; kept in lower case. */
const Color = z
  .string({ error: 'must be a colour such as #1a2b3c' })
  .trim()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1a2b3c')
  .transform((color) => color.toLowerCase())
  .meta({ override: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', examples: ['#1a2b3c'] } });

export const {
  list: listTags,
  get: getTag,
  create: createTag,
  update: updateTag,
  deactivate: deactivateTag,
} = dimensionEndpoints({
  one: 'Tag',
  many: 'Tags',
  word: 'tag',
  path: '/api/v2/tags',
  pageSize: 100,
  filters: {},
  orders: ['id', 'name', 'color', 'is_active'],
  create: { name: Name, color: Color.nullish(), is_active: Switch.optional() },
  change: { name: Name.optional(), color: Color.nullable().optional(), is_active: Switch.optional() },
  output: TagOut,
});
