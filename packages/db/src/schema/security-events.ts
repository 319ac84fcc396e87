import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, momentText } from '../columns.ts';

/**
 * Who did what, from where, on what and with which result (docs/decisions/0080-records-of-security.md). Ids, words
 * and digests alone.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    occurredAt: momentText('occurred_at').notNull().default(sql`clock_timestamp()`),
    lastAt: momentText('last_at'),
    times: integer('times').notNull().default(1),
    kind: text('kind').notNull(),
    result: text('result', { enum: ['done', 'refused', 'locked'] }).notNull(),
    userId: id('user_id'),
    clientId: text('client_id'),
    address: text('address'),
    requestId: text('request_id'),
    clientAccountId: id('client_account_id'),
    targetUserId: id('target_user_id'),
    details: jsonb('details').notNull(),
  },
  (table) => [
    check('security_events_result', sql`result in ('done', 'refused', 'locked')`),
    index('security_events_age').on(table.occurredAt),
    index('security_events_user').on(table.userId, table.occurredAt).where(sql`user_id is not null`),
    index('security_events_target_user')
      .on(table.targetUserId, table.occurredAt)
      .where(sql`target_user_id is not null`),
    index('security_events_account')
      .on(table.clientAccountId, table.occurredAt)
      .where(sql`client_account_id is not null`),
  ],
);
