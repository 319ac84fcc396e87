import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { activeNameKey, recordColumns, recordRules } from './record-columns.ts';

export const tags = pgTable(
  'tags',
  {
    ...recordColumns(),
    color: text('color'),
  },
  (table) => [
    ...recordRules('tags', table),
    activeNameKey('tags', table),
    check('tags_color', sql`color ~ '^#[0-9a-f]{6}$'`),
  ],
);
