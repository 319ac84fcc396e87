import { bytes, id } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, pgTable } from 'drizzle-orm/pg-core';
import { clientAccounts } from './client-accounts.ts';

/** The bytes of the logos of client accounts; what is known of them stands with the account. */
export const logos = pgTable(
  'logos',
  {
    clientAccountId: id('client_account_id').primaryKey(),
    content: bytes('content').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'logos_account',
      columns: [table.clientAccountId],
      foreignColumns: [clientAccounts.id],
    }).onDelete('cascade'),
    // 5 MiB (docs/contract/general.md, "Sizes").
    check('logos_content', sql`length(content) between 1 and 5242880`),
  ],
);
