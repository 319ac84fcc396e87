import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { IsActiveIn } from '../fields.ts';
import { requiredText } from '../scalars.ts';
import { dimensionEndpoints, dimensionOut } from './dimension-endpoints.ts';

export const TagOut = z.object({
  ...dimensionOut,
  color: z.string().nullable().describe('Colour of the tag as `#rrggbb`; null when it has none.'),
});

const Name = requiredText(50).describe('Name, at most 50 characters.');

/** A colour as `#rrggbb`; kept in lower case. */
const Color = z
  .string({ error: 'must be a colour such as #1a2b3c' })
  .trim()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1a2b3c')
  .transform((color) => color.toLowerCase())
  .meta({
    description: 'Colour as `#rrggbb`; kept in lower case.',
    override: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', examples: ['#1a2b3c'] },
  });

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
  create: { name: Name, color: Color.nullish(), is_active: IsActiveIn.optional() },
  change: { name: Name.optional(), color: Color.nullable().optional(), is_active: IsActiveIn.optional() },
  output: TagOut,
  example: {
    record: { id: 1, client_account_id: demo.company.id, name: 'kampanje', is_active: true, color: null },
    create: { name: 'messe', color: '#1a6b4f' },
    change: { color: '#8a4b2a' },
  },
});
