import { id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, foreignKey, index, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { clientAccounts } from './client-accounts.ts';

/** The columns that business partners, projects, departments and tags have in common. */
export const recordColumns = () => ({
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  clientAccountId: id('client_account_id').notNull(),
  /** 1..n per client account and kind of record, without a gap. Not shown of tags. */
  sequenceNumber: longInteger('sequence_number').notNull(),
  name: text('name').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  version: longInteger('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  createdById: id('created_by_id'),
  updatedAt: moment('updated_at').notNull(),
  updatedById: id('updated_by_id'),
});

type RecordTable = Readonly<Record<keyof ReturnType<typeof recordColumns>, AnyPgColumn>>;

/** What holds for each of those tables, under names that begin with the table's. */
export const recordRules = (name: string, table: RecordTable) => [
  check(`${name}_name`, sql`name <> ''`),
  unique(`${name}_sequence_key`).on(table.clientAccountId, table.sequenceNumber),
  // For references that must stay within the account.
  unique(`${name}_account_key`).on(table.clientAccountId, table.id),
  foreignKey({
    name: `${name}_account`,
    columns: [table.clientAccountId],
    foreignColumns: [clientAccounts.id],
  }).onDelete('cascade'),
];

/** Names of dimensions are compared composed and whatever their case; inactive ones stand in nobody's way. */
export const activeNameKey = (name: string, table: RecordTable) =>
  uniqueIndex(`${name}_name_key`)
    .on(table.clientAccountId, sql`lower(normalize(name, NFC) collate "und-x-icu")`)
    .where(sql`is_active`);

/** Changes are followed by (updated_at, id). */
export const followedIndex = (name: string, table: RecordTable) =>
  index(`${name}_followed`).on(table.clientAccountId, table.updatedAt, table.id);
