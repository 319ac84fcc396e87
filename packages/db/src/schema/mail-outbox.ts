import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, momentText } from '../columns.ts';

/**
 * Mails to send after the commit they belong to: ids alone, from which the service writes each at the moment it is
 * sent.
 */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    reference: jsonb('reference').notNull(),
    language: text('language', { enum: ['nob', 'eng'] }).notNull(),
    /** The company that it is about, with which it goes; null for what is a person's alone, and in rows from before. */
    clientAccountId: id('client_account_id'),
    createdAt: momentText('created_at').notNull().default(sql`clock_timestamp()`),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: momentText('next_attempt_at').notNull().default(sql`clock_timestamp()`),
    lastFault: text('last_fault'),
    finishedAt: momentText('finished_at'),
    outcome: text('outcome', { enum: ['sent', 'dropped', 'refused', 'expired'] }),
  },
  (table) => [
    check('mail_outbox_language', sql`language in ('nob', 'eng')`),
    check('mail_outbox_outcome', sql`outcome in ('sent', 'dropped', 'refused', 'expired')`),
    check('mail_outbox_finished', sql`(finished_at is null) = (outcome is null)`),
    index('mail_outbox_due').on(table.nextAttemptAt, table.id).where(sql`finished_at is null`),
    index('mail_outbox_account').on(table.clientAccountId).where(sql`client_account_id is not null`),
    index('mail_outbox_age').on(table.finishedAt).where(sql`finished_at is not null`),
  ],
);
