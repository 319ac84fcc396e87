import { longInteger } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, pgTable } from 'drizzle-orm/pg-core';

/** What the entries of all companies are judged by, the system chart and the tax codes, under one version. One row. */
export const commonGround = pgTable(
  'common_ground',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    version: longInteger('version').notNull().default(0),
  },
  () => [check('common_ground_only_check', sql`is_only`)],
);
