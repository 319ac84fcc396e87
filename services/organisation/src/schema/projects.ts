import { day, id } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, index, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { activeNameKey, followedIndex, recordColumns, recordRules } from './record-columns.ts';

export const projects = pgTable(
  'projects',
  {
    ...recordColumns(),
    description: text('description'),
    startDate: day('start_date'),
    endDate: day('end_date'),
    status: text('status', { enum: ['ACTIVE', 'COMPLETED', 'CANCELLED'] }).notNull(),
    /** The customer. */
    businessPartnerId: id('business_partner_id'),
    managerUserId: id('manager_user_id'),
    budgetAmount: numeric('budget_amount', { precision: 19, scale: 2 }),
  },
  (table) => [
    ...recordRules('projects', table),
    activeNameKey('projects', table),
    followedIndex('projects', table),
    check('projects_status', sql`status in ('ACTIVE', 'COMPLETED', 'CANCELLED')`),
    check('projects_budget', sql`budget_amount >= 0`),
    check('projects_dates', sql`end_date >= start_date`),
    index('projects_customer')
      .on(table.clientAccountId, table.businessPartnerId)
      .where(sql`business_partner_id is not null`),
  ],
);
