import { id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, pgTable, smallint, unique } from 'drizzle-orm/pg-core';
import { clientAccounts } from './client-accounts.ts';

/** A user's direct role on a client account. Role ids; 1 (SA) is never a link. */
export const clientAccountUsers = pgTable(
  'client_account_users',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    userId: id('user_id').notNull(),
    roleId: smallint('role_id').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    check('client_account_users_role', sql`role_id between 2 and 6`),
    unique('client_account_users_key').on(table.clientAccountId, table.userId),
    foreignKey({
      name: 'client_account_users_account',
      columns: [table.clientAccountId],
      foreignColumns: [clientAccounts.id],
    }),
    index('client_account_users_user').on(table.userId, table.clientAccountId).where(sql`is_active`),
  ],
);
