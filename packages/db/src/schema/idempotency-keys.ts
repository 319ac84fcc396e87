import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, id, momentText } from '../columns.ts';

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    claimHash: bytes('claim_hash').primaryKey(),
    requestHash: text('request_hash').notNull(),
    commandKey: uuid('command_key').notNull(),
    status: integer('status'),
    contentType: text('content_type'),
    headers: jsonb('headers'),
    body: bytes('body'),
    sealed: boolean('sealed').notNull().default(false),
    createdAt: momentText('created_at').notNull(),
    leaseUntil: momentText('lease_until'),
    /** Whose records the answer is about: it goes with the account. Null where it is about none, or is not known yet. */
    clientAccountId: id('client_account_id'),
  },
  (table) => [
    index('idempotency_keys_age').on(table.createdAt),
    index('idempotency_keys_account').on(table.clientAccountId).where(sql`client_account_id is not null`),
  ],
);
