import { id, longInteger, moment } from '@app/db/columns';
import { type AnyPgColumn, index, pgTable, unique } from 'drizzle-orm/pg-core';

/** The columns that every record of a client account has which its lists are polled by. */
export const recordColumns = () => ({
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  clientAccountId: id('client_account_id').notNull(),
  /** Rises with every change. */
  version: longInteger('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  createdById: id('created_by_id'),
  updatedAt: moment('updated_at').notNull(),
  updatedById: id('updated_by_id'),
});

type RecordTable = Readonly<Record<keyof ReturnType<typeof recordColumns>, AnyPgColumn>>;

/** What holds for each of those tables, under names that begin with the table's. */
export const recordRules = (name: string, table: RecordTable) => [
  // For references that must stay within the account.
  unique(`${name}_account_key`).on(table.clientAccountId, table.id),
  // Changes are followed by (updated_at, id).
  index(`${name}_followed`).on(table.clientAccountId, table.updatedAt, table.id),
];

/**
 * Per client account the moment of the last change of a record. Whoever writes one takes this row first, so that the
 * moments of changes follow the order of their commits, and what one writer has judged no other changes meanwhile. Each
 * service that keeps such records has a table of its own.
 */
export const changeTurns = pgTable('change_turns', {
  clientAccountId: id('client_account_id').primaryKey(),
  lastChangeAt: moment('last_change_at').notNull(),
});
