import { id, momentText } from '@app/db/columns';
import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What came of each command that claimed or released lines, so that one that comes again gets the same answer. */
export const claimCommands = pgTable(
  'claim_commands',
  {
    clientAccountId: id('client_account_id').notNull(),
    commandKey: text('command_key').notNull(),
    answer: jsonb('answer').notNull(),
    doneAt: momentText('done_at').notNull(),
  },
  (table) => [primaryKey({ name: 'claim_commands_pkey', columns: [table.clientAccountId, table.commandKey] })],
);
