import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const commands = pgTable('commands', {
  commandKey: text('command_key').primaryKey(),
  operation: text('operation').notNull(),
  result: jsonb('result').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
});
