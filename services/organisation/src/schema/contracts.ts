import { bigint, date, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const contracts = pgTable('contracts', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  clientAccountId: bigint('client_account_id', { mode: 'number' }).notNull(),
  providerClientAccountId: bigint('provider_client_account_id', { mode: 'number' }).notNull(),
  serviceProvided: text('service_provided').notNull(),
  startDate: date('start_date', { mode: 'string' }),
  endDate: date('end_date', { mode: 'string' }),
  approvalStatus: text('approval_status').notNull(),
  approvedById: bigint('approved_by_id', { mode: 'number' }),
  approvedAt: timestamp('approved_at', { withTimezone: true, mode: 'date' }),
  pendingSince: timestamp('pending_since', { withTimezone: true, mode: 'date' }),
  terminatedById: bigint('terminated_by_id', { mode: 'number' }),
  terminatedAt: timestamp('terminated_at', { withTimezone: true, mode: 'date' }),
  terminationReason: text('termination_reason'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  createdById: bigint('created_by_id', { mode: 'number' }),
  updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull(),
});
