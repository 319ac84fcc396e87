import { id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { clientAccounts } from './client-accounts.ts';

/**
 * Per client account and kind of record: the last number given, and the moment of the last change. Whoever writes
 * a record of the kind takes this row first, so that numbers have no gaps and the moments of changes follow the
 * order of their commits.
 */
export const recordSeries = pgTable(
  'record_series',
  {
    clientAccountId: id('client_account_id').notNull(),
    kind: text('kind', { enum: ['businesspartner', 'project', 'department', 'tag', 'invitation'] }).notNull(),
    lastNumber: longInteger('last_number').notNull().default(0),
    lastChangeAt: moment('last_change_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'record_series_key', columns: [table.clientAccountId, table.kind] }),
    foreignKey({
      name: 'record_series_account',
      columns: [table.clientAccountId],
      foreignColumns: [clientAccounts.id],
    }).onDelete('cascade'),
    check('record_series_kind', sql`kind in ('businesspartner', 'project', 'department', 'tag', 'invitation')`),
  ],
);
