import { day, id, moment } from '@app/db/columns';
import { recordColumns, recordRules } from '@app/records/schema';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';

/** What somebody has to do. */
export const tasks = pgTable(
  'tasks',
  {
    ...recordColumns(),
    title: text('title').notNull(),
    description: text('description'),
    taskType: text('task_type', { enum: ['GENERAL', 'REVIEW', 'FOLLOW_UP'] }).notNull(),
    status: text('status', { enum: ['OPEN', 'IN_PROGRESS', 'DONE', 'CANCELLED'] }).notNull(),
    dueDate: day('due_date'),
    assignedToId: id('assigned_to_id'),
    /** What it is about: records of this service and of others. */
    relationType: text('relation_type', {
      enum: ['voucher', 'document', 'banktransaction', 'businesspartner', 'journalentry'],
    }),
    relationId: id('relation_id'),
    completedAt: moment('completed_at'),
    completedById: id('completed_by_id'),
  },
  (table) => [
    ...recordRules('tasks', table),
    index('tasks_of')
      .on(table.clientAccountId, table.relationType, table.relationId)
      .where(sql`relation_id is not null`),
    check('tasks_title', sql`title <> ''`),
    check('tasks_type', sql`task_type in ('GENERAL', 'REVIEW', 'FOLLOW_UP')`),
    check('tasks_status', sql`status in ('OPEN', 'IN_PROGRESS', 'DONE', 'CANCELLED')`),
    check('tasks_completed', sql`(status = 'DONE') = (completed_at is not null)`),
    check('tasks_relation', sql`(relation_type is null) = (relation_id is null)`),
    check(
      'tasks_relation_type',
      sql`relation_type in ('voucher', 'document', 'banktransaction', 'businesspartner', 'journalentry')`,
    ),
  ],
);
