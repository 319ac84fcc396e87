import { id, longInteger, moment } from '@app/db/columns';
import { type AnyPgColumn, index, unique } from 'drizzle-orm/pg-core';

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
