import { bigint, boolean, text, timestamp } from 'drizzle-orm/pg-core';

/** The columns that business partners, projects, departments and tags have in common. */
export const recordColumns = () => ({
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  clientAccountId: bigint('client_account_id', { mode: 'number' }).notNull(),
  sequenceNumber: bigint('sequence_number', { mode: 'number' }).notNull(),
  name: text('name').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  createdById: bigint('created_by_id', { mode: 'number' }),
  updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull(),
  updatedById: bigint('updated_by_id', { mode: 'number' }),
});
