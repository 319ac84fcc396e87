import { day, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { clientAccounts } from './client-accounts.ts';

/** Agreements by which a provider firm works for a customer. */
export const contracts = pgTable(
  'contracts',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    providerClientAccountId: id('provider_client_account_id').notNull(),
    serviceProvided: text('service_provided', { enum: ['ACCOUNTING', 'AUDITING', 'TASK_CONTRIBUTION'] }).notNull(),
    startDate: day('start_date'),
    endDate: day('end_date'),
    approvalStatus: text('approval_status', { enum: ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] }).notNull(),
    approvedById: id('approved_by_id'),
    approvedAt: moment('approved_at'),
    pendingSince: moment('pending_since'),
    terminatedById: id('terminated_by_id'),
    terminatedAt: moment('terminated_at'),
    terminationReason: text('termination_reason'),
    createdAt: moment('created_at').notNull(),
    createdById: id('created_by_id'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    check('contracts_service', sql`service_provided in ('ACCOUNTING', 'AUDITING', 'TASK_CONTRIBUTION')`),
    check('contracts_status', sql`approval_status in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED')`),
    check('contracts_two_accounts', sql`client_account_id <> provider_client_account_id`),
    check('contracts_dates', sql`end_date >= start_date`),
    check('contracts_approved_has_start', sql`approval_status <> 'APPROVED' or start_date is not null`),
    check('contracts_pending_has_since', sql`approval_status <> 'PENDING' or pending_since is not null`),
    foreignKey({ name: 'contracts_account', columns: [table.clientAccountId], foreignColumns: [clientAccounts.id] }),
    foreignKey({
      name: 'contracts_provider',
      columns: [table.providerClientAccountId],
      foreignColumns: [clientAccounts.id],
    }),
    uniqueIndex('contracts_open_key')
      .on(table.clientAccountId, table.providerClientAccountId, table.serviceProvided)
      .where(sql`approval_status = 'PENDING' or (approval_status = 'APPROVED' and end_date is null)`),
    index('contracts_customer').on(table.clientAccountId),
    index('contracts_provider_firm').on(table.providerClientAccountId, table.clientAccountId),
    index('contracts_pending').on(table.pendingSince).where(sql`approval_status = 'PENDING'`),
  ],
);
