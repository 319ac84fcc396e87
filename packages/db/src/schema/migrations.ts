import { sql } from 'drizzle-orm';
import { pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, momentText } from '../columns.ts';

export const schemaMigrations = pgTable('schema_migrations', {
  name: text('name').primaryKey(),
  checksum: text('checksum').notNull(),
  appliedAt: momentText('applied_at').notNull().default(sql`now()`),
});

export const schemaDefinitions = pgTable(
  'schema_definitions',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    checksum: text('checksum').notNull(),
    appliedAt: momentText('applied_at').notNull().default(sql`now()`),
  },
  (table) => [unique('schema_definitions_name_checksum_key').on(table.name, table.checksum)],
);
