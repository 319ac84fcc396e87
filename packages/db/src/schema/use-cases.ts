import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, moment } from '../columns.ts';

/**
 * Commands and use cases by their key: what is under way, and what those came to that ended. Beside what was intended
 * no secret may stand here.
 */
export const useCases = pgTable(
  'use_cases',
  {
    commandKey: text('command_key').primaryKey(),
    /** Of the command or use case: `accept_invitation`. */
    name: text('name').notNull(),
    /** What at most one of a use case may be under way for, where that is a rule. */
    subject: text('subject'),
    clientAccountId: id('client_account_id'),
    /** open: the other services are asked. undoing: it is refused, and what they did is taken back. */
    state: text('state', { enum: ['open', 'undoing', 'done', 'refused'] })
      .notNull()
      .default('done'),
    /** What the steps need; gone with the end. */
    intent: jsonb('intent'),
    result: jsonb('result'),
    /** The failure that the caller got, as {code, status, message, details}. */
    refusal: jsonb('refusal'),
    attempts: integer('attempts').notNull().default(0),
    /** Why the last attempt ended without an outcome: a code, or the name of an error. */
    lastFault: text('last_fault'),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
    /** Until then nobody else goes on with it, by the clock of the machine. */
    leaseUntil: moment('lease_until'),
    endedAt: moment('ended_at').default(sql`clock_timestamp()`),
  },
  (table) => [
    check('use_cases_state', sql`state in ('open', 'undoing', 'done', 'refused')`),
    check('use_cases_ended', sql`(state in ('done', 'refused')) = (ended_at is not null)`),
    check(
      'use_cases_under_way',
      sql`(state in ('open', 'undoing')) = (intent is not null and lease_until is not null)`,
    ),
    check(
      'use_cases_outcome',
      sql`(state = 'done') = (result is not null) and (state in ('undoing', 'refused')) = (refusal is not null)`,
    ),
    index('use_cases_due').on(table.name, table.leaseUntil).where(sql`state in ('open', 'undoing')`),
    uniqueIndex('use_cases_busy')
      .on(table.name, table.subject)
      .where(sql`subject is not null and state in ('open', 'undoing')`),
    index('use_cases_subject').on(table.name, table.subject).where(sql`subject is not null`),
    index('use_cases_account').on(table.clientAccountId).where(sql`client_account_id is not null`),
    index('use_cases_age').on(table.endedAt).where(sql`ended_at is not null`),
  ],
);
