import { bigint, date, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { recordColumns } from './record-columns.ts';

export const projects = pgTable('projects', {
  ...recordColumns(),
  description: text('description'),
  startDate: date('start_date', { mode: 'string' }),
  endDate: date('end_date', { mode: 'string' }),
  status: text('status').notNull(),
  businessPartnerId: bigint('business_partner_id', { mode: 'number' }),
  managerUserId: bigint('manager_user_id', { mode: 'number' }),
  budgetAmount: numeric('budget_amount'),
});
