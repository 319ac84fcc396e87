import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, momentText, transactionId } from '../columns.ts';

export const outbox = pgTable(
  'outbox',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    eventId: uuid('event_id').notNull().unique('outbox_event_key').default(sql`uuidv7()`),
    subject: text('subject').notNull(),
    clientAccountId: id('client_account_id'),
    version: integer('version').notNull(),
    payload: jsonb('payload').notNull(),
    requestId: text('request_id'),
    traceparent: text('traceparent'),
    createdAt: momentText('created_at').notNull().default(sql`clock_timestamp()`),
    publishedAt: momentText('published_at'),
    /**
     * The transaction that wrote an event: with it the events committed between two snapshots can be found. Null in
     * rows from before.
     */
    transaction: transactionId('transaction').default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('outbox_unpublished').on(table.id).where(sql`published_at is null`),
    index('outbox_published').on(table.publishedAt).where(sql`published_at is not null`),
    index('outbox_transaction').on(table.transaction).where(sql`transaction is not null`),
  ],
);

export const inbox = pgTable(
  'inbox',
  {
    consumer: text('consumer').notNull(),
    eventId: uuid('event_id').notNull(),
    processedAt: momentText('processed_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ name: 'inbox_pkey', columns: [table.consumer, table.eventId] }),
    index('inbox_age').on(table.processedAt),
  ],
);

export const parkedMessages = pgTable('parked_messages', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  consumer: text('consumer').notNull(),
  eventId: uuid('event_id'),
  subject: text('subject').notNull(),
  payload: jsonb('payload'),
  headers: jsonb('headers').notNull(),
  error: text('error').notNull(),
  deliveries: integer('deliveries').notNull(),
  parkedAt: momentText('parked_at').notNull().default(sql`clock_timestamp()`),
  redrivenAt: momentText('redriven_at'),
});

/** Which events the service applies: whoever verifies the platform looks for each of them in the inbox. */
export const consumers = pgTable('consumers', {
  name: text('name').primaryKey(),
  subject: text('subject').notNull(),
});

/**
 * How far the service has followed another one by asking it. An older mark does no harm: what it brings again is
 * known by the inbox.
 */
export const followedChanges = pgTable('followed_changes', {
  owner: text('owner').primaryKey(),
  mark: text('mark').notNull(),
});
