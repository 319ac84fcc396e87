import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';

/**
 * What was erased under a key, counted in the transactions that did it, so that a repeat counts nothing twice. Names
 * no client account: of one that is gone nothing is left here.
 */
export const erasures = pgTable(
  'erasures',
  {
    commandKey: text('command_key').primaryKey(),
    /** {category: count}. */
    counts: jsonb('counts').$type<Readonly<Record<string, number>>>().notNull().default({}),
    isDone: boolean('is_done').notNull().default(false),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index('erasures_age').on(table.createdAt)],
);
