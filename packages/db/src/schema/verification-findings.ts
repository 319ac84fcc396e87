import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { momentText } from '../columns.ts';

/** What the last verification found of each invariant: every replica reports it, and a restart forgets nothing. */
export const verificationFindings = pgTable('verification_findings', {
  invariant: text('invariant').primaryKey(),
  broken: integer('broken').notNull(),
  checkedAt: momentText('checked_at').notNull(),
});
