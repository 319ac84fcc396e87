import { bytes, id, moment } from '@app/db/columns';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Which voucher each command made, so that one that comes again gets the same. */
export const createCommands = pgTable(
  'create_commands',
  {
    clientAccountId: id('client_account_id').notNull(),
    commandKey: text('command_key').notNull(),
    /** SHA-256 of all that the command says. */
    digest: bytes('digest').notNull(),
    voucherId: id('voucher_id').notNull(),
    doneAt: moment('done_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'create_commands_pkey', columns: [table.clientAccountId, table.commandKey] }),
    index('create_commands_of_voucher').on(table.clientAccountId, table.voucherId),
  ],
);
