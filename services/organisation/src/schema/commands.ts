import { moment } from '@app/db/columns';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Commands that were carried out, with what they gave: a repeat gets the same answer and changes nothing. */
export const commands = pgTable('commands', {
  commandKey: text('command_key').primaryKey(),
  operation: text('operation').notNull(),
  result: jsonb('result').notNull(),
  createdAt: moment('created_at').notNull(),
});
