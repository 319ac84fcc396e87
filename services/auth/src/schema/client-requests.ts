import { id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';

/**
 * What clients asked lately, for those who write them: no bodies, and of queries only values that are ids, days and
 * pages. Goes with the client.
 */
export const clientRequests = pgTable(
  'client_requests',
  {
    /** In the order of arrival here. */
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientId: text('client_id').notNull(),
    requestedAt: moment('requested_at').notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    status: integer('status').notNull(),
    code: text('code'),
    tool: text('tool'),
    requestId: text('request_id').notNull(),
    durationMillis: integer('duration_millis').notNull(),
    /** That the address names; null where it names none. */
    clientAccountId: id('client_account_id'),
  },
  (table) => [
    foreignKey({
      name: 'client_requests_client',
      columns: [table.clientId],
      foreignColumns: [clients.clientId],
    }).onDelete('cascade'),
    index('client_requests_client_id').on(table.clientId, table.id),
    index('client_requests_age').on(table.requestedAt),
    index('client_requests_account').on(table.clientAccountId).where(sql`client_account_id is not null`),
  ],
);
