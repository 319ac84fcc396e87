import { id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { vouchers } from './vouchers.ts';

/** Where the workflow of a voucher stands beside its status: who works on it, and what was read so far. */
export const voucherWorkflow = pgTable(
  'voucher_workflow',
  {
    voucherId: id('voucher_id').primaryKey(),
    clientAccountId: id('client_account_id').notNull(),
    /** The step that waits for an answer; null while none does. */
    askedBy: text('asked_by', { enum: ['CLASSIFICATION', 'DATA_EXTRACTION', 'DUPLICATE_CHECK'] }),
    /** Attempts of the step at hand that came to nothing or are under way. */
    attempts: integer('attempts').notNull().default(0),
    /** When the next step is due; null while an answer is waited for, and once the workflow has ended. */
    dueAt: moment('due_at'),
    /** Whose turn it is: whoever finds another key here has been overtaken. */
    leaseKey: text('lease_key'),
    /** A code, or the name of an error. */
    lastFault: text('last_fault'),
    /** What was read, from one step to the next. */
    reading: jsonb('reading').notNull().default({}),
  },
  (table) => [
    foreignKey({
      name: 'voucher_workflow_voucher',
      columns: [table.clientAccountId, table.voucherId],
      foreignColumns: [vouchers.clientAccountId, vouchers.id],
    }).onDelete('cascade'),
    index('voucher_workflow_turns').on(table.clientAccountId, table.dueAt).where(sql`due_at is not null`),
    index('voucher_workflow_of_account').on(table.clientAccountId),
  ],
);
